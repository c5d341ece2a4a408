import { ApiError, fieldError } from '../../errors/index.ts';
import { readCursor, writeCursor } from '../../platform/database/page.ts';
import { challenge } from '../../platform/http/credentials.ts';
import { parseTime } from '../../platform/http/parameters.ts';
import type { Feature, StreamServices } from '../../platform/http/plane.ts';
import { type OrganizerPrincipal, requirePermission } from '../../platform/http/principal.ts';
import { object } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { openStream, readCallerAgain } from '../../platform/http/stream-hub.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { FeedHub, maxStreamsPerKey } from './feed-hub.ts';
import { findFeedEvent, readFeedHead, readFeedPage, readLastDeleted, readSequenceBefore } from './feed-queries.ts';
import { tags } from './route-options.ts';
import { feedSchemas } from './schema.feed.ts';
import type { WebhookTypes } from './webhook-types.ts';

/** A principal of the feed. A publishable key can read only published events, so it receives no webhook events. */
export interface FeedPrincipal extends OrganizerPrincipal {
  readonly keyKind: 'publishable' | 'secret';
}

const cursorName = 'webhook-feed';

/** The field of a request that has the position. */
interface PositionField {
  readonly part: 'query' | 'headers';
  readonly path: string;
}
const positionParameter: PositionField = { part: 'query', path: 'after' };
const positionHeader: PositionField = { part: 'headers', path: 'last-event-id' };

const retention = 'Events are stored for 30 days. A position before deleted events is rejected with 410.';
const readable =
  'A secret key receives the types whose resources it can read: with `orders:read` the events about orders, and so on.';

/**
 * The feed of webhook events for secret keys: a list, single events, and a stream.
 *
 * @param scopes the permissions that keys can have. The feed has only types that a key can read
 */
