import { nullable, object, Type, text, time } from '../../platform/http/schema.ts';

export const sandbox = object(
  {
    slug: text('The slug of the sandbox', { maxLength: 100, examples: ['harbor-city-events.test'] }),
    now: time('The time of its clock'),
    isClockMoved: Type.Boolean({ description: 'Whether its clock is ahead of the clock of the server' }),
    clockLimit: time('The latest time to which its clock can be moved now'),
    resetStartedAt: nullable(time('Since when its data is being deleted; null if no reset is in progress')),
  },
  { $id: 'Sandbox', description: 'The sandbox of an organizer, with its own data and its own clock' },
);

export const clockMove = object(
  { now: time('The new time of the clock. It must be after the current time of the sandbox') },
  { $id: 'ClockMove', description: 'A move of the clock of a sandbox' },
);
