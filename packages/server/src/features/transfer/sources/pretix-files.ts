import { stat } from 'node:fs/promises';
import { OperatorError } from '../../../errors/index.ts';
import { asObject, asText, type JsonObject } from './json-fields.ts';
import type { NewestOrders } from './newest-orders.ts';
import type { Notes } from './notes.ts';
import { readJsonValues } from './read-json.ts';
import { describeForeignFile, openTextFile, readStart, readStartText, type TextFile } from './text-file.ts';

/** A file with orders, and where they are in it. */
interface OrderFile {
  readonly file: TextFile;
  readonly path: string;
  readonly bytes: number;
  /** Whether it is the JSON export, which has no payments, refunds, check-ins and cancelled positions. */
  readonly isExport: boolean;
}

/** The content of all files except the orders. Lists are null if no file has them. */
export interface PretixData {
  event: JsonObject | null;
  items: JsonObject[] | null;
  quotas: JsonObject[] | null;
  questions: JsonObject[] | null;
  checkInLists: JsonObject[] | null;
  subevents: JsonObject[] | null;
  vouchers: JsonObject[] | null;
  orderFiles: OrderFile[];
  /** The number of entries of each list, as its pages say. */
  counts: Map<ListName | 'orders', number>;
}

type ListName = 'items' | 'quotas' | 'questions' | 'checkInLists' | 'subevents' | 'vouchers';

/** Lists of the API: a record of the list has all of these fields. */
const listKinds: readonly [kind: ListName | 'orders' | 'event' | 'settings', fields: readonly string[]][] = [
  ['orders', ['code', 'positions']],
  ['items', ['default_price', 'admission']],
  ['quotas', ['size', 'variations']],
  ['questions', ['question', 'type']],
  ['checkInLists', ['checkin_count']],
  ['vouchers', ['code', 'max_usages']],
  ['event', ['slug', 'date_from', 'currency']],
  ['subevents', ['date_from', 'event']],
  ['settings', ['is_addon', 'cross_selling_mode']],
  ['settings', ['price_includes_tax']],
  ['settings', ['condition_min_count']],
];

/** The lists of the JSON export. */
const exportLists = ['items', 'quotas', 'questions', 'subevents'] as const;

const expected = 'Use the JSON export of pretix, or the pages of its API.';

/** The size of a single object, such as an event, is below this. */
const maxObjectBytes = 16 * 1024 * 1024;
const startBytes = 4_096;

/**
 * Reads all files of pretix: the pages of its API, and its JSON export. Orders are only checked to be complete JSON; they are read
 * later. Files with the same kind of list are combined. Several files can have the same records. Those of the API are used, because
 * they have more fields than those of the JSON export.
 *
 * @param newest gets the places of all orders
 * @throws OperatorError if a file cannot be read, is not complete JSON, or is from another event
 */
