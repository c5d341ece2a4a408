import {
  count,
  id,
  listQuery,
  nullable,
  object,
  oneOf,
  orderNumber,
  page,
  type Static,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { maxAdmissionSteps } from './bounds.ts';
import {
  carriesNamesDescription,
  deviceRoles,
  gate,
  gateDirections,
  implausibleTimeDescription,
  refusalReasons,
  scanDirections,
} from './schema.gate.ts';

const flag = (description: string) => Type.Boolean({ description });
const name = (description: string, example: string) =>
  Type.String({ description, minLength: 1, maxLength: 100, examples: [example] });
const gateName = name('Name of the gate', 'Main entrance');
const deviceName = name('Name of the device', 'Phone 3');
const carriesNames = flag(carriesNamesDescription);
const roles = Type.Array(oneOf(deviceRoles), {
  minItems: 1,
  maxItems: deviceRoles.length,
  uniqueItems: true,
  description: '`gate`: can scan tickets; `bar`: can hand out add-ons',
});
const ids = (prefix: string, description: string) =>
  nullable(
    Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'An id',
        examples: [`${prefix}_01kamz0g5ve4q8v5x2c4g6t0yd`],
      }),
      { maxItems: 200, description },
    ),
  );

export const managedGate = object(
  {
    ...gate.properties,
    eventId: id('evt', 'Id of the event'),
    createdAt: time('When the gate was added'),
    archivedAt: nullable(time('When the gate was archived; null if it was not')),
  },
  { $id: 'ManagedGate', description: 'A gate of an event' },
);

export const managedGates = object(
  { data: Type.Array(managedGate, { maxItems: 200 }) },
  { $id: 'ManagedGates', description: 'The gates of an event, including archived ones, oldest first' },
);

const gateFields = {
  direction: Type.Optional(oneOf(gateDirections, 'In which direction tickets can be scanned')),
  reentry: Type.Optional(flag('Whether a holder who has left can enter again')),
  ticketTypeIds: Type.Optional(ids('tty', 'The admitted ticket types. If null or empty, all are admitted')),
  categories: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, description: 'A category', examples: ['W40'] }), {
        maxItems: 200,
        description: 'The admitted categories. If null or empty, all are admitted',
      }),
    ),
  ),
  opensAt: Type.Optional(nullable(time('The time from which holders can enter; null if there is no such limit'))),
  closesAt: Type.Optional(nullable(time('The time until which holders can enter; null if there is no such limit'))),
};

export const newGate = object(
  { name: gateName, ...gateFields },
  { $id: 'NewGate', description: 'A gate to add. By default, it admits all tickets of the event once' },
);

export const gatePatch = object(
  {
    name: Type.Optional(gateName),
    ...gateFields,
    isArchived: Type.Optional(flag('Whether the gate is archived')),
  },
  { $id: 'GatePatch', description: 'The fields of a gate to change' },
);

export const managedDevice = object(
  {
    id: id('dev', 'Id of the device'),
    eventId: id('evt', 'Id of the event'),
    name: deviceName,
    roles,
    gateIds: ids('gat', 'The gates that the device can use; null for all'),
    carriesNames,
    createdAt: time('When the device was added'),
    pairedAt: nullable(time('When the device was paired; null if it was not')),
    expiresAt: time('When the token of the device expires'),
    revokedAt: nullable(time('When the device was revoked; null if it was not')),
    lastSeenAt: nullable(time('When the device last sent a request, to the minute; null if it has sent none')),
    battery: nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'Charge of the battery from 0 to 1; null if unknown' }),
    ),
    appVersion: nullable(text('Version of the app', { maxLength: 50, examples: ['1.4.0'] })),
    queueLength: nullable(count('Number of scans that the device has not sent yet; null if unknown')),
  },
  { $id: 'ManagedDevice', description: 'A device that scans tickets or hands out add-ons, without its token' },
);

export const managedDevices = object(
  { data: Type.Array(managedDevice, { maxItems: 2_000 }) },
  { $id: 'ManagedDevices', description: 'The devices of an event, including revoked ones, oldest first' },
);

export const newDevice = object(
  {
    name: deviceName,
    roles,
    gateIds: Type.Optional(ids('gat', 'The gates that the device can use. If null or empty, it can use all')),
    carriesNames: Type.Optional(carriesNames),
  },
  { $id: 'NewDevice', description: 'A device to add' },
);

export const devicePatch = object(
  { name: deviceName },
  { $id: 'DevicePatch', description: 'The new name of a device' },
);

const pairingFields = {
  pairingCode: Type.String({
    maxLength: 8,
    description: 'The code to enter on the device. It is returned only once',
    examples: ['K7MP3XQ9'],
  }),
  pairingExpiresAt: time('When the code expires'),
  pairingUrl: Type.String({
    maxLength: 2_000,
    description: 'URL of a page that pairs the device on which it is opened. Show it as a QR code',
    examples: ['https://tickets.example.com/gate#pair=K7MP3XQ9'],
  }),
};

