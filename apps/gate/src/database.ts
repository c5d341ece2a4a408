/** The storage of the phone: IndexedDB. */
import type { BundlePart } from './bundle-format.ts';
import type { Mark } from './marks.ts';
import type { QueueEntry } from './queue.ts';

const databaseName = 'gate';
const databaseVersion = 1;

/** The stores and the types of their values. */
interface Stores {
  /** Single values by name. */
  readonly settings: unknown;
  /** The bundle and its changes, in the order in which they arrived. */
  readonly parts: BundlePart;
  /** The scans that were not sent. */
  readonly queue: QueueEntry;
  readonly marks: Mark;
}
type StoreName = keyof Stores;
type Change = (store: <N extends StoreName>(name: N) => IDBObjectStore) => void;

let opening: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  if (opening !== null) return opening;
  const connecting: Promise<IDBDatabase> = new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      database.createObjectStore('settings');
      database.createObjectStore('parts', { autoIncrement: true });
      database.createObjectStore('queue', { keyPath: 'position', autoIncrement: true });
      database.createObjectStore('marks', { keyPath: 'hash' });
    };
    request.onsuccess = () => {
      const { result: database } = request;
      database.onclose = () => forgetConnection(connecting);
      // Otherwise a newer version of the app, or the deletion of the data, would wait for this page.
      database.onversionchange = () => {
        database.close();
        forgetConnection(connecting);
      };
      resolve(database);
    };
    request.onerror = () => {
      forgetConnection(connecting);
      reject(request.error);
    };
  });
  opening = connecting;
  return connecting;
}

/** The next access opens a new connection. */
function forgetConnection(connection: Promise<IDBDatabase>): void {
  if (opening === connection) opening = null;
}

/** The errors of a connection that the browser has closed, or is closing. Its unfinished transactions have changed nothing. */
const connectionErrors: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

/** Runs an access to the database, and once more with a new connection if the browser has closed the old one. */
async function withDatabase<T>(run: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const connection = openDatabase();
  try {
    return await run(await connection);
  } catch (error) {
    if (!(error instanceof DOMException) || !connectionErrors.has(error.name)) throw error;
    forgetConnection(connection);
    return run(await openDatabase());
  }
}

/** Reads all values of a store, in the order of their keys. */
export async function readAll<N extends StoreName>(name: N): Promise<Stores[N][]> {
  return withDatabase(async (database) => resultOf(database.transaction(name).objectStore(name).getAll()));
}

/** Reads a value of a store; undefined if it does not exist. */
async function readOne<N extends StoreName>(name: N, key: IDBValidKey): Promise<Stores[N] | undefined> {
  return withDatabase(async (database) => resultOf(database.transaction(name).objectStore(name).get(key)));
}

/**
 * Changes several stores in one transaction. When the promise is resolved, the changes are on the disk: they survive a crash of the
 * browser, and an empty battery.
 *
 * @param run makes the changes; it must not wait for anything, and can be called again if the browser has closed the database
 */
export async function writeAll(names: readonly StoreName[], run: Change): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(names, 'readwrite', { durability: 'strict' });
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    run((name) => transaction.objectStore(name));
    return finished;
  });
}

/** Adds a value to a store with generated keys, and changes other stores in the same transaction. Returns the key. */
export async function addTo<N extends 'queue' | 'parts'>(
  name: N,
  value: Stores[N],
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
  return ((await readOne('settings', name)) as T | undefined) ?? null;
}

export async function writeSetting(name: string, value: unknown): Promise<void> {
  await writeAll(['settings'], (store) => store('settings').put(value, name));
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
