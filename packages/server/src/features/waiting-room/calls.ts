import { timestamp } from '../../platform/clock.ts';
import type { Tables } from '../../platform/database/tables.ts';

/*
 * Which numbers of a waiting room are called. Everything is computed from the stored row and the time, so all processes get the same
 * result, also after a restart.
 */

const minuteMs = 60_000;
/** How long a called visitor has to come. After that, the number is passed on. It is longer than the longest pause of a waiting page. */
const answerMs = 5 * minuteMs;
/** Numbers that nobody has used are passed on this often. */
const settleEveryMs = 15_000;
/** In an empty room, so many seconds' worth of visitors can enter at once. */
const burstSeconds = 10;

export type Room = Tables['waiting_rooms'];
type Pace = Pick<Room, 'arrived' | 'called' | 'called_at' | 'admit_per_minute'>;

/** How many visitors can enter an empty room at once. */
export function burstOf(admitPerMinute: number): number {
  return Math.max(1, Math.ceil((admitPerMinute * burstSeconds) / 60));
}

/** The last number that is called at a time. It is at most so far beyond the last visitor that a few can enter at once. */
export function calledAt(room: Pace, nowMs: number): number {
  return Math.min(uncappedAt(room, nowMs), room.arrived + burstOf(room.admit_per_minute));
}

function uncappedAt({ called, called_at, admit_per_minute }: Pace, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - Date.parse(called_at));
  return called + Math.floor((admit_per_minute * elapsedMs) / minuteMs);
}

/** The seconds until a number is called if every visitor before it comes. */
export function secondsUntilCalled(room: Pace, number: number, nowMs: number): number {
  const ahead = Math.max(0, number - calledAt(room, nowMs));
  return Math.ceil((ahead * 60) / room.admit_per_minute);
}

/**
 * The room with the pace of the event. Calls that nobody could use while the room was empty are lost, so that a crowd that arrives
 * later does not enter at once.
 */
export function withPace(room: Room, admitPerMinute: number, nowMs: number): Room {
  const called = calledAt(room, nowMs);
  if (admitPerMinute === room.admit_per_minute && called === uncappedAt(room, nowMs)) return room;
  return { ...room, called, called_at: timestamp(nowMs), admit_per_minute: admitPerMinute };
}

type Call = readonly [atMs: number, number: number];

/** Whether numbers may have to be passed on. */
export function isSettlingDue({ calls, settled, arrived }: Room, nowMs: number): boolean {
  const last = (JSON.parse(calls) as Call[]).at(-1);
  return settled < arrived && (last === undefined || nowMs >= last[0] + settleEveryMs);
}

/**
 * Notes the number that is called now.
 *
 * @returns the room, and the last number whose visitors had enough time to come
 */
export function noteCall(room: Room, nowMs: number): { room: Room; due: number } {
  const calls: Call[] = [...(JSON.parse(room.calls) as Call[]), [nowMs, Math.min(calledAt(room, nowMs), room.arrived)]];
  const past = calls.filter(([atMs]) => atMs <= nowMs - answerMs);
  const rest = calls.slice(past.length);
  return { room: { ...room, calls: JSON.stringify(rest) }, due: past.at(-1)?.[1] ?? room.settled };
}
