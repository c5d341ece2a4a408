import { expect } from 'vitest';
import type { Organizer } from '../../src/features/organizers/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { TestApp } from './app.ts';
import { allRows, makeKey, makeOrganizerWithBankAccount } from './fixtures.ts';
import { expectProblem, jsonOf, read, type TestResponse } from './responses.ts';
import { expectWebhookBody } from './webhook-schemas.ts';

/** A ticket type or an add-on of an event. */
export type Offer = { id: string; eventId: string; [field: string]: unknown };

/** An event as returned to its organizer. */
export type EventView = { id: string; ticketTypes: Offer[]; addons: Offer[]; [field: string]: unknown };

/** An event as webhook events contain it: with texts in the default language only. */
export function inDefaultLanguage<T>(event: T): T {
  return JSON.parse(JSON.stringify(event, (name, value) => (name === 'translations' ? undefined : value)));
}

/** A new organizer, and requests to the API with its key, which can write the catalog. */
export class OrganizerApi {
  readonly organizer: Organizer;
  readonly key: string;
  readonly #db: Db;
  readonly #app: Pick<TestApp, 'request'>;

  private constructor(db: Db, app: Pick<TestApp, 'request'>, organizer: Organizer, key: string) {
    this.#db = db;
    this.#app = app;
    this.organizer = organizer;
    this.key = key;
  }

  static async create(db: Db, app: Pick<TestApp, 'request'>, clock?: Clock): Promise<OrganizerApi> {
    const organizer = await makeOrganizerWithBankAccount(db, clock);
    const { key } = await makeKey(db, organizer.id, { granted: ['events:write'] });
    return new OrganizerApi(db, app, organizer, key);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const jsonHeaders = { 'content-type': 'application/json', ...headers };
    const content = body === undefined ? { headers } : { headers: jsonHeaders, body: JSON.stringify(body) };
    return read(await this.#app.request(`/api/v1${path}`, { method, key: this.key, ...content }));
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('PATCH', path, body, headers);
  }

  async get(eventId: string): Promise<EventView> {
    return jsonOf(await this.send('GET', `/events/${eventId}`));
  }

  /** Creates an event, by default as a draft. Throws if the request is rejected. */
  async event(fields: Record<string, unknown> = {}): Promise<EventView> {
    return createdBody(await this.post('/events', { name: 'Race', startsAt: '2083-05-01T06:00:00Z', ...fields }));
  }

  async ticketType(eventId: string, fields: Record<string, unknown> = {}): Promise<Offer> {
    return createdBody(await this.post(`/events/${eventId}/ticket-types`, { name: '10 km', price: 2000, ...fields }));
  }

  async addon(eventId: string, fields: Record<string, unknown> = {}): Promise<Offer> {
    return createdBody(
      await this.post(`/events/${eventId}/addons`, { name: 'Drinks', type: 'drink', price: 900, ...fields }),
    );
  }

  /** All emitted webhook events, sorted by `sequence`. Validates each body against its schema. */
  async emittedEvents(): Promise<{ type: string; createdAt: string; data: Record<string, unknown> }[]> {
    const rows = await this.#db
      .selectFrom('webhook_events')
      .select('body')
      .where('organizer_id', '=', this.organizer.id)
      .orderBy('sequence')
      .execute();
    return rows.map(({ body }) => {
      const event = JSON.parse(body) as { type: string; createdAt: string; data: Record<string, unknown> };
      expectWebhookBody(event);
      return event;
    });
  }

  /** The types of the emitted events. */
  async emittedTypes(): Promise<string[]> {
    return (await this.emittedEvents()).map(({ type }) => type);
  }

  /** Sends a request that must be rejected, and asserts that it wrote nothing. */
  async expectRejected(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<TestResponse> {
    const before = await this.storedRows();
    const response = await this.send(method, path, body);
    expect(response.status, response.text).toBeGreaterThanOrEqual(400);
    expect(await this.storedRows()).toEqual(before);
    return response;
  }

  /** Sends a body that must be rejected, and asserts that nothing was written. Returns the message of each field error by path. */
  async fieldErrorsOf(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Record<string, string>> {
    const { errors = [] } = expectProblem(await this.expectRejected(method, path, body), 400, 'invalid_request');
    return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
  }

  /**
   * The stored rows of the organizer that requests can write, and the number of its mails, webhook events and stored responses. Tests
   * compare them before and after a request to check that it wrote nothing.
   */
  async storedRows(): Promise<unknown> {
    const { id } = this.organizer;
    const payments = await this.#db
      .selectFrom('payments')
      .selectAll()
      .where('organizer_id', '=', id)
      .orderBy('id')
      .execute();
    const [mails, events, responses] = await Promise.all(
      (['order_mails', 'webhook_events', 'idempotency_records'] as const).map(async (table) => {
        const rows = await this.#db.selectFrom(table).select('created_at').where('organizer_id', '=', id).execute();
        return rows.length;
      }),
    );
    return { rows: await allRows(this.#db, id), payments, mails, events, responses };
  }
}

function createdBody<T>(response: TestResponse): T {
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  return jsonOf(response) as T;
}
