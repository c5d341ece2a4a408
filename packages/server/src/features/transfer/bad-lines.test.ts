import { beforeAll, expect, test } from 'vitest';
import { badLines } from '../../../test/bad-lines.ts';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { allRows, importContent, makeOrganizer, orderLine, raceLines } from '../../../test/harness/fixtures.ts';
import { violations } from '../../../test/invariants.ts';
import type { Organizer } from '../organizers/index.ts';
import type { ImportReport, LineFailure } from './index.ts';

const maxLineBytes = 3 * 1024 * 1024;

/** The rows that the invalid lines conflict with, and offers with few units. */
const existingLines = [
  ...raceLines(),
  ...raceLines({ prefix: 'other-' }),
  { type: 'event', externalId: 'slug', name: 'Slug', slug: 'the-race', startsAt: '2027-05-01T06:00:00Z' },
  { type: 'ticketType', externalId: 'scarce', eventId: 'race', name: 'Scarce', price: 100, quantity: 3 },
  { type: 'addon', externalId: 'scarce-beer', eventId: 'race', name: 'Scarce', price: 100, quantity: 2 },
  orderLine('first', {
    orderNumber: 'TAKEN00001',
    items: [
      { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 },
      { kind: 'addon', addonId: 'beer', quantity: 1, consumptions: [{ ref: 'ref-1', units: 1 }] },
    ],
    attendees: [{ ticketTypeId: 'run-10', bib: 'B-1', qrValue: 'QR-1' }],
  }),
];

