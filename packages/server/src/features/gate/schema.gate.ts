import {
  count,
  id,
  nullable,
  object,
  oneOf,
  orderNumber,
  type Static,
  type TSchema,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { entitlement } from '../entitlements/http.ts';
import { holderAddons } from '../tickets/http.ts';
import { ticketStatuses } from '../tickets/index.ts';
import { minutesOfStats } from './bounds.ts';

/** Maximum number of scans in one batch. */
const maxScansPerBatch = 500;
/** Maximum number of tickets in the result of a search. */
export const maxFoundTickets = 20;

export const deviceRoles = ['gate', 'bar'] as const;
export const gateDirections = ['entry', 'exit', 'both'] as const;
export const scanDirections = ['entry', 'exit'] as const;

/**
 * Why a ticket was refused. A ticket of another organizer is `unknown`. There is no reason for unpaid tickets, because tickets are
 * issued when their order is paid.
 */
export const refusalReasons = [
  'already_used',
  'void',
  'wrong_event',
  'wrong_gate',
  'not_open',
  'closed',
  'exited',
  'not_inside',
  'wrong_direction',
  'unknown',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const name = (description: string, example: string) => text(description, { maxLength: 300, examples: [example] });
const ticketTypeId = id('tty', 'Id of the ticket type');
const flag = (description: string) => Type.Boolean({ description });
const list = <T extends TSchema>(item: T, maxItems: number, description: string) =>
  Type.Array(item, { maxItems, description });

const qrValue = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Content of the QR code',
  examples: ['7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D'],
});

export const pairRequest = object(
  {
    code: Type.String({
      minLength: 8,
      maxLength: 16,
      description: 'The pairing code; it can have a hyphen or spaces, and upper and lower case do not matter',
      examples: ['K7MP-3XQ9'],
    }),
  },
  { $id: 'GatePairRequest', description: 'The code that the dashboard or the command line shows' },
);

export const carriesNamesDescription =
  'Whether the offline bundle of the device has the names of holders, and the words by which buyers are found, unencrypted. Encrypted names can be read only with the QR code of their ticket';

export const implausibleTimeDescription =
  'Whether `scannedAt` is more than 7 days before `receivedAt`, or more than 5 minutes after it, because the clock of the device was wrong. Charts do not contain such scans of devices without a network';

export const gateDevice = object(
  {
    id: id('dev', 'Id of the device'),
    name: name('Name of the device', 'Phone 3'),
    roles: list(oneOf(deviceRoles), 2, '`gate`: can scan tickets; `bar`: can hand out add-ons'),
    carriesNames: flag(carriesNamesDescription),
    expiresAt: time('When the token of the device expires'),
  },
  { $id: 'GateDevice', description: 'The device that sends the request' },
);

export const pairResult = object(
  {
    token: Type.String({
      maxLength: 100,
      description: 'The token of the device. An earlier token of the device stops working.',
      examples: ['gd_V1StGXR8Z5jdHi6BmyT3qLw7Yk0NcaE4f2XbPsU'],
    }),
    device: gateDevice,
  },
  { $id: 'GatePairing', description: 'The token of a paired device' },
);

export const gate = object(
  {
    id: id('gat', 'Id of the gate'),
    name: name('Name of the gate', 'Main entrance'),
    direction: oneOf(gateDirections, 'In which direction tickets can be scanned'),
    reentry: flag('Whether a holder who has left can enter again'),
    ticketTypeIds: nullable(list(ticketTypeId, 200, 'The admitted ticket types; null for all')),
    categories: nullable(list(text('A category', { maxLength: 100 }), 200, 'The admitted categories; null for all')),
    opensAt: nullable(time('The time from which holders can enter; null if there is no such limit')),
    closesAt: nullable(time('The time until which holders can enter; null if there is no such limit')),
  },
  { $id: 'Gate', description: 'A check-in point of an event' },
);