export const pairing = object(pairingFields, {
  $id: 'DevicePairing',
  description: 'How a device is paired. A code can be used once, within 15 minutes',
});

export const addedDevice = object(
  { device: managedDevice, ...pairingFields },
  { $id: 'AddedDevice', description: 'A new device and its pairing code' },
);

const scanFields = {
  id: id('scn', 'Id of the scan'),
  eventId: id('evt', 'Id of the event of the gate'),
  gateId: id('gat', 'Id of the gate'),
  gateName,
  deviceId: id('dev', 'Id of the device'),
  deviceName,
  source: oneOf(
    ['device', 'key'] as const,
    '`key`: checked in by the API; `deviceName` is then the name of the API key',
  ),
  ticketId: nullable(id('tkt', 'Id of the ticket; null if the organizer has no such ticket')),
  direction: oneOf(scanDirections, '`entry` or `exit`'),
  scannedAt: time('When the ticket was scanned, by the clock of the device'),
  receivedAt: time('When the server received the scan'),
  isOffline: flag('Whether the device decided without the server'),
  result: oneOf(['admitted', 'refused'] as const, '`admitted`: the holder can pass; `refused`: the holder cannot'),
  reason: nullable(oneOf(refusalReasons, 'Why the ticket was refused; for a forced scan, why it would have been')),
  isForced: flag('Whether the holder was admitted although the ticket would have been refused'),
  isConflict: flag('Whether the device admitted the holder offline although the server would have refused the ticket'),
  hasImplausibleTime: flag(implausibleTimeDescription),
  undoneAt: nullable(time('When the scan was undone; null if it was not')),
};

export const scanRecord = object(scanFields, { $id: 'ScanRecord', description: 'A scan of a ticket' });

export const scanRecords = object(
  { data: Type.Array(scanRecord, { maxItems: 500 }) },
  { $id: 'ScanRecords', description: 'Scans, newest first' },
);

const admissionPeriods = ['hour', 'today', 'event'] as const;
export type AdmissionPeriod = (typeof admissionPeriods)[number];

export const admissionsQuery = object({
  period: Type.Optional(
    oneOf(
      admissionPeriods,
      '`hour`: the last hour in steps of 1 minute (default); `today`: the current day in the time zone of the event, in steps of 10 minutes; `event`: the last 504 hours of the event until its last scan, in steps of 1 hour',
    ),
  ),
});

export const admissions = object(
  {
    stepMinutes: Type.Integer({
      minimum: 1,
      maximum: 60,
      description: 'The length of a step in minutes',
      examples: [1],
    }),
    from: time('Start of the first step'),
    until: time('Start of the last step'),
    gates: Type.Array(
      object(
        {
          gateId: id('gat', 'Id of the gate'),
          steps: Type.Array(
            object(
              {
                at: time('Start of the step'),
                admitted: count('Number of admissions'),
                exited: count('Number of exits'),
                refused: count('Number of refused scans'),
              },
              { $id: 'AdmissionStep', description: 'The scans of one step' },
            ),
            { maxItems: maxAdmissionSteps, description: 'The last steps in which tickets were scanned, oldest first' },
          ),
        },
        { $id: 'GateAdmissions', description: 'The scans of one gate' },
      ),
      { maxItems: 200, description: 'The gates of the event' },
    ),
  },
  { $id: 'Admissions', description: 'The numbers of scans in a period, for each gate and step' },
);
export type AdmissionsView = Static<typeof admissions>;

const maxConflictsPerPage = 50;

const conflictStatus = oneOf(
  ['open', 'settled'] as const,
  'Only conflicts that nobody has settled yet, or only settled ones',
);

export const conflictQuery = listQuery(maxConflictsPerPage, { status: Type.Optional(conflictStatus) });

const note = Type.String({
  maxLength: 500,
  description: 'What was found out',
  examples: ['The second person had a copy, and has bought a ticket'],
});

export const conflictSettlement = object(
  { note },
  { $id: 'ConflictSettlement', description: 'What was found out about a conflict' },
);

export const scanConflict = object(
  {
    ...scanFields,
    ticket: nullable(
      object(
        {
          id: id('tkt', 'Id of the ticket'),
          orderNumber,
          ticketTypeName: text('Name of the ticket type', { maxLength: 300, examples: ['Half marathon'] }),
          bib: text('Start number or seat number', { maxLength: 50, examples: ['1042'] }),
        },
        { $id: 'ConflictTicket', description: 'The ticket that was scanned' },
      ),
    ),
    previous: nullable(scanRecord),
    settled: nullable(
      object(
        {
          at: time('When the conflict was settled'),
          by: text('The id of the member who has settled it', {
            maxLength: 100,
            examples: ['usr_01kamz0g5ve4q8v5x2c4g6t0yd'],
          }),
          note,
        },
        { $id: 'SettledConflict', description: 'Who has settled a conflict' },
      ),
    ),
  },
  {
    $id: 'ScanConflict',
    description: 'A scan with which a device admitted a holder offline, and the previous scan of the same ticket',
  },
);

export const conflictPage = page('ScanConflictPage', scanConflict, maxConflictsPerPage);
