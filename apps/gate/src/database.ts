/** The storage of the phone: IndexedDB. */
import { type DBSchema, type IDBPDatabase, openDB, type StoreNames, unwrap } from 'idb';
import type { BundlePart } from './bundle-format.ts';
import type { Mark } from './marks.ts';
import type { QueueEntry } from './queue.ts';

/** The stores, and the types of their keys and values. */
interface Schema extends DBSchema {
  /** Single values by name. */
  settings: { key: string; value: unknown };
  /** The bundle and its changes, in the order in which they arrived. */
  parts: { key: number; value: BundlePart };
  /** The scans that were not sent. */
  queue: { key: number; value: QueueEntry };
  marks: { key: string; value: Mark };
}
type StoreName = StoreNames<Schema>;
type Database = IDBPDatabase<Schema>;
type Change = (store: (name: StoreName) => IDBObjectStore) => void;

let connection: Promise<Database> | null = null;

/** Opens a connection, which is used until it ends. */
function connect(): Promise<Database> {
  if (connection !== null) return connection;
  /** The next access opens a new connection. */
  const forget = () => {
    if (connection === opening) connection = null;
  };
  const opening = openDB<Schema>('gate', 1, {
    upgrade(database) {
      database.createObjectStore('settings');
      database.createObjectStore('parts', { autoIncrement: true });
      database.createObjectStore('queue', { keyPath: 'position', autoIncrement: true });
      database.createObjectStore('marks', { keyPath: 'hash' });
    },
    // Otherwise a newer version of the app, or the deletion of the data, would wait for this page.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening.catch(forget);
  connection = opening;
  return opening;
}

/** The errors of a connection that the browser has closed, or is closing. Its unfinished transactions have changed nothing. */
const connectionErrors: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

/** Runs an access to the database, and once more with a new connection if the browser has closed the old one. */
async function withDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  const used = connect();
  try {
    return await run(await used);
  } catch (error) {
    if (!(error instanceof DOMException) || !connectionErrors.has(error.name)) throw error;
    if (connection === used) connection = null;
    return run(await connect());
  }
}

/** Reads all values of a store, in the order of their keys. */
export async function readAll<N extends StoreName>(name: N): Promise<Schema[N]['value'][]> {
  return withDatabase((database) => database.getAll(name));
}

/**
 * Changes several stores in one transaction. When the promise is resolved, the changes are on the disk: they survive a crash of the
 * browser, and an empty battery.
 *
 * @param run makes the changes; it must not wait for anything, and can be called again if the browser has closed the database
 */
export async function writeAll(names: readonly StoreName[], run: Change): Promise<void> {
  return withDatabase((database) => {
    const transaction = database.transaction(names, 'readwrite', { durability: 'strict' });
    // A request that fails aborts the transaction, so nobody has to wait for each request.
    const own = unwrap(transaction);
    run((name) => own.objectStore(name));
    return transaction.done;
  });
}

/** Adds a value to a store with generated keys, and changes other stores in the same transaction. Returns the key. */
export async function addTo<N extends 'queue' | 'parts'>(
  name: N,
  value: Schema[N]['value'],
  otherNames: readonly StoreName[] = [],
  run: Change = () => {},
): Promise<number> {
  let added: IDBRequest<IDBValidKey> | undefined;
  await writeAll([name, ...otherNames], (store) => {
    added = store(name).add(value);
    run(store);
  });
  return Number(added?.result);
}

/** Changes one value in a transaction that reads it. Nothing happens if it does not exist. */
export async function updateQueue(
  positions: readonly number[],
  update: (entry: QueueEntry) => QueueEntry | null,
  otherChange: Change = () => {},
): Promise<void> {
  await writeAll(['queue', 'marks'], (store) => {
    const queue = store('queue');
    for (const position of positions) {
      const request = queue.get(position);
      request.onsuccess = () => {
        if (request.result === undefined) return;
        const updated = update(request.result as QueueEntry);
        if (updated === null) queue.delete(position);
        else queue.put(updated);
      };
    }
    otherChange(store);
  });
}

export async function readSetting<T>(name: string): Promise<T | null> {
  const value = await withDatabase((database) => database.get('settings', name));
  return (value as T | undefined) ?? null;
}

export async function writeSetting(name: string, value: unknown): Promise<void> {
  await writeAll(['settings'], (store) => store('settings').put(value, name));
}
