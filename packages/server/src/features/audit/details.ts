/** The names of the details of audit entries. The dashboard has a label for each of them in each language. */
export const auditDetailNames = [
  ...['addon', 'after', 'amount', 'balance', 'before', 'byProvider', 'bytes', 'carriesNames', 'changed', 'columns'],
  ...['consumption', 'currency', 'deliveryId', 'direction', 'discount', 'endpointId', 'event', 'eventId', 'events'],
  ...['expiresAt', 'fields', 'format', 'host', 'hour', 'isOperator', 'items', 'kind', 'late', 'mediaType', 'moved'],
  ...[
    'newExpiresAt',
    'newKeyId',
    'newRefundId',
    'onlyFailed',
    'order',
    'orderNumber',
    'orders',
    'paidBy',
    'personalDataDays',
  ],
  ...['paymentFeeBps', 'paymentFeeFixed', 'perAddress', 'perEmail', 'platformFeeBps', 'platformFeeFixed', 'poster'],
  ...[
    'previousUntil',
    'price',
    'quantity',
    'question',
    'reentry',
    'replayed',
    'requestId',
    'return',
    'reverseWithinSeconds',
  ],
  ...['role', 'roles', 'sale', 'scan', 'scans', 'scope', 'scopes', 'settings', 'since', 'slug', 'source', 'status'],
  ...['taxBps', 'taxMode', 'ticketType', 'tickets', 'timezone', 'to', 'total', 'type', 'units', 'validMinutes'],
] as const;

export type AuditDetailName = (typeof auditDetailNames)[number];

/** Details of which each name is one of `auditDetailNames`. Other details are a type error. */
export type AuditDetails<D extends object> = Readonly<D> & {
  readonly [Name in Exclude<keyof D, AuditDetailName>]: never;
};
