import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { up } from '../migrations/0034-links.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { openSandboxOf } from '../src/features/sandboxes/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { dialectOf } from '../src/platform/database/dialect.ts';
import { useApp } from './harness/app.ts';
import { OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { jsonOf } from './harness/responses.ts';

describeOnBoth('the slug of an event page', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));
  let first: OrganizerApi;
  let second: OrganizerApi;
  let count = 0;

  beforeAll(async () => {
    first = await OrganizerApi.create(t.db, app);
    second = await OrganizerApi.create(t.db, app);
  });

  const newSlug = () => {
    count += 1;
    return `city-run-${count}`;
  };
  /** The id of the event on a page; the status if there is none. */
  const eventAt = async (slug: string): Promise<string | number | undefined> => {
    const response = await app.request(`/e/${slug}`);
    const location = response.headers.get('location');
    if (response.status === 301 && location !== null) return eventAt(location.slice('/e/'.length));
    return response.status === 200 ? /data-event="(\w+)"/.exec(await response.text())?.[1] : response.status;
  };
  const publish = (api: OrganizerApi, fields: object) => api.event({ status: 'published', ...fields });
  const publicSlugOf = async (api: OrganizerApi, id: string) =>
    jsonOf<{ publicSlug: string | null }>(await api.send('GET', `/events/${id}`)).publicSlug;

  test('belongs to the first organizer that publishes it, and others get a suffix', async () => {
    const slug = newSlug();
    const draft = await second.event({ slug });
    const own = await publish(first, { slug });
    await second.ticketType(draft.id);
    await second.patch(`/events/${draft.id}`, { status: 'published' });
    const suffixed = `${slug}-${second.organizer.slug}`;
    expect([await eventAt(slug), await eventAt(suffixed)]).toEqual([own.id, draft.id]);
    expect([await publicSlugOf(first, own.id), await publicSlugOf(second, draft.id)]).toEqual([slug, suffixed]);
    const page = await (await app.request(`/e/${draft.id}`)).text();
    expect(page).toContain(`<link rel="canonical" href="https://tickets.example.com/e/${suffixed}">`);
    expect((await app.request(`/e/${slug}/calendar.ics`)).status).toBe(200);
    expect((await second.emittedEvents()).at(-1)).toMatchObject({ data: { slug, publicSlug: suffixed } });
  });

  test('never leads to an event of another organizer, even after its event was archived or renamed', async () => {
    const [slug, next] = [newSlug(), newSlug()];
    const own = await publish(first, { slug });
    await first.patch(`/events/${own.id}`, { slug: next });
    const other = await publish(second, { slug });
    expect([await eventAt(slug), await eventAt(next)]).toEqual([own.id, own.id]);
    const moved = await app.request(`/e/${slug}?order=7K3Q9MX2PA&lang=de`);
    const { headers } = moved;
    expect([moved.status, headers.get('location'), headers.get('cache-control')]).toEqual([
      301,
      `/e/${next}?order=7K3Q9MX2PA&lang=de`,
      'no-cache',
    ]);
    expect((await app.request(`/e/${slug}/calendar.ics`)).status).toBe(200);
    expect(await publicSlugOf(second, other.id)).toBe(`${slug}-${second.organizer.slug}`);
    await first.patch(`/events/${own.id}`, { status: 'archived' });
    const third = await OrganizerApi.create(t.db, app);
    await publish(third, { slug: next });
    expect([await eventAt(slug), await eventAt(next)]).toEqual([404, 404]);
    expect(await eventAt(`${next}-${third.organizer.slug}`)).toMatch(/^evt_/);
  });

  test('can be given by an organizer to another event of its own, if the first event has another one', async () => {
    const [slug, older] = [newSlug(), newSlug()];
    const last = await publish(first, { slug });
    await first.patch(`/events/${last.id}`, { slug: older });
    const next = await publish(first, { slug });
    expect([await eventAt(slug), await eventAt(older)]).toEqual([next.id, last.id]);
    // The current slug of an event is never taken from it.
    const suffixed = `${slug}-${second.organizer.slug}`;
    const loser = await publish(second, { slug });
    const owner = await publish(second, { slug: suffixed });
    expect([await eventAt(suffixed), await publicSlugOf(second, owner.id)]).toEqual([
      loser.id,
      `${suffixed}-${second.organizer.slug}`,
    ]);
  });

  test('is decided by the database if several organizers publish it at the same time', async () => {
    const slug = newSlug();
    const apis = await Promise.all(Array.from({ length: 6 }, () => OrganizerApi.create(t.db, app)));
    const events = await Promise.all(apis.map(async (api) => ({ api, event: await publish(api, { slug }) })));
    const slugs = await Promise.all(events.map(({ api, event }) => publicSlugOf(api, event.id)));
    expect(new Set(slugs).size).toBe(6);
    expect(slugs.filter((found) => found === slug)).toHaveLength(1);
    for (const [index, { event }] of events.entries()) expect(await eventAt(slugs[index]!)).toBe(event.id);
  });

  test('is assigned to imported events, and never to those of a sandbox', async () => {
    const organizer = await makeOrganizer(t.db);
    const [eventLine, ...lines] = raceLines();
    const slug = newSlug();
    await importAll(t.db, organizer, [
      { ...eventLine!, slug, status: 'published' } as typeof eventLine & object,
      ...lines,
    ]);
    expect(await eventAt(slug)).toMatch(/^evt_/);
    const sandbox = await openSandboxOf(t.db, first.organizer.slug, systemClock, byOperator);
    const inSandbox = newSlug();
    const testLine = { ...eventLine!, slug: inSandbox, status: 'published' } as typeof eventLine & object;
    await importAll(t.db, { ...organizer, id: sandbox.id }, [testLine]);
    expect(await eventAt(inSandbox)).toBe(404);
    const live = await publish(second, { slug: inSandbox });
    expect(await publicSlugOf(second, live.id)).toBe(inSandbox);
  });

  test('is assigned when its page is opened, if the event was published by the previous version', async () => {
    const slug = newSlug();
    const [own, other] = [await publish(first, { slug }), await publish(second, { slug })];
    await t.db.deleteFrom('public_slugs').where('event_id', 'in', [own.id, other.id]).execute();
    const before = jsonOf<{ updatedAt: string; publicSlug: null }>(await first.send('GET', `/events/${own.id}`));
    expect(before.publicSlug).toBeNull();
    const pages = await Promise.all([eventAt(slug), eventAt(slug), eventAt(slug)]);
    expect(pages).toEqual([own.id, own.id, own.id]);
    const after = jsonOf<{ updatedAt: string }>(await first.send('GET', `/events/${own.id}`));
    expect(after).toMatchObject({ publicSlug: slug });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await eventAt(other.id)).toBe(other.id);
  });

  test('is assigned to the events of an existing database by the migration', async () => {
    const slug = newSlug();
    const [oldest, newest] = [await publish(second, { slug }), await publish(first, { slug })];
    await t.db.deleteFrom('public_slugs').execute();
    for (const statement of [
      'drop table public_slugs',
      'drop table replaced_qr_codes',
      'alter table orders drop column link_version',
    ]) {
      await sql.raw(statement).execute(t.db);
    }
    await t.db.transaction().execute(async (tx) => {
      await dialectOf(tx).prepareMigration(tx);
      await up(tx as never);
    });
    await dialectOf(t.db).distributeTables(t.db);
    expect(await eventAt(slug)).toBe(oldest.id);
    expect(await publicSlugOf(first, newest.id)).toBe(`${slug}-${first.organizer.slug}`);
    expect(await eventAt(`${slug}-${first.organizer.slug}`)).toBe(newest.id);
    const { rows } = await sql`select e.id from events as e join organizers as o on o.id = e.organizer_id
      where e.status = 'published' and o.sandbox_of is null
        and not exists (select 1 from public_slugs as p where p.event_id = e.id)`.execute(t.db);
    expect(rows).toEqual([]);
  });
});
