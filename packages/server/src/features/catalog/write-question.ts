import { sexCodes } from '#shared/questions/question';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { assertVersion, type IfMatch, versionOf } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import type { newQuestion, questionPatch } from '../questions/http.ts';
import {
  deleteQuestionRow,
  findDependent,
  hasAnswers,
  insertQuestions,
  listQuestions,
  lockQuestionRow,
  maxQuestions,
  moveQuestions,
  type QuestionView,
  questionErrors,
  updateQuestion,
} from '../questions/index.ts';
import { maxPosition } from './bounds.ts';
import {
  assertNotArchived,
  type EventRow,
  emitEventChange,
  eventNotFound,
  lockEvent,
  nextVersion,
} from './event-changes.ts';
import { assertRulesHaveQuestions } from './needed-questions.ts';
import { listAddonAssignments, listTicketTypeNames } from './queries.ts';

type Patch = Static<typeof questionPatch>;

interface QuestionIds {
  readonly eventId: string;
  readonly questionId: string;
}

const sexLabels = { female: 'Female', male: 'Male', other: 'Other', notStated: 'Not stated' };

/**
 * Locks an event until the transaction ends, and reads its questions.
 *
 * @throws ApiError `event_not_found` if the organizer has no such event, `event_archived` if it is archived
 */
async function lockQuestions(tx: Db, organizerId: string, eventId: string) {
  const event = await lockEvent(tx, organizerId, eventId);
  if (event === undefined) throw eventNotFound(eventId);
  assertNotArchived(event);
  return { event, questions: await listQuestions(tx, organizerId, eventId) };
}

/**
 * Adds a question to an event, and emits `event.updated`.
 *
 * @throws ApiError `event_not_found`, `event_archived`
 * @throws ApiError `too_many_questions` if the event has the maximum number of questions
 * @throws ApiError `question_key_taken` if the event has a question with the same key
 * @throws ApiError `invalid_fields` with the error of each invalid field
 */
export async function createQuestion(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  fields: Static<typeof newQuestion>,
): Promise<QuestionView> {
  const { organizerId, clock } = scope;
  const now = timestamp(clock.now());
  const { event, questions } = await lockQuestions(tx, organizerId, eventId);
  if (questions.length >= maxQuestions) throw new ApiError('too_many_questions', { countMax: maxQuestions });
  if (fields.key === 'sex' && fields.options) throw optionsOfSexGiven();
  const id = newId('que', Date.parse(now));
  const question = newQuestionView(fields, { id, eventId, after: questions }, now);
  await assertValid(tx, organizerId, question, questions);
  await insertQuestions(tx, organizerId, [question]);
  const details = { eventId, kind: question.kind };
  await recordAudit(tx, scope, { action: 'question.create', subject: question.id, details, at: now });
  await raiseEventVersion(tx, event, now);
  return question;
}

/**
 * A new question with the default values of absent fields.
 *
 * @param place.after the questions of the event, which precede it
 */
