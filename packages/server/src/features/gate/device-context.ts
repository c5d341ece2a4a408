import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { getEventRow, listTicketTypeNames } from '../catalog/index.ts';
import { readOrganizerProfile, readReverseWithinSeconds } from '../organizers/index.ts';
import type { DevicePrincipal } from './device-authenticator.ts';
import { bundlePublicKey } from './device-secrets.ts';
import type { Device } from './devices.ts';
import { gateView } from './gates.ts';
import type { deviceContext, gateDevice } from './schema.gate.ts';

/** The device as it sees itself. */
export function viewDevice({
  id,
  name,
  roles,
  carriesNames,
  expiresAt,
}: Pick<Device, 'id' | 'name' | 'roles' | 'carriesNames' | 'expiresAt'>): Static<typeof gateDevice> {
  return { id, name, roles: [...roles], carriesNames, expiresAt };
}

/** All that a device needs to know about itself, its event and its gates. */
export async function readDeviceContext(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  device: DevicePrincipal['device'],
  secrets: Pick<Secrets, 'gateKey'>,
): Promise<Static<typeof deviceContext>> {
  const { eventId, gateIds, gates } = device;
  const event = await getEventRow(db, organizerId, eventId);
  const { name } = await readOrganizerProfile(db, organizerId);
  const usable = gates.filter(
    ({ id, archivedAt }) => archivedAt === null && (gateIds === null || gateIds.includes(id)),
  );
  return {
    device: viewDevice(device),
    organizer: { name },
    event: {
      id: eventId,
      name: event.name,
      timezone: event.timezone,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
    },
    gates: usable.map(gateView),
    ticketTypes: await listTicketTypeNames(db, organizerId, eventId),
    reverseWithinSeconds: await readReverseWithinSeconds(db, organizerId),
    bundleKey: bundlePublicKey(secrets),
    serverTime: timestamp(clock.now()),
  };
}
