import { nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';
import { entitlement } from './schema.ts';

/** Maximum number of consumptions, and of returns, in a history. */
export const maxHistoryRows = 200;

const maxUnits = 1_000_000;
const units = Type.Integer({
  minimum: 1,
  maximum: maxUnits,
  format: 'int32',
  description: 'Number of units',
  examples: [1],
});
const ref = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The id of the change. To repeat the request safely, send the same `ref`',
  examples: ['6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b'],
});
const reason = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Why the units are consumed or returned by hand. It is shown in the history',
  examples: ['The scanner at the bar had no network'],
});

export const unitChangeRequest = object(
  { units, ref, reason },
  { $id: 'UnitChangeRequest', description: 'Units to consume or to return by hand' },
);

export const unitChange = object(
  {
    id: text('Id of the consumption or the return', { maxLength: 30, examples: ['con_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    kind: oneOf(['consumed', 'returned']),
    units,
    ref,
    reason: nullable(text('The reason, if a member changed the units by hand', { maxLength: 200 })),
    actor: nullable(
      text('The member who changed the units by hand; null for a consumption by a system', { maxLength: 100 }),
    ),
    createdAt: time('When the units were consumed or returned'),
    reversedAt: nullable(time('When a consumption was reversed; null if it was not, and for a return')),
  },
  { $id: 'UnitChange', description: 'A consumption of units, or a return of consumed units' },
);

export const entitlementWithHistory = object(
  {
    entitlement,
    history: Type.Array(unitChange, {
      maxItems: 2 * maxHistoryRows,
      description: 'The latest consumptions and returns, newest first',
    }),
    isComplete: Type.Boolean({ description: 'Whether `history` contains all consumptions and returns' }),
  },
  { $id: 'EntitlementWithHistory', description: 'A purchased add-on with its consumptions and returns' },
);
