import type { Tables } from './tables.ts';

/**
 * Tables that a sharded database would copy to every server. They change rarely, and either have no organizer, or are found without it. Their
 * statements do not have to name an organizer.
 */
export const copiedTables = {
  organizers: 'Tables of all organizers refer to it.',
  organizer_slugs: 'A request names its organizer by its slug.',
  public_slugs: 'The page of an event is found by its slug.',
  users: 'Copied tables refer to it.',
  members: 'A session finds the organizers of its user.',
  invitations: 'An invitation is found by the hash of its token.',
  api_keys: 'A request has only a key, and the row of the key has the organizer.',
  key_successors: 'It is read together with the keys.',
  scope_requests: 'The operator reads the requests of all organizers.',
  gate_devices: 'A request has only the token of a device, and the row of the device has the organizer.',
} as const satisfies Partial<Record<keyof Tables, string>>;