export const deviceContext = object(
  {
    device: gateDevice,
    organizer: object(
      { name: name('Name of the organizer', 'Harbor City Events') },
      { $id: 'GateOrganizer', description: 'The organizer of the event' },
    ),
    event: object(
      {
        id: id('evt', 'Id of the event'),
        name: name('Name of the event', 'Harbor Run'),
        timezone: text('IANA time zone', { maxLength: 100, examples: ['Europe/Berlin'] }),
        startsAt: time('Start of the event'),
        endsAt: nullable(time('End of the event')),
      },
      { $id: 'GateEvent', description: 'The event at which the device is used' },
    ),
    gates: list(gate, 200, 'The gates that the device can use'),
    ticketTypes: list(
      object(
        { id: ticketTypeId, name: name('Name of the ticket type', 'Half marathon') },
        { $id: 'GateTicketType', description: 'A ticket type of the event' },
      ),
      1_000,
      'The ticket types of the event',
    ),
    reverseWithinSeconds: count('The time within which a consumption can be reversed, in seconds'),
    bundleKey: Type.String({
      maxLength: 100,
      description: 'The public key that verifies offline bundles: Ed25519, 32 bytes in base64',
      examples: ['MCowBQYDK2VwAyEA2i3ZyIR0pEGbNGFdZSbg5SOM2oQ='],
    }),
    serverTime: time('The time of the server, from which the device computes by how much its clock is wrong'),
  },
  { $id: 'GateContext', description: 'All that a device needs to know about its event' },
);

export const deviceStatus = object(
  {
    battery: nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'Charge of the battery from 0 to 1; null if unknown' }),
    ),
    appVersion: Type.String({ minLength: 1, maxLength: 50, description: 'Version of the app', examples: ['1.4.0'] }),
    queueLength: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      format: 'int32',
      description: 'Number of scans that are not sent yet',
    }),
  },
  { $id: 'GateDeviceStatus', description: 'The state of a device' },
);

export const deviceStatusResult = object(
  { serverTime: time('The time of the server') },
  { $id: 'GateServerTime', description: 'The time of the server' },
);

export const scanFields = {
  qrValue: Type.Optional(qrValue),
  ticketId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the ticket, if its QR code was not scanned. Send either `qrValue` or `ticketId`',
      examples: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
  ),
  nonce: Type.String({
    pattern: '^[0-9A-Za-z_-]{8,64}$',
    maxLength: 64,
    description:
      'Your id of the scan, unique for the device or the API key: 8 to 64 letters, digits, "-" and "_". A repeated request with the ' +
      'same value returns the same scan',
    examples: ['6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b'],
  }),
  scannedAt: time('When the ticket was scanned, by the clock of the device'),
  gateId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the gate',
    examples: ['gat_01kamz0g5ve4q8v5x2c4g6t0yd'],
  }),
  direction: oneOf(scanDirections, '`entry` or `exit`'),
  force: Type.Optional(
    flag(
      'Admits the holder even if the result would be `already_used`, `exited`, `not_open`, `closed` or `wrong_gate`. The scan is stored as forced. A scan that was made without a network at a gate that the device cannot use is not admitted',
    ),
  ),
};

export const scanRequest = object(scanFields, { $id: 'GateScanRequest', description: 'A scanned ticket' });

const offlineScan = object(
  {
    ...scanFields,
    offline: Type.Literal(true, { description: 'Always true', examples: [true] }),
    deviceResult: oneOf(['admitted', 'refused'] as const, 'What the device decided'),
    deviceReason: nullable(oneOf(refusalReasons, 'Why the device refused the ticket')),
  },
  { $id: 'GateOfflineScan', description: 'A scan for which the device decided without the server' },
);

export const scanBatch = object(
  { scans: Type.Array(offlineScan, { minItems: 1, maxItems: maxScansPerBatch, description: 'Scans, oldest first' }) },
  { $id: 'GateScanBatch', description: 'The scans of a device that was offline' },
);

const ticketFields = {
  id: id('tkt', 'Id of the ticket'),
  ticketTypeId,
  ticketTypeName: name('Name of the ticket type', 'Half marathon'),
  category: nullable(text('Class of the holder, such as an age group', { maxLength: 100, examples: ['W40'] })),
  bib: text('Start number or seat number', { maxLength: 50, examples: ['1042'] }),
  holderName: nullable(name('Name of the holder', 'Ada Lovelace')),
  status: oneOf(ticketStatuses, 'Status of the ticket'),
  inside: nullable(flag('Whether the holder is inside; null if the ticket was not used')),
  addons: holderAddons,
};

export const gateTicket = object(ticketFields, { $id: 'GateTicket', description: 'A ticket as a gate shows it' });

