import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import { readTicketTypesToIssue } from '../catalog/index.ts';
import { lacksAnswer, listAskedQuestions } from '../questions/index.ts';
import { type AttendeeFilter, readAttendeePages } from './attendee-page.ts';

/**
 * The valid and used tickets of an event whose holders have not answered a question that must be answered: orders by hand, imports and
 * programs can leave it open, and a question can be added after the sale. It reads all tickets of the event, if a question is required.
 *
 * @param today YYYY-MM-DD
 * @returns their ids, newest first
 */
export async function findTicketsWithoutAnswers(
  db: Db,
  organizerId: string,
  eventId: string,
  today: string,
): Promise<string[]> {
  const questions = await listAskedQuestions(db, organizerId, eventId);
  if (!questions.some(({ askedOf, isRequired }) => askedOf === 'holder' && isRequired)) return [];
  const types = await readTicketTypesToIssue(db, organizerId, eventId);
  const lacks = lacksAnswer(questions, 'holder', today);
  const filter: AttendeeFilter = { eventId, statuses: ['valid', 'used'], parts: new Set(['answers', 'addonIds']) };
  const reader = await databaseForLongRead(db);
  const found: string[] = [];
  for await (const tickets of readAttendeePages(reader, organizerId, filter)) {
    for (const { id, ticketTypeId, answers, addonIds } of tickets) {
      const offerIds = [ticketTypeId, ...(JSON.parse(addonIds!) as string[])];
      if (lacks({ offerIds, ageDay: types.get(ticketTypeId)!.ageDay }, answers!)) found.push(id);
    }
  }
  return found.reverse();
}