export function newQuestionView(
  fields: Static<typeof newQuestion> & { readonly isArchived?: boolean },
  { id, eventId, after }: { id: string; eventId: string; after: readonly QuestionView[] },
  now: string,
): QuestionView {
  const { options = null, key = null, ...others } = fields;
  const sexOptions = sexCodes.map((code) => ({ code, label: sexLabels[code], isArchived: false }));
  const ofChoice = options?.map((option) => ({ isArchived: false, ...option })) ?? null;
  return {
    help: null,
    isRequired: false,
    minimum: null,
    maximum: null,
    minLength: null,
    maxLength: null,
    pattern: null,
    default: null,
    shownIf: null,
    maxAge: null,
    offerIds: null,
    isMarketing: false,
    retentionDays: null,
    translations: {},
    position: Math.min((after.at(-1)?.position ?? -1) + 1, maxPosition),
    isArchived: false,
    ...others,
    key,
    options: key === 'sex' ? sexOptions : ofChoice,
    id,
    eventId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Changes, archives or restores a question, and emits `event.updated`. A patch that changes nothing emits no webhook event. An option
 * that the patch leaves out is archived if the question has answers.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `question_not_found` if the event has no such question
 * @throws ApiError `resource_changed` if the question was changed after the caller read it
 * @throws ApiError `question_in_use` if another question depends on something that the change removes
 * @throws ApiError `question_needed` if a rule of a ticket type needs the question as it was
 * @throws the errors of `createQuestion`
 */
export async function changeQuestion(
  tx: Db,
  scope: RequestScope,
  ids: QuestionIds,
  patch: Patch,
  ifMatch: IfMatch | null = null,
): Promise<QuestionView> {
  const { organizerId, clock } = scope;
  const now = timestamp(clock.now());
  const { event, questions } = await lockQuestions(tx, organizerId, ids.eventId);
  const stored = findQuestion(questions, ids);
  const others = questions.filter(({ id }) => id !== stored.id);
  if (stored.key === 'sex' && patch.options !== undefined) throw optionsOfSexGiven();
  const changed: QuestionView = { ...stored, ...patch, options: await changedOptions(tx, organizerId, stored, patch) };
  const fields = (Object.keys(changed) as (keyof QuestionView)[]).filter(
    (field) => JSON.stringify(changed[field]) !== JSON.stringify(stored[field]),
  );
  const storedVersion = versionOf(stored.id, stored.updatedAt);
  if (fields.length === 0) {
    assertVersion(ifMatch, storedVersion);
    return stored;
  }
  await assertValid(tx, organizerId, changed, others);
  assertNoDependent(stored.id, changed, others);
  await assertRulesHaveQuestions(tx, organizerId, event.id, { before: questions, after: [changed, ...others] });
  assertVersion(ifMatch, storedVersion);
  const isReworded = fields.some((field) => ['label', 'help', 'options', 'translations'].includes(field));
  // Each change has a later time, which is the version for `If-Match`.
  const updatedAt = timestamp(Math.max(Date.parse(now), Date.parse(stored.updatedAt) + 1));
  const question = { ...changed, version: stored.version + (isReworded ? 1 : 0), updatedAt };
  await updateQuestion(tx, organizerId, question);
  const details = { eventId: event.id, changed: fields };
  await recordAudit(tx, scope, { action: 'question.update', subject: stored.id, details, at: now });
  await raiseEventVersion(tx, event, now);
  return question;
}

/**
 * Deletes a question, or archives it if it has answers, and emits `event.updated`.
 *
 * @returns the question as it was, or as it is now
 * @throws ApiError `question_not_found`, `question_in_use`, and the errors of `lockQuestions`
 */
export async function deleteQuestion(tx: Db, scope: RequestScope, ids: QuestionIds): Promise<QuestionView> {
  const { organizerId, clock } = scope;
  const now = timestamp(clock.now());
  // An order in progress either has inserted its answers now, so the question is archived, or finds that the question is deleted.
  await lockQuestionRow(tx, organizerId, ids.questionId);
  const { event, questions } = await lockQuestions(tx, organizerId, ids.eventId);
  const stored = findQuestion(questions, ids);
  const others = questions.filter(({ id }) => id !== stored.id);
  if (await hasAnswers(tx, organizerId, stored)) return changeQuestion(tx, scope, ids, { isArchived: true });
  assertNoDependent(stored.id, null, others);
  await assertRulesHaveQuestions(tx, organizerId, event.id, { before: questions, after: others });
  await deleteQuestionRow(tx, organizerId, stored.id);
  const details = { eventId: event.id };
  await recordAudit(tx, scope, { action: 'question.delete', subject: stored.id, details, at: now });
  await raiseEventVersion(tx, event, now);
  return stored;
}

/**
 * Copies the questions of an event that are not archived to its copy.
 *
 * @param offerIds the ids of the copied ticket types and add-ons, by those of the event. A question for other offers only is left out
 */
export async function copyQuestions(
  tx: Db,
  organizerId: string,
  { from, to, offerIds }: { from: string; to: string; offerIds: ReadonlyMap<string, string> },
  now: string,
): Promise<void> {
  const copied = (await listQuestions(tx, organizerId, from)).flatMap((question) => {
    const offers = question.offerIds?.flatMap((id) => offerIds.get(id) ?? []) ?? null;
    if (question.isArchived || offers?.length === 0) return [];
    return [{ from: question.id, question: { ...question, id: newId('que', Date.parse(now)), offerIds: offers } }];
  });
  const ids = new Map(copied.map(({ from: id, question }) => [id, question.id]));
  const questions = copied.flatMap(({ question }, position) => {
    const { shownIf, options } = question;
    const parentId = shownIf && ids.get(shownIf.questionId);
    // Its parent is left out, so nobody would be asked.
    if (parentId === undefined) return [];
    return {
      ...question,
      eventId: to,
      position,
      options: options?.filter(({ isArchived }) => !isArchived) ?? null,
      shownIf: shownIf && { ...shownIf, questionId: parentId! },
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  });
  await insertQuestions(tx, organizerId, questions);
}

/**
 * Sets the sequence in which all questions of an event are asked, and emits `event.updated`, unless it stays the same.
 *
 * @throws ApiError `offers_changed` if `ids` are not exactly the ids of its questions, and the errors of `lockQuestions`
 */
export async function orderQuestions(
  tx: Db,
  scope: RequestScope,
  { eventId, ids }: { eventId: string; ids: readonly string[] },
): Promise<QuestionView[]> {
  const { organizerId, clock } = scope;
  const now = timestamp(clock.now());
  const { event, questions } = await lockQuestions(tx, organizerId, eventId);
  const positions = new Map(ids.map((id, position) => [id, position]));
  const isComplete = positions.size === ids.length && ids.length === questions.length;
  if (!isComplete || !questions.every(({ id }) => positions.has(id)))
    throw new ApiError('offers_changed', { kind: 'question' });
  const ordered = ids.map((id, position) => ({ ...questions.find((question) => question.id === id)!, position }));
  const moved = ordered.filter(
    ({ id, position }) => questions.find((question) => question.id === id)!.position !== position,
  );
  if (moved.length === 0) return ordered;
  await moveQuestions(tx, organizerId, moved, now);
  const details = { moved: moved.length };
  await recordAudit(tx, scope, { action: 'question.reorder', subject: eventId, details, at: now });
  await raiseEventVersion(tx, event, now);
  return listQuestions(tx, organizerId, eventId);
}

/** @throws ApiError `question_not_found` if the questions of the event do not contain it */
export function findQuestion(questions: readonly QuestionView[], { eventId, questionId }: QuestionIds): QuestionView {
  const question = questions.find(({ id }) => id === questionId);
  if (question === undefined) throw new ApiError('question_not_found', { questionId, eventId });
  return question;
}

/** The options after a patch. Those that it leaves out stay archived if the question has answers. */
async function changedOptions(
  tx: Db,
  organizerId: string,
  stored: QuestionView,
  { options }: Patch,
): Promise<QuestionView['options']> {
  if (options === undefined) return stored.options;
  const kept = (options ?? []).map((option) => ({ isArchived: false, ...option }));
  const removed = (stored.options ?? []).filter(({ code }) => !kept.some((option) => option.code === code));
  const isAnswered = removed.length > 0 && (await hasAnswers(tx, organizerId, stored));
  return isAnswered ? [...kept, ...removed.map((option) => ({ ...option, isArchived: true }))] : options && kept;
}

async function assertValid(
  tx: Db,
  organizerId: string,
  question: QuestionView,
  others: readonly QuestionView[],
): Promise<void> {
  const ticketTypes = await listTicketTypeNames(tx, organizerId, question.eventId);
  const addons = await listAddonAssignments(tx, organizerId, question.eventId);
  const errors = questionErrors(question, others, new Set([...ticketTypes, ...addons].map(({ id }) => id)));
  if (errors.length > 0) throw invalidFields(errors);
  const { key, isArchived, askedOf, offerIds } = question;
  // Holders have no add-ons of the order, so nobody would be asked.
  const ofOrder = new Set(addons.filter(({ assigned_to: to }) => to !== 'holder').map(({ id }) => id));
  if (askedOf === 'holder' && !isArchived && offerIds?.length && offerIds.every((id) => ofOrder.has(id)))
    throw invalidFields([fieldError('offerIds', 'no_offer_of_holders', {})]);
  if (key === null || isArchived || !others.some((other) => other.key === key && !other.isArchived)) return;
  throw new ApiError('question_key_taken', { key }, { fields: [fieldError('key', 'question_key_taken', { key })] });
}

function assertNoDependent(questionId: string, question: QuestionView | null, others: readonly QuestionView[]): void {
  const dependent = findDependent(questionId, question, others);
  if (dependent !== undefined)
    throw new ApiError('question_in_use', { questionId: dependent.id, label: dependent.label.slice(0, 100) });
}

function optionsOfSexGiven(): ApiError {
  return invalidFields([fieldError('options', 'options_given', { key: 'sex', codes: sexCodes })]);
}

function invalidFields(fields: ReturnType<typeof fieldError>[]): ApiError {
  return new ApiError('invalid_fields', { part: 'body' }, { fields });
}

/** Buyers see the questions with the event, so its version changes too. */
async function raiseEventVersion(tx: Db, event: EventRow, now: string): Promise<void> {
  await tx
    .updateTable('events')
    .set(nextVersion(event, now))
    .where('organizer_id', '=', event.organizer_id)
    .where('id', '=', event.id)
    .execute();
  await emitEventChange(tx, event.organizer_id, event.id, ['event.updated'], now);
}
