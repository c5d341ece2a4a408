import { mkdirSync } from 'node:fs';
import { readAttendeePage } from '../packages/server/src/features/tickets/attendee-page.ts';
import { exportFormats } from '../packages/server/src/features/tickets/export-attendees.ts';
import type { ImportLine } from '../packages/server/src/features/transfer/index.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import { openRecordingDatabase } from './bare-statements.ts';
import type { Databases } from './copies.ts';
import { organizerPath, signInTo } from './dashboard.ts';
import { createdAtOf, ensureOrganizer } from './data.ts';
import { cpuMicroseconds, type LoadResult, load, type Target } from './load.ts';
import { ceilingEnv } from './reads.ts';
import { formatInteger, formatSpread, heading, median, report } from './report.ts';
import { peakMegabytes, type Server, startBench, startProgram } from './servers.ts';
import { envOf } from './webhook-setup.ts';

/** The persons of the large start list. The small one has a tenth of them. */
const persons = Number(process.env['BENCH_PERSONS'] ?? 100_000);
const personsPerOrder = 4;
const ordersPerImport = 1_000;
const startListRounds = 3;
const reservationRounds = 15;
/** Rounds in which V8 compiles the code. */
const warmUpRounds = 3;

/** The columns that each event has. The question for the shirt is the tenth. */
const columns = ['bib', 'holderName', 'ticketType', 'category', 'birthDate', 'age', 'sex', 'club', 'addons'];

/** The questions to each person, with the answer of a person. */
const questions = {
  born: { kind: 'date', key: 'birthDate', answer: (index: number) => `${1950 + (index % 55)}-05-${10 + (index % 20)}` },
  sex: { kind: 'choice', key: 'sex', answer: (index: number) => (index % 2 === 0 ? 'female' : 'male') },
  country: { kind: 'country', key: 'nationality', answer: (index: number) => ['DE', 'FR', 'PL'][index % 3]! },
  club: { kind: 'text', key: 'club', answer: (index: number) => `Harriers ${index % 200}` },
  shirt: {
    kind: 'choice',
    options: [
      { code: 'm', label: 'M' },
      { code: 'l', label: 'L' },
    ],
    answer: () => 'm',
  },
  finish: { kind: 'number', answer: (index: number) => 180 + (index % 120) },
  phone: { kind: 'phone', answer: () => '+49305550100' },
  remark: { kind: 'longText', answer: () => 'I start with my sister and would like a place near her.' },
} as const;

type QuestionName = keyof typeof questions;

/** The lines of an event with questions to its ticket holders, and an add-on for them. */
function eventLines(prefix: string): ImportLine[] {
  return [
    ...raceLines({ prefix }),
    {
      type: 'addon',
      externalId: `${prefix}shirt`,
      eventId: `${prefix}race`,
      name: 'Finisher shirt',
      price: 1500,
      assignedTo: 'holder',
    },
    ...Object.entries(questions).map(([externalId, { answer: _, ...fields }]): ImportLine => {
      const question = {
        externalId,
        eventId: `${prefix}race`,
        askedOf: 'holder',
        label: `Your ${externalId}`,
      } as const;
      return { type: 'question', ...question, ...fields } as ImportLine;
    }),
  ];
}

/** Measures start lists, and reservations with answers. */
export async function benchRegistrations(all: readonly Databases[], seconds: number): Promise<void> {
  heading(
    `Start list of ${formatInteger(persons)} persons, ${columns.length + 1} columns, compared with a bare node:http server that streams its rows`,
  );
  for (const databases of all) await benchStartList(databases);
  heading(
    `Reservations of ${personsPerOrder} persons with ${Object.keys(questions).length} answers each, compared with those without answers`,
  );
  for (const databases of all) await benchReservations(databases, seconds / 2);
}

