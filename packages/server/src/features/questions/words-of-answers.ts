import { type RawBuilder, sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import type { QuestionKind } from '#shared/questions/question';
import { wordsOf } from '#shared/search';
import type { StoredAnswer } from './answers.ts';

/** Further words of a person are not searched. PostgreSQL cannot index much longer texts. */
const wordsLengthMax = 600;
/** Answers that many persons have, or that look like bibs. */
const notSearched: readonly QuestionKind[] = ['boolean', 'consent', 'number'];

/** The column `words` of a ticket holder. */
export function wordsColumn(answers: readonly StoredAnswer[]): string | null {
  const words = new Set(
    answers.flatMap(({ kind, text }) => {
      if (notSearched.includes(kind)) return [];
      return kind === 'email' ? [emailForm(text)] : wordsOf(text);
    }),
  );
  let column = '';
  for (const word of words) {
    if (column.length + word.length >= wordsLengthMax) break;
    column += ` ${word}`;
  }
  return column || null;
}

/** The words of the answers of the holder of the ticket `t`: a text to split at spaces, or null. */
export function wordsOfAnswers(organizerId: string): RawBuilder<string | null> {
  return sql`(select a.words from answers as a
    where a.organizer_id = ${organizerId} and a.event_id = t.event_id and a.ticket_id = t.id)`;
}

/**
 * A select of `order_number` of the orders of an event in which an answer of a ticket holder has a word with this begin. It reads the words
 * of all holders of the event from an index.
 */
export function selectOrdersByAnswer(begin: string, organizerId: string, eventId: string): RawBuilder<unknown> {
  // Not `like`, in which characters of e-mail addresses are wildcards.
  return sql`select a.order_number from answers as a
    where a.organizer_id = ${organizerId} and a.event_id = ${eventId} and a.ticket_id is not null
      and replace(a.words, ${` ${begin}`}, '') <> a.words`;
}