export function feedRoutes(types: WebhookTypes, scopes: readonly string[]): Feature<StreamServices<FeedPrincipal>> {
  const names = Object.keys(types).filter((name) => scopes.includes(types[name]!.permission));
  const schemas = feedSchemas(names);
  const readableTypes = ({ keyKind, permissions }: FeedPrincipal): ReadonlySet<string> =>
    new Set(keyKind === 'publishable' ? [] : names.filter((name) => permissions.has(types[name]!.permission)));

  /**
   * Returns the types that a request selects.
   *
   * @throws ApiError `no_readable_events`, or `missing_scope_for_parameter` for a selected type that the key cannot read
   */
  const selectTypes = (caller: FeedPrincipal, selected: readonly string[] | undefined): ReadonlySet<string> => {
    const readable = readableTypes(caller);
    if (readable.size === 0) {
      const headers = { 'www-authenticate': challenge('error="insufficient_scope"') };
      throw new ApiError('no_readable_events', {}, { headers });
    }
    for (const type of selected ?? []) requirePermission(caller, types[type]!.permission, `type=${type}`);
    return selected === undefined ? readable : new Set(selected);
  };

  return (app, { db, clock, secrets, scopeOf, authenticate }) => {
    const hub = new FeedHub(db, clock, names);
    app.addHook('preClose', () => hub.close());

    /** The position at which a request starts: `after` or `createdSince`, whichever is later; null if both are absent. */
    const readStart = async (
      organizerId: string,
      query: { after?: number | undefined; createdSince?: string | undefined },
      until: number,
    ): Promise<number | null> => {
      const { after = null, createdSince } = query;
      if (createdSince === undefined) return after;
      const sinceMs = Date.parse(parseTime('createdSince', createdSince, 'query'));
      const before = await readSequenceBefore(db, organizerId, sinceMs, until);
      // Earlier events were deleted, and the feed is complete from there.
      return Math.max(before, after ?? 0, await readLastDeleted(db, organizerId));
    };

    app.get(
      '/webhook-events',
      {
        config: { errors: ['insufficient_scope', 'events_deleted'] },
        schema: {
          operationId: 'listWebhookEvents',
          tags,
          summary: 'List events',
          description:
            'Your webhook events in the order of their `sequence`, oldest first, without tests of endpoints. To continue later, send ' +
            'the `sequence` of the last event as `after`: no event is left out and none is returned twice. With filters, a page ' +
            `can have fewer rows than \`limit\` although \`hasMore\` is true.\n\n${readable} ${retention}`,
          querystring: schemas.listQuery,
          response: { 200: schemas.page },
        },
      },
      async (request, reply) => {
        const { organizerId, principal } = scopeOf(request);
        const { type, limit, cursor, objectId, ...query } = request.query;
        const selected = selectTypes(principal, type);
        const { sequence: until } = await readFeedHead(db, organizerId);
        const after =
          cursor === undefined
            ? ((await readStart(organizerId, query, until)) ?? (await readLastDeleted(db, organizerId)))
            : Number(readCursor(cursor, cursorName, 1, secrets.cursorKey)[0]);
        const range = { after, until, types: [...selected], objectId, limit };
        const { events, lastSequence } = await readFeedPage(db, organizerId, range);
        const hasMore = lastSequence < until;
        const nextCursor = hasMore ? writeCursor(cursorName, [String(lastSequence)], secrets.cursorKey) : null;
        const data = JsonText.list(events.map(({ body }) => body));
        return sendJson(reply, jsonObject({ data, hasMore, nextCursor }));
      },
    );

    app.get(
      '/webhook-events/:id',
      {
        config: { errors: ['insufficient_scope'] },
        schema: {
          operationId: 'getWebhookEvent',
          tags,
          summary: 'Read an event',
          description: `One webhook event, as it is sent to endpoints.\n\n${readable}`,
          params: schemas.params,
          querystring: object({}),
          response: { 200: schemas.event },
        },
      },
      async (request, reply) => {
        const { organizerId, principal } = scopeOf(request);
        const { id } = request.params;
        const event = await findFeedEvent(db, organizerId, id, selectTypes(principal, undefined));
        if (event === null) throw new ApiError('webhook_event_not_found', { eventId: id.slice(0, 100) });
        return sendJson(reply, event.body);
      },
    );

    app.get(
      '/webhook-events/stream',
      {
        config: { errors: ['insufficient_scope', 'events_deleted'] },
        schema: {
          operationId: 'streamWebhookEvents',
          tags,
          summary: 'Stream events',
          description:
            'Your webhook events as server-sent events, each when it is committed, in the order of their `sequence`. The `id` of ' +
            'an event is its `sequence`, `event` its type, and `data` the JSON that is sent to endpoints. If the connection breaks, ' +
            'connect again with the last `id` as `Last-Event-ID`: no event is left out and none is sent twice. Without a ' +
            'position, the stream starts with the next event. About every 15 seconds, a comment and an `id` without data ' +
            `are sent; store this \`id\` too. A key can have ${maxStreamsPerKey} streams in each process of the server. A client ` +
            `that reads nothing for 30 seconds is disconnected.\n\n${readable} ${retention}`,
          headers: schemas.streamHeaders,
          querystring: schemas.streamQuery,
          response: { 200: schemas.stream },
        },
      },
      async (request, reply) => {
        const { organizerId, principal } = scopeOf(request);
        const { type, ...query } = request.query;
        const selected = selectTypes(principal, type);
        const { sequence, newest } = await readFeedHead(db, organizerId);
        const lastEventId = request.headers['last-event-id'];
        const after =
          lastEventId === undefined
            ? ((await readStart(organizerId, query, sequence)) ?? sequence)
            : Number(lastEventId);
        const field = lastEventId === undefined ? positionParameter : positionHeader;
        assertPosition(after, field, { newest, lastDeleted: await readLastDeleted(db, organizerId) });
        hub.assertHasCapacity(principal.actor);
        // The response to HEAD has the same head, and ends.
        if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
        const stream = openStream(request, reply);
        const readPermissions = async () => {
          const current = await readCallerAgain(authenticate, request);
          return current === null ? null : new Set([...readableTypes(current)].filter((name) => selected.has(name)));
        };
        const client = { topic: organizerId, owner: principal.actor, stream, permissions: selected, readPermissions };
        // The client connects again after a pause.
        await hub.send(client, after).catch(() => {});
        stream.end();
      },
    );
  };
}

/**
 * @throws ApiError `webhook_events_deleted` if events after the position were deleted
 * @throws ApiError `invalid_fields` if the position is after the newest event
 */
function assertPosition(
  after: number,
  { part, path }: PositionField,
  { newest, lastDeleted }: { newest: number; lastDeleted: number },
): void {
  if (after < lastDeleted) throw new ApiError('webhook_events_deleted', { after });
  // After the reset of a sandbox, all events are deleted.
  const maximum = Math.max(newest, lastDeleted);
  if (after <= maximum) return;
  const fields = [fieldError(path, 'above_maximum', { maximum })];
  throw new ApiError('invalid_fields', { part }, { fields });
}
