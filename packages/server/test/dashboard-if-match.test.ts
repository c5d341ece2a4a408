import { expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { addGate } from '../src/features/gate/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useApp } from './harness/app.ts';
import { type DashboardClient, signIn, signInOperator } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const fees = {
  platformFeeBps: 0,
  platformFeeFixed: 0,
  paymentFeeBps: 0,
  paymentFeeFixed: 0,
  taxBps: 0,
  taxMode: 'included',
  paidBy: 'buyer',
};

/** A resource that members or the operator edit, with two changes to it. */
interface Edited {
  readonly name: string;
  readonly method?: 'PUT';
  readonly changes: readonly [object, object];
}

const editedSettings: readonly (Edited & { readonly path: string })[] = [
  {
    name: 'bank account and payment text',
    path: '/settings/profile',
    changes: [{ iban: 'DE89370400440532013000' }, { paymentText: 'Within 7 days', iban: '' }],
  },
  {
    name: 'translations',
    path: '/settings/translations',
    changes: [{ translations: { de: { paymentText: 'Bar' } } }, { translations: { de: { paymentText: null } } }],
  },
  { name: 'limits', path: '/settings/hold-limits', changes: [{ perAddress: 8 }, { perAddress: null, perEmail: 4 }] },
  {
    name: 'reversal time',
    path: '/settings/reversal-time',
    method: 'PUT',
    changes: [{ reverseWithinSeconds: 60 }, { reverseWithinSeconds: 120 }],
  },
  {
    name: 'days until personal data is removed',
    path: '/settings/personal-data-days',
    method: 'PUT',
    changes: [{ personalDataDays: 90 }, { personalDataDays: null }],
  },
  {
    name: 'fees',
    path: '/fees',
    method: 'PUT',
    changes: [
      { ...fees, taxBps: 700 },
      { ...fees, taxBps: 1_900 },
    ],
  },
];

describeOnBoth('two editors in the dashboard', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));

  async function setUp() {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    const operator = await signInOperator({ url: app.url, db: t.db });
    return { organizer, owner, operator };
  }

  const tagOf = (response: TestResponse) => {
    expect(response.status, response.text).toBe(200);
    return defined(response.headers.get('etag'), 'ETag');
  };

  /** Sends changes with the tag that `readPath` returns: only the first is accepted, and the others change nothing. */
  async function expectOneAccepted(
    client: DashboardClient,
    { readPath, path, edited }: { readPath: string; path: string; edited: Edited },
  ): Promise<void> {
    const { method = 'PATCH', changes } = edited;
    const send = (body: object, ifMatch: string) =>
      client.request(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
      });
    const read = () => client.request(readPath);
    const first = tagOf(await read());
    const second = tagOf(await send(changes[0], first));
    const stored = jsonOf(await read());
    expect(expectProblem(await send(changes[1], first), 412, 'precondition_failed').reason).toBe('resource_changed');
    expect(jsonOf(await read())).toEqual(stored);
    // The tag of a response to a change is that of the current version.
    const third = tagOf(await send(changes[1], second));
    expect(jsonOf(await read())).not.toEqual(stored);
    const responses = await Promise.all(changes.flatMap((body) => [send(body, third), send(body, third)]));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
  }

  test.each(editedSettings)('do not overwrite each other: $name', async ({ path, ...edited }) => {
    const { organizer, owner, operator } = await setUp();
    const isOfOperator = path === '/fees';
    const part = `/dashboard/api${isOfOperator ? '/operator' : ''}/organizers/${organizer.slug}`;
    const client = isOfOperator ? operator : owner;
    await expectOneAccepted(client, { readPath: `${part}/settings`, path: part + path, edited });
  });

  test('do not overwrite each other: gates and webhook endpoints', async () => {
    const { organizer, owner } = await setUp();
    await importAll(t.db, organizer, raceLines());
    const gate = await addGate(t.db, organizerScope(organizer.id, systemClock, byOperator), {
      event: 'race',
      name: 'North',
    });
    const endpoint = await makeEndpoint(t.db, organizer.id, 'https://1.1.1.1/hooks');
    const part = `/dashboard/api/organizers/${organizer.slug}`;
    for (const [path, edited] of [
      [`${part}/gates/${gate.id}`, { name: 'gate', changes: [{ name: 'South' }, { name: 'North', reentry: true }] }],
      [
        `${part}/webhook-endpoints/${endpoint.id}`,
        { name: 'endpoint', changes: [{ description: 'CRM' }, { description: null, events: ['order.paid'] }] },
      ],
    ] satisfies readonly [string, Edited][]) {
      await expectOneAccepted(owner, { readPath: path, path, edited });
    }
  });

  test('do not overwrite each other: corrections of an order and its tickets', async () => {
    const { organizer, owner } = await setUp();
    await importAll(t.db, organizer, [...raceLines(), orderLine('first')]);
    const order = t.db.selectFrom('tickets').select(['order_number', 'id']).where('organizer_id', '=', organizer.id);
    const { order_number: number, id } = await order.executeTakeFirstOrThrow();
    const path = `/dashboard/api/organizers/${organizer.slug}/orders/${number}`;
    const correct = (part: string, body: object, ifMatch: string) =>
      owner.request(`${path}/${part}`, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
      });
    const first = tagOf(await owner.request(path));
    expect((await correct('buyer', { name: 'Ada' }, first)).status).toBe(200);
    const outdated = await correct(`tickets/${id}`, { holderName: 'Lin' }, first);
    expect(expectProblem(outdated, 412, 'precondition_failed').reason).toBe('resource_changed');
    const second = tagOf(await owner.request(path));
    expect((await correct(`tickets/${id}`, { holderName: 'Kim' }, second)).status).toBe(200);
    const third = tagOf(await owner.request(path));
    const names = ['A', 'B', 'C', 'D'];
    const responses = await Promise.all(names.map((name) => correct('buyer', { name }, third)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
  });

  test('a change without a tag, and one by the command line, invalidate the tags before', async () => {
    const { organizer, owner } = await setUp();
    const before = tagOf(await owner.get('/settings'));
    expect((await owner.patch('/settings/hold-limits', { perEmail: 4 })).status).toBe(200);
    const headers = { 'content-type': 'application/json', 'if-match': before };
    const path = `/dashboard/api/organizers/${organizer.slug}/settings/profile`;
    const outdated = await owner.request(path, { method: 'PATCH', body: '{"contactEmail":"a@example.com"}', headers });
    expectProblem(outdated, 412, 'precondition_failed');
    const any = { ...headers, 'if-match': '*' };
    const accepted = await owner.request(path, {
      method: 'PATCH',
      body: '{"contactEmail":"a@example.com"}',
      headers: any,
    });
    expect(accepted.status).toBe(200);
  });
});