export async function readPretixFiles(
  paths: readonly string[],
  notes: Notes,
  newest: NewestOrders,
): Promise<PretixData> {
  const data: PretixData = {
    event: null,
    items: null,
    quotas: null,
    questions: null,
    checkInLists: null,
    subevents: null,
    vouchers: null,
    orderFiles: [],
    counts: new Map(),
  };
  for (const path of paths) {
    const file = await openTextFile(path, notes);
    const { size: bytes } = await stat(path);
    const foreign = describeForeignFile(await readStart(path, startBytes));
    if (foreign !== null) throw new OperatorError(`${path} ${foreign}. ${expected}`);
    const start = await readStartText(file, startBytes);
    if (/^\s*\{\s*"event"\s*:\s*\{/.test(start)) await readExport(file, bytes, data, newest);
    else await readDump(file, bytes, start, data, notes, newest);
  }
  if (data.orderFiles.length === 0) notes.left('orders', 'no file has orders');
  for (const [kind, count] of data.counts) {
    const found = kind === 'orders' ? newest.count() : (data[kind]?.length ?? 0);
    if (found < count) {
      notes.left(
        `pages of the list ${kind}`,
        `it has ${count} entries, but the files have ${found}: add the other pages`,
      );
    }
  }
  return data;
}

/** Reads a file of the JSON export. */
async function readExport(file: TextFile, bytes: number, data: PretixData, newest: NewestOrders): Promise<void> {
  const fileIndex = data.orderFiles.length;
  const event: Record<string, unknown> = {};
  const lists: Record<(typeof exportLists)[number], JsonObject[]> = {
    items: [],
    quotas: [],
    questions: [],
    subevents: [],
  };
  const paths = [
    '$.event.name',
    '$.event.slug',
    '$.event.orders.*.code',
    ...exportLists.map((name) => `$.event.${name}.*`),
  ];
  const fields = ['name', 'slug'];
  for await (const { path, key, value } of readJsonValues(file, paths)) {
    const list = exportLists.find((name) => path === `event.${name}`);
    const code = key === 'code' ? asText(value) : null;
    if (list !== undefined) lists[list].push(asObject(value));
    else if (code !== null) newest.add(code, { fileIndex, index: Number(path.split('.').at(-1)) }, 0);
    else if (path === 'event' && fields.includes(key)) event[key] = value;
  }
  setEvent(data, event, file);
  for (const name of exportLists) data[name] = combineRecords(lists[name], data[name] ?? []);
  data.orderFiles.push({ file, path: '$.event.orders.*', bytes, isExport: true });
}

/** Reads a file with a page of the API, a list of its records, or one event. */
async function readDump(
  file: TextFile,
  bytes: number,
  start: string,
  data: PretixData,
  notes: Notes,
  newest: NewestOrders,
): Promise<void> {
  const fileIndex = data.orderFiles.length;
  const records: JsonObject[] = [];
  const isList = /^\s*\[/.test(start);
  const isPage = !isList && /"results"\s*:\s*\[/.test(start);
  if (!isList && !isPage && !/^\s*\{/.test(start)) {
    throw new OperatorError(`${file.path} is not JSON. ${expected} Files of other products need another --from.`);
  }
  if (!isList && !isPage && bytes > maxObjectBytes) {
    throw new OperatorError(`${file.path} is neither a JSON export of pretix nor a list of its API.`);
  }
  const path = isPage ? '$.results.*' : isList ? '$.*' : '$';
  let kind: (typeof listKinds)[number][0] | null = null;
  let count = 0;
  for await (const { key, value } of readJsonValues(file, [path])) {
    const record = asObject(value);
    kind ??= listKinds.find(([, fields]) => fields.every((field) => Object.hasOwn(record, field)))?.[0] ?? null;
    count += 1;
    if (kind === null) {
      notes.left('files', 'their content is not a list of the pretix API that the import knows', file.name);
      return;
    }
    const code = kind === 'orders' ? asText(record['code']) : null;
    if (code !== null)
      newest.add(code, { fileIndex, index: Number(key) }, Date.parse(`${record['last_modified']}`) || 1);
    if (kind === 'orders') continue;
    if (kind === 'settings') break;
    if (kind === 'event') setEvent(data, record, file);
    else records.push(record);
  }
  if (kind !== null && kind !== 'orders' && kind !== 'settings' && kind !== 'event') {
    data[kind] = combineRecords(data[kind] ?? [], records);
  }
  const total = isPage ? Number(/"count"\s*:\s*(\d+)/.exec(start)?.[1] ?? 0) : 0;
  if (kind !== null && kind !== 'settings' && kind !== 'event') {
    data.counts.set(kind, Math.max(total, data.counts.get(kind) ?? 0));
  }
  if (kind === 'orders') data.orderFiles.push({ file, path, bytes, isExport: false });
  if (kind === 'settings') {
    notes.left('settings of pretix: categories, tax rules and discounts', 'this service has none of them', file.name);
  }
  if (count === 0) notes.left('files', 'they are empty', file.name);
}

/** Combines two lists. Of two records with the same id, the one of the second list is used. */
function combineRecords(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(
    [...first, ...second].map((record, index) => [asText(record['id']) ?? `record ${index}`, record]),
  );
  return [...byId.values()];
}

/** Combines what two files say about the event. */
function setEvent(data: PretixData, event: JsonObject, file: TextFile): void {
  const slug = asText(event['slug']);
  const known = asText(data.event?.['slug']);
  if (known !== null && slug !== known) {
    throw new OperatorError(
      `${file.path} is from the event "${slug}", other files are from "${known}". Import them one by one.`,
    );
  }
  // The API has names in all languages, the JSON export in one.
  const isMoreComplete = Object.hasOwn(event, 'date_from');
  data.event = isMoreComplete ? { ...data.event, ...event } : { ...event, ...data.event };
}
