import { fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import {
  catalogItemExists,
  currencyFieldErrors,
  type EventRef,
  eventFieldErrors,
  imageTypeOf,
  importPoster,
  insertAddon,
  insertEvent,
  insertTicketType,
  lockEventForShare,
  newQuestionView,
  ticketTypeFieldErrors,
} from '../catalog/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { insertQuestions, maxQuestions, questionErrors } from '../questions/index.ts';
import type { CatalogCache } from './catalog-cache.ts';
import { assertNoFieldErrors, LineError, lineError, lineTime } from './parse-line.ts';
import type { AddonLine, EventLine, PosterLine, QuestionLine, TicketTypeLine } from './schema.ts';

/** The organizer, the cache of its catalog, and the time. All lines of a batch share them. */
export interface ImportContext {
  readonly organizer: Organizer;
  readonly catalog: CatalogCache;
  /** The public URL of this server, with which the URLs of posters begin. */
  readonly baseUrl: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The same time, RFC 3339. */
  readonly now: string;
}

export type CatalogLine = EventLine | TicketTypeLine | AddonLine | PosterLine | QuestionLine;

/**
 * Imports an event, a ticket type, an add-on or a question, unless one with this `externalId` is already stored; or a poster, unless its event
 * has one.
 *
 * @returns whether it was created
 * @throws LineError if a field is invalid
 */
export async function importCatalogLine(tx: Db, context: ImportContext, line: CatalogLine): Promise<boolean> {
  if (line.type === 'poster') return importEventPoster(tx, context, line);
  if (line.type === 'question') return importQuestion(tx, context, line);
  if (await catalogItemExists(tx, context.organizer.id, line.type, line.externalId)) return false;
  switch (line.type) {
    case 'event':
      await importEvent(tx, context, line);
      break;
    case 'ticketType':
      await importTicketType(tx, context, line);
      break;
    case 'addon':
      await importAddon(tx, context, line);
      break;
  }
  return true;
}

async function importEvent(tx: Db, { organizer, now }: ImportContext, line: EventLine): Promise<void> {
  assertNoFieldErrors(eventFieldErrors(line));
  const times = {
    createdAt: lineTime('createdAt', line.createdAt) ?? now,
    updatedAt: lineTime('updatedAt', line.updatedAt) ?? now,
  };
  const event = await insertEvent(tx, organizer, line, now, times);
  if (event === null) throw lineError('slug', `"${line.slug}" is taken by another event`);
}

async function importTicketType(tx: Db, context: ImportContext, line: TicketTypeLine): Promise<void> {
  const event = await findAndLockEvent(tx, context, line);
  assertNoFieldErrors([...ticketTypeFieldErrors(line), ...currencyFieldErrors(line, event.currency)]);
  await insertTicketType(tx, context.organizer.id, event, line, context.now);
}

async function importAddon(tx: Db, context: ImportContext, line: AddonLine): Promise<void> {
  const event = await findAndLockEvent(tx, context, line);
  assertNoFieldErrors(currencyFieldErrors(line, event.currency));
  // In a line, `type` is the kind of the line, and `addonType` is the type of the add-on.
  const addon = { ...line, type: line.addonType ?? null };
  await insertAddon(tx, context.organizer.id, event, addon, context.now);
}

async function importEventPoster(tx: Db, context: ImportContext, line: PosterLine): Promise<boolean> {
  const event = await findAndLockEvent(tx, context, line);
  const content = Buffer.from(line.content, 'base64');
  const mediaType = imageTypeOf(content);
  if (mediaType === null) throw lineError('content', 'is not a PNG, JPEG or WebP image in base64');
  return importPoster(tx, context.organizer.id, event.id, { mediaType, content }, context);
}

/** Imports a question, unless its event has one with this `externalId`. */
async function importQuestion(tx: Db, context: ImportContext, line: QuestionLine): Promise<boolean> {
  const { organizer, catalog, now } = context;
  const event = await findAndLockEvent(tx, context, line);
  await catalog.loadQuestions(tx, [event.id]);
  const questions = catalog.questions(event.id);
  if (questions.has(line.externalId)) return false;
  if (questions.size >= maxQuestions)
    throw lineError('eventId', `has ${maxQuestions} questions, including archived ones. It cannot have more`);
  const references = line.offerIds ?? [];
  await catalog.load(tx, { events: [], ticketTypes: references, addons: references });
  const offerIds = line.offerIds?.map((reference, index) => {
    const offer = catalog.ticketType(reference) ?? catalog.addon(reference);
    if (offer?.eventId === event.id) return offer.id;
    throw lineError(
      `offerIds.${index}`,
      `"${reference}" is not a known ticket type or add-on of the event: import it first`,
    );
  });
  const { type: _, externalId, eventId: __, shownIf, version, createdAt, updatedAt, ...fields } = line;
  const parentId = shownIf && questions.get(shownIf.questionId)?.id;
  if (shownIf && parentId === undefined)
    throw lineError(
      'shownIf.questionId',
      `"${shownIf.questionId}" is not a known question of the event: import it first`,
    );
  const question = newQuestionView(
    { ...fields, offerIds: offerIds ?? null, shownIf: shownIf ? { ...shownIf, questionId: parentId! } : null },
    { id: newId('que', context.nowMs), eventId: event.id, after: [...questions.values()] },
    now,
  );
  assertNoFieldErrors(questionErrors(question, [...questions.values()], new Set(offerIds)));
  const { key, isArchived } = question;
  const isTaken = [...questions.values()].some((other) => other.key === key && !other.isArchived);
  if (key !== null && !isArchived && isTaken) throw new LineError([fieldError('key', 'question_key_taken', { key })]);
  const times = {
    createdAt: lineTime('createdAt', createdAt) ?? now,
    updatedAt: lineTime('updatedAt', updatedAt) ?? now,
  };
  await insertQuestions(tx, organizer.id, [{ ...question, ...times, version: version ?? 1, externalId }]);
  catalog.forgetQuestions(event.id);
  return true;
}

async function findAndLockEvent(
  tx: Db,
  { organizer, catalog }: ImportContext,
  line: TicketTypeLine | AddonLine | PosterLine | QuestionLine,
): Promise<EventRef> {
  await catalog.load(tx, { events: [line.eventId] });
  const event = catalog.event(line.eventId);
  if (event === undefined) throw lineError('eventId', `"${line.eventId}" is not a known event: import it first`);
  // Read again, because the currency in the cache can be outdated.
  return lockEventForShare(tx, organizer.id, event.id);
}
