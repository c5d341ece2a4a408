import type { ServiceClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import { findSandbox, findSandboxOf, listOrganizers, type Organizer, readOrganizer } from '../organizers/index.ts';

/** An organizer whose data is read or erased. */
export interface OrganizerWithScope {
  readonly organizer: Pick<Organizer, 'slug' | 'name'>;
  readonly isSandbox: boolean;
  readonly scope: RequestScope;
}

/** The name of an organizer, in what is answered about a person. */
export function organizerFields({ organizer: { slug, name }, isSandbox }: OrganizerWithScope) {
  return { slug, name, isSandbox };
}

/** An organizer with its sandbox, whose orders can have real addresses too. */
export async function withSandbox(
  db: Db,
  clock: ServiceClock,
  organizerId: string,
  origin: Origin,
): Promise<OrganizerWithScope[]> {
  const sandbox = await findSandboxOf(db, organizerId);
  const ids = sandbox === null ? [organizerId] : [organizerId, sandbox.id];
  const all: OrganizerWithScope[] = [];
  for (const id of ids) {
    const isSandbox = (await findSandbox(db, id)) !== null;
    all.push({ organizer: await readOrganizer(db, id), isSandbox, scope: organizerScope(id, clock, origin) });
  }
  return all;
}

/** All organizers of the service, each with its sandbox. */
export async function allOrganizers(db: Db, clock: ServiceClock, origin: Origin): Promise<OrganizerWithScope[]> {
  const all: OrganizerWithScope[] = [];
  for (const { id } of await listOrganizers(db)) all.push(...(await withSandbox(db, clock, id, origin)));
  return all;
}