/** Compares each format with a server that reads the same rows with one statement, and the memory with that for a tenth of the rows. */
async function benchStartList(databases: Databases): Promise<void> {
  const { location, db, organizerId, large, small } = await openStartLists(databases);
  for (const format of exportFormats) {
    const statement = await statementOfRows(location, organizerId, large.eventId, format);
    const ceiling = await startBench('start-list-ceiling.ts', ceilingEnv(location, statement), '/');
    const program = await startProgram(envOf(location));
    const headers = { cookie: await signInTo(program, { db, organizerId }) };
    const pathOf = ({ eventId, questionIds }: BenchEvent) =>
      `${organizerPath}/attendees/file?language=en&eventId=${eventId}&format=${format}&columns=${columns},${questionIds.get('shirt')}`;
    for (let round = 0; round < warmUpRounds; round += 1) await download(program, pathOf(small), persons / 10, headers);
    await download(ceiling, '/rows', persons);
    const smallPeak = peakMegabytes(program.pid);
    const pairs = [];
    for (let round = 0; round < startListRounds; round += 1) {
      const service = await download(program, pathOf(large), persons, headers);
      pairs.push({ service, bare: await download(ceiling, '/rows', persons) });
    }
    const largePeak = peakMegabytes(program.pid);
    await ceiling.stop();
    await program.stop();
    for (const [name, key, required] of [
      [`${databases.kind} ${format}`, 'ms', '≤ 1.5'],
      ['  processor time', 'cpuMs', ''],
    ] as const) {
      report({
        name,
        measured: `${formatInteger(median(pairs.map(({ service }) => service[key])))} ms`,
        reference: `${formatInteger(median(pairs.map(({ bare }) => bare[key])))} ms`,
        ratio: formatSpread(pairs.map(({ service, bare }) => service[key] / bare[key])),
        required,
      });
    }
    report({
      name: '  peak memory',
      measured: `${largePeak.toFixed(1)} MB`,
      reference: `${smallPeak.toFixed(1)} MB with a tenth of the rows`,
      ratio: (largePeak / smallPeak).toFixed(2),
      required: 'flat',
    });
  }
  await db.destroy();
}

async function download({ port, pid }: Server, path: string, rows: number, headers: Record<string, string> = {}) {
  const [startedMs, cpuBefore] = [performance.now(), cpuMicroseconds(pid)];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.length;
  if (!response.ok || bytes < 10 * rows) throw new Error(`Status ${response.status}, ${bytes} bytes of ${path}.`);
  return { ms: performance.now() - startedMs, cpuMs: (cpuMicroseconds(pid) - cpuBefore) / 1_000 };
}

/** The statement that reads all rows of a start list at once. */
async function statementOfRows(
  location: DatabaseLocation,
  organizerId: string,
  eventId: string,
  format: (typeof exportFormats)[number],
): Promise<{ sql: string; parameters: readonly unknown[] }> {
  const { db, record } = openRecordingDatabase(location);
  const parts = new Set(format === 'raceResult' ? (['answers'] as const) : (['answers', 'addons'] as const));
  const [statement] = await record(() =>
    readAttendeePage(db, organizerId, { eventId, statuses: ['valid', 'used'], parts }, null, persons),
  );
  await db.destroy();
  return { sql: statement!.sql, parameters: statement!.runs[0]! };
}

/** Opens a database with a large and a small event. Creates it if an earlier run has not. */
async function openStartLists(databases: Databases) {
  const name = `start_list_${persons}`;
  const location = (await databases.exists(name)) ? databases.locationOf(name) : await databases.create(name);
  mkdirSync(location.dataDir, { recursive: true });
  const db = openDatabase(location);
  await migrate(db);
  const { count } = await db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const organizer = await ensureOrganizer(db);
  if (Number(count) < persons + persons / 10) {
    for (const [prefix, size] of [
      ['small-', persons / 10],
      ['', persons],
    ] as const) {
      await importAll(db, organizer, eventLines(prefix));
      for (let first = 0; first < size; first += personsPerOrder * ordersPerImport) {
        const orders = Math.min(ordersPerImport, (size - first) / personsPerOrder);
        const lines = Array.from({ length: orders }, (_, order) =>
          startListOrder(prefix, first + personsPerOrder * order),
        );
        await importAll(db, organizer, lines);
      }
    }
    await databases.runMaintenance(name);
  }
  const [large, small] = [await findEvent(db, 'race'), await findEvent(db, 'small-race')];
  return { location, db, organizerId: organizer.id, large, small };
}

