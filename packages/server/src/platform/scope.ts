import type { Clock, ServiceClock } from './clock.ts';

/** The actor of an action, and the request that caused it. */
export interface Origin<Actor extends string | null = string> {
  /** The actor of a principal, such as the id of a key, or `cli:` and the name of the person who ran the command. */
  readonly actor: Actor;
  /** The IP address of the client; null at the command line. */
  readonly address: string | null;
  /** The `Request-Id` of the response; null at the command line. */
  readonly requestId: string | null;
}

/** The organizer for which an operation runs, and its time. */
export interface OrganizerTime {
  readonly organizerId: string;
  /** The clock of the organizer. */
  readonly clock: Clock;
}

/** The organizer for which an operation runs, and who asked for it, for the audit log. */
export interface OrganizerOrigin {
  readonly organizerId: string;
  readonly origin: Origin;
}

/** For which organizer, at what time and at whose request an operation runs. */
export interface RequestScope extends OrganizerTime, OrganizerOrigin {}

/** The scope of an operation that a command or a job runs. */
export function organizerScope<O extends Origin | null>(
  organizerId: string,
  clock: ServiceClock,
  origin: O,
): OrganizerTime & { readonly origin: O } {
  return { organizerId, clock: clock.of(organizerId), origin };
}
