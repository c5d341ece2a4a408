import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../ids.ts';
import { outboxTransport } from './outbox.ts';

const mail = { to: 'ada@example.org', subject: 'Läufe', text: 'one\ntwo', html: '<p>one two</p>' };

function newOutbox() {
  const root = mkdtempSync(join(tmpdir(), 'organizer-outbox-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'data', 'outbox');
  return { folder, outbox: outboxTransport(folder, 'Tickets <tickets@localhost>') };
}

test('each e-mail is a file, files sort by the time of their e-mail, and only their owner can read them', async () => {
  const { folder, outbox } = newOutbox();
  const times = ['2026-11-23T09:59:59.999Z', '2026-11-23T10:00:00.000Z', '2027-01-01T00:00:00.000Z'];
  const ids = times.map((time) => newId('mal', Date.parse(time)));
  for (const id of ids.toReversed()) await outbox.send(id, mail);
  const names = readdirSync(folder).sort();
  expect(names).toEqual(times.map((time, index) => `${time.replaceAll(':', '')}-${ids[index]}.eml`));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a file contains the complete e-mail', async () => {
  const { folder, outbox } = newOutbox();
  const id = newId('mal', Date.parse('2026-11-23T10:00:00Z'));
  await outbox.send(id, mail);
  const raw = readFileSync(join(folder, readdirSync(folder)[0]!));
  expect(raw.toString('latin1')).not.toMatch(/[^\r]\n/);
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({ subject: 'Läufe', messageId: `<${id}@localhost>`, to: [{ address: mail.to }] });
  expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text, mail.html]);
});

test('an e-mail that is sent twice is stored in one file', async () => {
  const { folder, outbox } = newOutbox();
  const id = newId('mal', Date.parse('2026-11-23T10:00:00Z'));
  await outbox.send(id, mail);
  await outbox.send(id, { ...mail, subject: 'again' });
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  expect(readFileSync(join(folder, names[0]!), 'utf8')).toContain('Subject: again');
});

test('an invalid sender throws immediately', () => {
  expect(() => outboxTransport('/nowhere', 'nobody')).toThrow(TypeError);
});
