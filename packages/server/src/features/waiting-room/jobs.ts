import { timestamp } from '../../platform/clock.ts';
import { type Job, type JobContext, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { deleteRoom, deleteVisitorsBefore, listRooms } from './queries.ts';

/** A room is deleted this long after its last visitor. */
const retentionMs = 7 * 86_400_000;

export const purgeWaitingRoomsJob: Job = repeatingJob('purge waiting rooms', purgeIntervalMs, purgeWaitingRooms);

/** Deletes the visitors of past sales, and rooms that nobody has used for a week. */
export async function purgeWaitingRooms({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  for (const room of await listRooms(db)) {
    const { organizer_id: organizerId, event_id: eventId, changed_at } = room;
    const isOld = changed_at < timestamp(clock.of(organizerId).now() - retentionMs);
    await deleteVisitorsBefore(db, { organizerId, eventId, round: room.round + (isOld ? 1 : 0) });
    if (isOld) await deleteRoom(db, room);
  }
}
