import { ApiError } from '../../errors/index.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { bearerToken, challenge } from '../../platform/http/credentials.ts';
import type { Authenticator, OrganizerPrincipal } from '../../platform/http/principal.ts';
import { type LoadedToken, TokenCache } from '../../platform/http/token-cache.ts';
import type { Component } from '../../platform/lifecycle.ts';
import { hashDeviceToken, isDeviceToken } from './device-token.ts';
import { type Device, findDeviceByToken, setLastContacts, toDevice } from './devices.ts';
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
  /** Whether the data of its sandbox is being deleted. */
  readonly isInReset: boolean;
  readonly device: ScanningDevice & Pick<Device, 'name' | 'roles' | 'carriesNames' | 'expiresAt'>;
}

const flushIntervalMs = 10_000;

/** Finds devices by their tokens through a small cache, and stores when they were last used. */
export class DeviceRing {
  readonly #db: Db;
  readonly #cache: TokenCache<DevicePrincipal>;
  /** Times of last use that are not written yet, by the id of the device. */
  readonly #contacts = new Map<string, { organizerId: string; at: string }>();
  #flushTimer: NodeJS.Timeout | null = null;

  constructor(db: Db, clock: ServiceClock) {
    this.#db = db;
    this.#cache = new TokenCache({
      clock,
      isWellFormed: isDeviceToken,
      load: (text) => this.#load(text),
      clockOf: ({ organizerId }) => clock.of(organizerId),
      onUse: ({ actor, organizerId }, atMs) => this.#contacts.set(actor, { organizerId, at: timestamp(atMs) }),
    });
  }

  /** @returns null if the token is mistyped, unknown, revoked or expired */
  find(token: string): DevicePrincipal | null | Promise<DevicePrincipal | null> {
    return this.#cache.find(token);
  }

  /** Whether `find` reads the database for a well-formed token that was not valid lately. */
  isUnknown(token: string): boolean {
    return this.#cache.isUnknown(token);
  }

  /** Writes the times of last use regularly while the process runs, and once more when it stops. */
  component(): Component {
    return {
      name: 'gate devices',
      start: () => {
        this.#flushTimer = setInterval(() => {
          this.#cache.removeStale();
          this.flush().catch(() => {}); // The next batch writes them again.
        }, flushIntervalMs);
        this.#flushTimer.unref();
        return {
          stop: async () => {
            if (this.#flushTimer !== null) clearInterval(this.#flushTimer);
            await this.flush();
          },
        };
      },
    };
  }

  /** Writes the times of last use that are not written yet. */
  async flush(): Promise<void> {
    if (this.#contacts.size === 0) return;
    const batch = new Map(this.#contacts);
    await this.#db.transaction().execute((tx) => setLastContacts(tx, batch));
    for (const [id, contact] of batch) if (this.#contacts.get(id) === contact) this.#contacts.delete(id);
  }

  async #load(token: string): Promise<LoadedToken<DevicePrincipal>> {
    const [row] = await findDeviceByToken(this.#db, { hash: hashDeviceToken(token) });
    if (row === undefined || row.revoked_at !== null) return { principal: null, expiresAtMs: 0 };
    const device = toDevice(row);
    const organizerId = row.organizer_id;
    const gates = await listGates(this.#db, organizerId, device.eventId);
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
      device: { ...device, organizerId, gates },
    };
    return { principal, expiresAtMs: Date.parse(device.expiresAt) };
  }
}

/** Authenticates requests by the token of a device, sent as a bearer token. */
export function deviceAuthenticator(devices: DeviceRing): Authenticator<DevicePrincipal> {
  const invalid = () => {
    const headers = { 'www-authenticate': challenge('error="invalid_token"') };
    return new ApiError('invalid_device_token', {}, { headers });
  };
  return {
    isUnknown({ headers }) {
      const token = bearerToken(headers.authorization);
      return token !== null && devices.isUnknown(token);
    },
    authenticate({ headers }) {
      const token = bearerToken(headers.authorization);
      if (token === null) {
        return new ApiError('missing_device_token', {}, { headers: { 'www-authenticate': challenge() } });
      }
      const principal = devices.find(token);
      return principal instanceof Promise ? principal.then((result) => result ?? invalid()) : (principal ?? invalid());
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
