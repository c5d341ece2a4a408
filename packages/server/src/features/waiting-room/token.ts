import { randomBytes } from 'node:crypto';
import { isMacOf, macOf, type Secrets } from '../../platform/crypto.ts';

const tokenPattern = /^wtr_([0-9a-z]{1,9})_([0-9a-f]{20})_([0-9a-z]{0,9})_([A-Za-z0-9_-]{16})$/;
const idBytes = 10;
const radix = 36;

type Key = Pick<Secrets, 'waitingRoomKey'>;

/** The place of a visitor in the waiting room of an event. It contains nothing about the visitor. */
export interface Place {
  /** The sale for which the visitor waits. */
  readonly round: number;
  readonly id: string;
  /** null: visitors gather before the sale, and the start of the sale decides the numbers. */
  readonly number: number | null;
}

/** A random id of a visitor. */
export function newVisitorId(): string {
  return randomBytes(idBytes).toString('hex');
}

/** The token of a place. Any process with the master key can verify it without a query. */
export function tokenOf(key: Key, eventId: string, { round, id, number }: Place): string {
  const content = `${round.toString(radix)}_${id}_${number === null ? '' : number.toString(radix)}`;
  return `wtr_${content}_${macOf(key.waitingRoomKey, textOf(eventId, content))}`;
}

/** The place that a token proves; null if it is not a token for this event. */
export function readToken(key: Key, eventId: string, token: string): Place | null {
  const [, round, id, number, mac] = tokenPattern.exec(token) ?? [];
  if (round === undefined || id === undefined || number === undefined || mac === undefined) return null;
  if (!isMacOf(key.waitingRoomKey, textOf(eventId, `${round}_${id}_${number}`), mac)) return null;
  return { round: Number.parseInt(round, radix), id, number: number === '' ? null : Number.parseInt(number, radix) };
}

/** Decides the places of the visitors who gather before the sale: they are sorted by it. Nobody can compute it without the key. */
export function lotOf({ waitingRoomKey }: Key, { round, id }: Place): string {
  return macOf(waitingRoomKey, `lot ${round} ${id}`);
}

function textOf(eventId: string, content: string): string {
  return `place ${eventId} ${content}`;
}
