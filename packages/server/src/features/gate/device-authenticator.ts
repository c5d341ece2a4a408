import { ApiError } from '../../errors/index.ts';
import type { ServiceClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { bearerToken, challenge } from '../../platform/http/credentials.ts';
import type { Authenticator, OrganizerPrincipal } from '../../platform/http/principal.ts';
import { type LoadedToken, TokenRing } from '../../platform/http/token-ring.ts';
import { hashToken, isToken } from '../../platform/token-format.ts';
import { deviceTokenPrefix } from './device-secrets.ts';
import { type Device, findDeviceByToken, setLastContact, toDevice } from './devices.ts';
import { listGates } from './gates.ts';
import type { ScanningDevice } from './scan-ticket.ts';
import type { DeviceRole } from './schema.gate.ts';

/** A device with a valid token. */
export interface DevicePrincipal extends OrganizerPrincipal {
  readonly kind: 'device';
  /** The id of the device. */
  readonly actor: string;
  readonly permissions: ReadonlySet<DeviceRole>;
  readonly rateLimitKey: string;
  readonly device: ScanningDevice & Pick<Device, 'name' | 'roles' | 'carriesNames' | 'expiresAt'>;
}

/** Finds devices by their tokens. */
export function createDeviceRing(db: Db, clock: ServiceClock): TokenRing<DevicePrincipal> {
  return new TokenRing({
    db,
    clock,
    isWellFormed: (text) => text.startsWith(deviceTokenPrefix) && isToken(text),
    load: (token) => loadDevice(db, token),
    clockOf: ({ organizerId }) => clock.of(organizerId),
    storeUse: setLastContact,
  });
}

async function loadDevice(db: Db, token: string): Promise<LoadedToken<DevicePrincipal>> {
  const [row] = await findDeviceByToken(db, { hash: hashToken(token) });
  if (row === undefined || row.revoked_at !== null) return { principal: null, expiresAtMs: 0 };
  const device = toDevice(row);
  const organizerId = row.organizer_id;
  const gates = await listGates(db, organizerId, device.eventId);
  const principal: DevicePrincipal = {
    kind: 'device',
    organizerId,
    actor: device.id,
    permissions: new Set(device.roles),
    denied: (role) => {
      const headers = { 'www-authenticate': challenge(`error="insufficient_scope", scope="${role}"`) };
      return new ApiError('device_lacks_role', { role }, { headers });
    },
    rateLimitKey: device.id,
    isInReset: row.reset_started_at !== null,
    device: { ...device, gates },
  };
  return { principal, expiresAtMs: Date.parse(device.expiresAt) };
}

/** Authenticates requests by the token of a device, sent as a bearer token. */
export function deviceAuthenticator(devices: TokenRing<DevicePrincipal>): Authenticator<DevicePrincipal> {
  const invalid = () => {
    const headers = { 'www-authenticate': challenge('error="invalid_token"') };
    return new ApiError('invalid_device_token', {}, { headers });
  };
  return {
    isUnknown({ headers }) {
      const token = bearerToken(headers.authorization);
      return token !== null && devices.isUnknown(token);
    },
    async authenticate({ headers }) {
      const token = bearerToken(headers.authorization);
      if (token === null) {
        return new ApiError('missing_device_token', {}, { headers: { 'www-authenticate': challenge() } });
      }
      return (await devices.find(token)) ?? invalid();
    },
    documentation: {
      name: 'device',
      scheme: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'gd_…',
        description:
          'The token of a device, from `POST /pair`. It is valid for one event, and it can be revoked at any time.',
      },
      errors: ['missing_key', 'invalid_key'],
      namesPermissions: true,
    },
  };
}