describeOnBoth('a file with invalid lines', (kind) => {
  const database = useDatabase(kind);

  /** The `externalId` of each imported order, sorted. */
  async function importedOrders(organizer: Organizer): Promise<string[]> {
    const rows = await database.db
      .selectFrom('orders')
      .select('external_id')
      .where('organizer_id', '=', organizer.id)
      .orderBy('external_id')
      .execute();
    return rows.map((row) => row.external_id!);
  }

  // There is a valid order before and after each invalid line.
  const goodId = (number: number) => `goodId-${String(number).padStart(3, '0')}`;
  const lines = [...existingLines, ...badLines.flatMap(({ line }, index) => [line, orderLine(goodId(index))])];
  const content = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const numberOf = (index: number) => existingLines.length + 2 * index + 1;

  let organizer: Organizer;
  let dry: { report: ImportReport; failures: LineFailure[] };
  let real: { report: ImportReport; failures: LineFailure[] };
  let rowsAfterDryRun: Record<string, unknown[]>;
  beforeAll(async () => {
    organizer = await makeOrganizer(database.db);
    dry = await importContent(database.db, organizer, content, { dryRun: true });
    rowsAfterDryRun = await allRows(database.db, organizer.id);
    real = await importContent(database.db, organizer, content);
  });

  test.each(badLines.map((line, index) => ({ ...line, number: numberOf(index) })))(
    '$name is rejected, and the error names its line, its externalId and the field',
    ({ number, line: badLine, paths, message }) => {
      const failure = real.failures.find(({ line }) => line === number);
      const hasId = typeof badLine === 'object' && !paths.includes('externalId');
      expect(failure?.externalId).toBe(hasId ? (badLine as { externalId: string }).externalId : null);
      expect(failure?.errors.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]));
      expect(failure?.errors.map(({ message }) => message).join()).toMatch(message);
    },
  );

  test('reports no other line, and imports every valid line', async () => {
    const failedLines = real.failures.map(({ line }) => line).sort((a, b) => a - b);
    expect(failedLines).toEqual(badLines.map((_, index) => numberOf(index)));
    expect(await importedOrders(organizer)).toEqual(['first', ...badLines.map((_, index) => goodId(index))]);
    expect(real.report).toEqual({
      lines: lines.length,
      created: { event: 3, ticketType: 5, addon: 3, poster: 0, question: 0, order: 1 + badLines.length },
      unchanged: 0,
      failed: badLines.length,
    });
    expect(await violations(database.db)).toEqual([]);
  });

  test('reports the same in a dry run, which writes nothing', () => {
    expect(Object.values(rowsAfterDryRun).flat()).toEqual([]);
    expect(dry).toEqual(real);
  });

  test('reports the same invalid lines in a second import, in which valid lines change nothing', async () => {
    const rows = await allRows(database.db, organizer.id);
    const secondImport = await importContent(database.db, organizer, content);
    expect(secondImport.failures).toEqual(real.failures);
    expect(secondImport.report.unchanged).toBe(existingLines.length + badLines.length);
    expect(await allRows(database.db, organizer.id)).toEqual(rows);
  });

  describeContent();

  /** Tests of line endings, encodings and line lengths. */
  function describeContent(): void {
    const text = [...raceLines(), orderLine('one'), orderLine('two')].map((line) => JSON.stringify(line));
    const order = (externalId: string, length: number) => {
      const line = JSON.stringify(orderLine(externalId, { buyer: { email: 'a@example.com' } }));
      return line.slice(0, -1) + ' '.repeat(length - line.length) + line.slice(-1);
    };
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

    test.each<[string, string | Buffer, number, [number, RegExp][]]>([
      ['ends without a line feed', text.join('\n'), 6, []],
      ['has CRLF line endings', text.map((line) => `${line}\r\n`).join(''), 6, []],
      ['begins with a byte order mark', `\uFEFF${text.join('\n')}\n`, 6, []],
      ['has blank lines', `\n\n${text.join('\n\n')}\n \n\t\r\n\n`, 6, []],
      ['has an invalid line after blank lines', `${text.join('\n\n\n')}\n\nbroken\n`, 7, [[18, /not JSON/]]],
      [
        'has a line that is not UTF-8',
        bytes(`${text.slice(0, 4).join('\n')}\n{"name":"`, [0xc3, 0x28], `"}\n${text.slice(4).join('\n')}\n`),
        7,
        [[5, /UTF-8/]],
      ],
      [
        'has a line that ends within a character',
        bytes(`${text.slice(0, 5).join('\n')}\n{"name":"`, [0xe2, 0x82], `\n${text[5]}`),
        7,
        [[6, /UTF-8/]],
      ],
      ['is UTF-16', Buffer.from('\uFEFF{"type":"event"}', 'utf16le'), 1, [[1, /UTF-8/]]],
      [
        'has 10 MB in one line',
        `${text.slice(0, 5).join('\n')}\n${order('long', 10_000_000)}\n${text[5]}\n`,
        7,
        [[6, /longer than 3145728 bytes/]],
      ],
      [
        'has 10 MB in its last line, without a line feed',
        `${text.join('\n')}\n${order('long', 10_000_000)}`,
        7,
        [[7, /longer than 3145728 bytes/]],
      ],
      [
        'has a line of the maximum length and one that is a byte longer',
        `${text.join('\n')}\n${order('longest', maxLineBytes)}\n${order('too-long', maxLineBytes + 1)}\n`,
        8,
        [[8, /longer than 3145728 bytes/]],
      ],
    ])(
      'a file that %s: its invalid lines are reported by number, and its valid lines are imported',
      async (_, content, count, expected) => {
        const otherOrganizer = await makeOrganizer(database.db);
        const { report, failures } = await importContent(database.db, otherOrganizer, content);
        expect(failures.map(({ line }) => line)).toEqual(expected.map(([line]) => line));
        for (const [index, [, message]] of expected.entries())
          expect(failures[index]!.errors[0]!.message).toMatch(message);
        expect(report).toMatchObject({ lines: count, failed: expected.length });
        if (count > 1) expect(await importedOrders(otherOrganizer)).toEqual(expect.arrayContaining(['one', 'two']));
      },
    );

    test.each([
      ['', 'an empty file'],
      ['\n', 'a file of one line feed'],
      ['\uFEFF', 'a file of a byte order mark'],
    ])('%j (%s) imports nothing and reports no error', async (content) => {
      const otherOrganizer = await makeOrganizer(database.db);
      const { report, failures } = await importContent(database.db, otherOrganizer, content);
      expect(failures).toEqual([]);
      expect(report).toMatchObject({ lines: 0, failed: 0, unchanged: 0 });
    });
  }

  test.each([
    ['a NUL', 'a\u0000b'],
    ['an unpaired high surrogate', 'a\ud83db'],
    ['an unpaired low surrogate', '\udfc3'],
  ])('a line with %s is rejected in each place, and other lines are imported', async (_, text) => {
    const otherOrganizer = await makeOrganizer(database.db);
    const hostile = (index: number) => `hostile-${index}-${text}`;
    const event = { type: 'event', externalId: 'e', name: 'Event', startsAt: '2027-01-01T00:00:00Z' };
    const hostileLines = [
      { ...event, name: text },
      { ...event, externalId: hostile(0) },
      { ...orderLine('h1'), buyer: { email: 'a@b', name: text } },
      orderLine(hostile(1)),
      orderLine('h2', { attendees: [{ ticketTypeId: 'run-10', holderName: text }] }),
      orderLine('h3', { eventId: hostile(2) }),
      orderLine('h4', { attendees: [{ ticketTypeId: 'run-10', qrValue: text }] }),
    ];
    const content = [...raceLines(), ...hostileLines.flatMap((line, index) => [line, orderLine(`goodId-${index}`)])]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const { failures } = await importContent(database.db, otherOrganizer, content);
    const hostileNumbers = hostileLines.map((_, index) => raceLines().length + 2 * index + 1);
    expect(failures.map(({ line }) => line).sort((a, b) => a - b)).toEqual(hostileNumbers);
    expect(await importedOrders(otherOrganizer)).toEqual(hostileLines.map((_, index) => `goodId-${index}`));
    const secondImport = await importContent(database.db, otherOrganizer, content);
    expect(secondImport).toMatchObject({ failures, report: { created: { event: 0, order: 0 } } });
  });
});