/** A paid order, each of whose persons has answers and a shirt. */
function startListOrder(prefix: string, first: number): ImportLine {
  const holders = Array.from({ length: personsPerOrder }, (_, index) => first + index);
  const createdAt = createdAtOf(first);
  return orderLine(
    `${prefix}order-${first}`,
    {
      items: [
        { kind: 'ticket', ticketTypeId: `${prefix}run-10`, quantity: personsPerOrder },
        ...holders.map((_, attendee) => ({
          kind: 'addon' as const,
          addonId: `${prefix}shirt`,
          quantity: 1,
          attendee,
        })),
      ],
      attendees: holders.map((person) => ({
        ticketTypeId: `${prefix}run-10`,
        firstName: `Ada ${person}`,
        lastName: 'Lovelace',
        bib: String(person + 1),
        category: `W${5 * (person % 15)}`,
        answers: Object.entries(questions).map(([questionId, { answer }]) => ({ questionId, value: answer(person) })),
      })),
      createdAt,
      paidAt: createdAt,
    },
    prefix,
  );
}

/** An event with the ids that requests need. */
interface BenchEvent {
  readonly eventId: string;
  readonly ticketTypeId: string;
  /** By their names in `questions`. */
  readonly questionIds: ReadonlyMap<string, string>;
}

async function findEvent(db: Db, externalId: string): Promise<BenchEvent> {
  const { event_id: eventId, id: ticketTypeId } = await db
    .selectFrom('ticket_types as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select(['t.event_id', 't.id'])
    .where('e.external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('questions').select(['id', 'external_id']).where('event_id', '=', eventId).execute();
  return { eventId, ticketTypeId, questionIds: new Map(rows.map(({ id, external_id }) => [external_id!, id])) };
}

/** Compares reservations of an event with questions with those of an event without. */
async function benchReservations(databases: Databases, seconds: number): Promise<void> {
  const location = await databases.create('reservations');
  mkdirSync(location.dataDir, { recursive: true });
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db);
  await importAll(db, organizer, [...eventLines(''), ...raceLines({ prefix: 'plain-' })]);
  const [asking, plain] = [await findEvent(db, 'race'), await findEvent(db, 'plain-race')];
  await db.destroy();
  await databases.runMaintenance('reservations');
  const program = await startProgram({ RATE_LIMIT_PUBLIC: '1000000', MAX_WAIT_MS: '60000', ...envOf(location) });
  const pairs: { answers: LoadResult; none: LoadResult }[] = [];
  for (let round = -warmUpRounds; round < reservationRounds; round += 1) {
    const answers = await load(reservationTarget(program, asking), seconds);
    const none = await load(reservationTarget(program, plain), seconds);
    if (round >= 0) pairs.push({ answers, none });
  }
  await program.stop();
  const rate = (of: 'answers' | 'none') =>
    `${formatInteger(median(pairs.map((pair) => pair[of].requestsPerSecond)))}/s`;
  const cpu = (of: 'answers' | 'none') => `${Math.round(median(pairs.map((pair) => pair[of].serverMicroseconds)))} µs`;
  report({
    name: `${databases.kind} time of a reservation`,
    measured: rate('answers'),
    reference: rate('none'),
    ratio: formatSpread(pairs.map(({ answers, none }) => none.requestsPerSecond / answers.requestsPerSecond)),
    required: '≤ 1.3',
  });
  report({
    name: '  processor time',
    measured: cpu('answers'),
    reference: cpu('none'),
    ratio: formatSpread(pairs.map(({ answers, none }) => answers.serverMicroseconds / none.serverMicroseconds)),
    required: '≤ 1.3',
  });
}

let buyers = 0;

function reservationTarget({ port, pid }: Server, { eventId, ticketTypeId, questionIds }: BenchEvent): Target {
  const body = () => {
    buyers += 1;
    const attendees = Array.from({ length: personsPerOrder }, (_, index) => {
      const answers = [...questionIds].map(([name, id]) => [
        id,
        questions[name as QuestionName].answer(buyers + index),
      ]);
      return {
        ticketTypeId,
        holderName: `Ada ${index}`,
        ...(answers.length > 0 ? { answers: Object.fromEntries(answers) } : {}),
      };
    });
    const buyer = { email: `buyer${buyers}@example.com`, name: 'Ada Buyer' };
    return JSON.stringify({ eventId, items: [{ ticketTypeId, quantity: personsPerOrder }], buyer, attendees });
  };
  return { port, pid, path: '/api/public/v1/reserve', headers: {}, body, status: 201 };
}