export const scanResult = object(
  {
    id: id('scn', 'Id of the scan'),
    result: oneOf(['admitted', 'refused'] as const, '`admitted`: the holder can pass; `refused`: the holder cannot'),
    reason: nullable(oneOf(refusalReasons, 'Why the ticket was refused; for a forced scan, why it would have been')),
    direction: oneOf(scanDirections, '`entry` or `exit`'),
    gateId: id('gat', 'Id of the gate'),
    scannedAt: time('When the ticket was scanned, by the clock of the device'),
    receivedAt: time('When the server received the scan'),
    forced: flag('Whether the holder was admitted although the ticket would have been refused'),
    conflict: flag('Whether the device admitted the holder offline although the server would have refused the ticket'),
    implausibleTime: flag(implausibleTimeDescription),
    replayed: flag('Whether an earlier request with this nonce has created the scan'),
    undoneAt: nullable(time('When the scan was undone; null if it was not')),
    ticket: nullable(gateTicket),
    previous: nullable(
      object(
        {
          scanId: nullable(id('scn', 'Id of the scan; null if the ticket was used without a scan')),
          gateId: nullable(id('gat', 'Id of the gate')),
          gateName: nullable(name('Name of the gate', 'Main entrance')),
          deviceName: nullable(name('Name of the device, or of the API key', 'Phone 3')),
          at: time('When the ticket was used'),
          direction: oneOf(scanDirections, '`entry` or `exit`'),
        },
        { $id: 'GatePreviousScan', description: 'When and where the ticket was used before' },
      ),
    ),
  },
  { $id: 'GateScan', description: 'A scan and its result' },
);

export const scanBatchResult = object(
  { results: list(scanResult, maxScansPerBatch, 'The results, in the order of the scans') },
  { $id: 'GateScanBatchResult', description: 'What the server found for each scan' },
);

export const searchQuery = object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description:
      'Words in any order, in upper or lower case, with or without accents. Each of them is the begin of a word of the name of a holder or of a buyer, of a bib (without leading zeros), of an order number (at least 4 characters), or of an e-mail address',
    examples: ['lovelace'],
  }),
});

export const searchResult = object(
  {
    tickets: list(
      object(
        { ...ticketFields, orderNumber },
        { $id: 'GateFoundTicket', description: 'A ticket that was found by a search' },
      ),
      maxFoundTickets,
      'The tickets that were found',
    ),
  },
  { $id: 'GateSearchResult', description: 'Tickets of the event' },
);

const scanCounts = {
  admitted: count('Number of entries, without undone ones'),
  exited: count('Number of exits, without undone ones'),
};

export const gateStats = object(
  {
    tickets: count('Number of sold tickets, without those that were returned to stock'),
    ...scanCounts,
    inside: Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      format: 'int32',
      description: 'Entries minus exits',
    }),
    conflicts: count('Number of scans that a device admitted offline although the server would have refused'),
    refused: Type.Unsafe<Partial<Record<RefusalReason, number>>>({
      type: 'object',
      description: 'Number of refused scans by their reason',
      additionalProperties: count('Number of scans'),
      maxProperties: refusalReasons.length,
      examples: [{ already_used: 3 }],
    }),
    gates: list(
      object(
        {
          gateId: id('gat', 'Id of the gate'),
          ...scanCounts,
          refused: count('Number of refused scans'),
          minutes: list(
            object(
              { at: time('Start of the minute'), ...scanCounts, refused: count('Number of refused scans') },
              { $id: 'GateMinute', description: 'The scans of one minute' },
            ),
            minutesOfStats,
            'The minutes of the last hour in which tickets were scanned, oldest first',
          ),
        },
        { $id: 'GateCounts', description: 'The scans of one gate' },
      ),
      200,
      'The gates of the event',
    ),
  },
  { $id: 'GateStats', description: 'The scans of the event' },
);

export const lookupRequest = object(
  { qrValue },
  { $id: 'GateLookupRequest', description: 'The ticket of a guest at the bar' },
);

export const lookupResult = object(
  {
    ticket: nullable(gateTicket),
    entitlements: list(entitlement, 200, 'The add-ons of the ticket holder, and those of the order'),
  },
  { $id: 'GateLookupResult', description: 'What a guest has bought; `ticket` is null for an unknown QR code' },
);

export type DeviceRole = (typeof deviceRoles)[number];
export type ScanRequest = Static<typeof scanRequest>;
export type OfflineScan = Static<typeof offlineScan>;
export type ScanView = Static<typeof scanResult>;
export type GateTicketView = Static<typeof gateTicket>;
export type GateStatsView = Static<typeof gateStats>;
export type GateView = Static<typeof gate>;
