import { nullable, object, type Static, Type } from '../../platform/http/schema.ts';
import { gateTicket, scanFields, scanResult } from './schema.gate.ts';

const { holderName, bib, category, ...ticketFields } = gateTicket.properties;

export const checkInRequest = object(
  {
    eventId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the event. A ticket of another event is refused with `wrong_event`',
      examples: ['evt_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
    ...scanFields,
    scannedAt: Type.Optional(scanFields.scannedAt),
    gateId: Type.Optional(scanFields.gateId),
    direction: Type.Optional(scanFields.direction),
  },
  {
    $id: 'CheckInRequest',
    description:
      'A scanned ticket. By default it is scanned now, with the direction `entry`, at the only gate of the event that is not archived',
    examples: [
      {
        eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
        qrValue: '7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D',
        nonce: '6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b',
      },
    ],
  },
);

export const checkIn = object(
  {
    ...scanResult.properties,
    ticket: nullable(
      object(
        {
          ...ticketFields,
          holderName: Type.Optional(holderName),
          bib: Type.Optional(bib),
          category: Type.Optional(category),
        },
        {
          $id: 'CheckedInTicket',
          description: 'The ticket. `holderName`, `bib` and `category` need the scope `orders:read:pii`',
        },
      ),
    ),
  },
  { $id: 'CheckIn', description: 'A check-in and its result' },
);

export type CheckInRequest = Static<typeof checkInRequest>;
export type CheckInView = Static<typeof checkIn>;
