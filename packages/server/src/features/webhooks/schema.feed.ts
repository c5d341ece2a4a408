import {
  count,
  id,
  idFilter,
  listQuery,
  object,
  oneOf,
  page,
  pathId,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';

/** The maximum number of events in a page of the feed. */
const maxListed = 100;

const lastEventId = Type.String({
  pattern: '^(0|[1-9]\\d{0,14})$',
  maxLength: 15,
  description: 'The `id` of the last event that you have received. The stream continues with the next event.',
  examples: ['4102'],
});

const event = object(
  {
    id: id('msg', 'Id of the event'),
    type: text('Type of the event', { maxLength: 100, examples: ['order.paid'] }),
    apiVersion: oneOf(['v1'], 'Version of the API whose format `data` has'),
    createdAt: time('Time of the event'),
    sequence: count('Position of the event in the feed'),
    data: Type.Unsafe<object>({
      type: 'object',
      description: 'The resource at the time of the event, as in the webhook of this type',
      examples: [{ orderNumber: '7K3Q9MX2PA', status: 'paid' }],
    }),
  },
  { $id: 'WebhookEvent', description: 'An event, as it is sent to endpoints', example: { sequence: 4102 } },
);

/** @param types the types that keys can receive */
export function feedSchemas(types: readonly string[]) {
  const filters = {
    type: Type.Optional(
      Type.Array(oneOf(types), {
        description:
          'Only events of these types, separated by commas or in repeated parameters. By default, all types that the key can read',
        minItems: 1,
        maxItems: 100,
        examples: [['order.paid', 'order.refunded']],
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        description: 'Only events with a higher `sequence`',
        minimum: 0,
        maximum: 999_999_999_999_999,
        format: 'int64',
        examples: [4102],
      }),
    ),
    createdSince: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'Starts with the first event at or after this time (RFC 3339)',
        examples: ['2026-11-20T09:00:00.000Z'],
      }),
    ),
  };
  return {
    event,
    page: page('WebhookEventFeed', event, maxListed),
    params: object({ id: pathId('Id of the event', 'msg_01kamz0g5ve4q8v5x2c4g64102') }),
    listQuery: listQuery(maxListed, {
      ...filters,
      objectId: idFilter(
        'Only events about this resource: the id of a ticket, an add-on, an event or a settlement, or an order number. An ' +
          'order number also finds the events about the tickets and add-ons of the order',
        '7K3Q9MX2PA',
      ),
    }),
    streamQuery: object(filters),
    streamHeaders: Type.Object({ 'last-event-id': Type.Optional(lastEventId) }),
    stream: Type.String({
      description: 'Server-sent events',
      contentMediaType: 'text/event-stream',
      maxLength: 1_000_000_000,
      examples: ['id: 4102\nevent: order.paid\ndata: {"id":"msg_01kamz0g5ve4q8v5x2c4g64102","type":"order.paid"}\n\n'],
    }),
  };
}
