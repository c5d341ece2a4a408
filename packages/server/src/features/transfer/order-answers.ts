import { type Language, languageOfTag } from '#messages/languages';
import { parseAnswer } from '#shared/questions/parse-answer';
import { visibleQuestions } from '#shared/questions/visible-questions';
import { fieldError } from '../../errors/index.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { offerIdOf } from '../orders/index.ts';
import { type AskedQuestion, answerColumns, type StoredAnswer, storedAnswer } from '../questions/index.ts';
import type { CachedQuestion } from './catalog-cache.ts';
import type { ImportContext } from './import-catalog.ts';
import type { AttendeesByType, BuiltTicket } from './order-tickets.ts';
import { LineError, lineError, lineTime } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** Whether a line has an answer. */
export function hasAnswers({ buyer, attendees }: OrderLine): boolean {
  return [buyer, ...(attendees ?? [])].some(({ answers }) => (answers?.length ?? 0) > 0);
}

type LineAnswer = NonNullable<OrderLine['buyer']['answers']>[number];

/** A person of an order line. */
interface LinePerson {
  readonly person: number;
  /** The path of the person in the line. */
  readonly path: string;
  /** The ticket of a holder; null for the buyer, and in an order that was never paid. */
  readonly ticketId: string | null;
  readonly offerIds: readonly string[];
  readonly answers: readonly LineAnswer[];
}

/**
 * The persons of an order line that have answers.
 *
 * @param built.attendees by ticket type, in the sequence of the attendees that a pending order stores
 */
export function personsOf(
  line: OrderLine,
  items: readonly Tables['order_items'][],
  { attendees, tickets }: { attendees: AttendeesByType; tickets: readonly BuiltTicket[] },
): LinePerson[] {
  const { answers } = line.buyer;
  const buyer = { person: 0, path: 'buyer', ticketId: null, offerIds: items.map(offerIdOf), answers: answers ?? [] };
  const stored = items.flatMap((item) => attendees.get(offerIdOf(item)) ?? []);
  const addonIdsOf = (person: number) => items.filter((item) => item.person === person).map(offerIdOf);
  const holders = stored.map(({ index, attendee, ticketTypeId }, place) => ({
    person: place + 1,
    path: `attendees.${index}`,
    ticketId: tickets.find(({ attendeeIndex }) => attendeeIndex === index)?.ticket.id ?? null,
    offerIds: [ticketTypeId, ...addonIdsOf(place + 1)],
    answers: attendee.answers ?? [],
  }));
  return [buyer, ...holders].filter((person) => person.answers.length > 0);
}

/** The columns of an order that its answers need. */
type OrderKey = Pick<Tables['orders'], 'organizer_id' | 'order_number' | 'event_id' | 'created_at' | 'updated_at'>;

/**
 * The rows of the answers of an order line. An answer from an export keeps the texts that the person saw, and need not meet the rules that its
 * question has now.
 *
 * @throws LineError if an answer is not valid
 */
export function buildAnswers(
  { catalog, now }: ImportContext,
  order: OrderKey,
  persons: readonly LinePerson[],
): Tables['answers'][] {
  const questions = catalog.questions(order.event_id);
  const { default_language: eventLanguage } = catalog.event(order.event_id)!;
  return persons.flatMap(({ person, path, ticketId, offerIds, answers }) => {
    const askedOf = person === 0 ? ('buyer' as const) : ('holder' as const);
    const parsed = answers.map((answer, index) => {
      const at = `${path}.answers.${index}`;
      const question = questions.get(answer.questionId);
      if (question === undefined)
        throw lineError(`${at}.questionId`, `"${answer.questionId}" is not a known question: import it first`);
      return {
        answer,
        question,
        stored: parseLineAnswer(answer, { question, askedOf, path: at }, order, eventLanguage, now),
      };
    });
    const values = Object.fromEntries(parsed.map(({ stored }) => [stored.questionId, stored.value]));
    const active = [...new Set(questions.values())].filter(({ isArchived }) => !isArchived);
    const visible = new Set(visibleQuestions(active, { askedOf, offerIds }, values).map(({ id }) => id));
    const kept = parsed.filter(
      ({ answer, question }) => isExported(answer) || question.maxAge !== null || visible.has(question.id),
    );
    if (kept.length === 0) return [];
    return [
      {
        organizer_id: order.organizer_id,
        order_number: order.order_number,
        event_id: order.event_id,
        ticket_id: ticketId,
        ...answerColumns(
          person,
          kept.map(({ stored }) => stored),
        ),
        created_at: order.created_at,
        updated_at: order.updated_at,
      },
    ];
  });
}

/** Whether an answer has the texts that the person saw, as in an export. */
function isExported({ label, text }: LineAnswer): boolean {
  return typeof label === 'string' && typeof text === 'string';
}

function parseLineAnswer(
  answer: LineAnswer,
  { question, askedOf, path }: { question: CachedQuestion; askedOf: 'buyer' | 'holder'; path: string },
  { created_at: createdAt }: OrderKey,
  eventLanguage: Language,
  now: string,
): StoredAnswer {
  const wasSeen = isExported(answer);
  if (question.askedOf !== askedOf || (question.isArchived && !wasSeen))
    throw new LineError([fieldError(`${path}.questionId`, 'unknown_question', {})]);
  const options = question.options?.filter(({ isArchived }) => wasSeen || !isArchived) ?? null;
  const unbound = { minimum: null, maximum: null, minLength: null, maxLength: null, pattern: null };
  const asked: Omit<AskedQuestion, 'default'> = { ...question, options, ...(wasSeen ? unbound : {}) };
  const { label, text, version, language, answeredAt, withdrawn } = answer;
  if (withdrawn != null && question.kind !== 'consent')
    throw new LineError([fieldError(`${path}.withdrawn`, 'not_of_this_kind', { kind: question.kind })]);
  const valuePath = withdrawn == null ? `${path}.value` : `${path}.withdrawn.value`;
  const parsed = parseAnswer(asked, withdrawn?.value ?? answer.value, now.slice(0, 10));
  if ('problem' in parsed) {
    const field = parsed.field === undefined ? valuePath : `${valuePath}.${parsed.field}`;
    throw new LineError([fieldError(field, parsed.problem.code, parsed.problem.params as never)]);
  }
  if (parsed.value === null) throw new LineError([fieldError(valuePath, 'required', {})]);
  const stored = storedAnswer(
    asked,
    parsed.value,
    { pageLanguage: languageOfTag(language ?? null), eventLanguage },
    lineTime(`${path}.answeredAt`, answeredAt) ?? createdAt,
  );
  const withdrawnAt = lineTime(`${path}.withdrawn.at`, withdrawn?.at);
  return {
    ...stored,
    ...(wasSeen ? { label: label!, text: text!, language: language ?? stored.language } : {}),
    version: version ?? stored.version,
    ...(withdrawnAt === null ? {} : { value: false, withdrawn: { at: withdrawnAt, value: stored.value } }),
  };
}
