import type { Gate } from '@organizer/shared/gate-api';
import { describe, expect, test } from 'vitest';
import type { TicketRecord, TicketState } from './bundle-format.ts';
import { decideOffline, type KnownTicket } from './decide.ts';
import { knownTicket, type Mark, stateOfTicket } from './marks.ts';
import type { Direction } from './wire.ts';

const openGate: Gate = {
  id: 'gat_1',
  name: 'Main entrance',
  direction: 'both',
  reentry: false,
  ticketTypeIds: null,
  categories: null,
  opensAt: null,
  closesAt: null,
};
const nowMs = Date.parse('2026-05-01T08:00:00Z');
const ticket: KnownTicket = { state: 'valid', ticketTypeId: 'tty_run', category: 'W40' };

function outcome(
  known: KnownTicket | null,
  gate: Partial<Gate> = {},
  { direction = 'entry' as Direction, force = false } = {},
): string {
  const { result, reason, state } = decideOffline(known, { gate: { ...openGate, ...gate }, direction, nowMs, force });
  return `${reason ?? result}, then ${state}`;
}

describe('without the server', () => {
  test.for<[TicketState, boolean, Direction, string]>([
    ['valid', false, 'entry', 'admitted, then inside'],
    ['inside', false, 'entry', 'already_used, then inside'],
    ['inside', true, 'entry', 'already_used, then inside'],
    ['outside', true, 'entry', 'admitted, then inside'],
    ['outside', false, 'entry', 'exited, then outside'],
    ['void', true, 'entry', 'void, then void'],
    ['inside', false, 'exit', 'admitted, then outside'],
    ['valid', false, 'exit', 'not_inside, then valid'],
    ['outside', true, 'exit', 'not_inside, then outside'],
    ['void', false, 'exit', 'void, then void'],
  ])('a ticket in the state %s, with re-entry %s, at the %s: %s', ([state, reentry, direction, expected]) => {
    expect(outcome({ ...ticket, state }, { reentry }, { direction })).toBe(expected);
  });

  test.for<[string, Partial<Gate>]>([
    ['admitted', { ticketTypeIds: ['tty_run'], categories: ['W40'] }],
    ['wrong_gate', { ticketTypeIds: ['tty_walk'] }],
    ['wrong_gate', { categories: ['M40'] }],
    ['admitted', { opensAt: '2026-05-01T08:00:00Z' }],
    ['not_open', { opensAt: '2026-05-01T08:00:01Z' }],
    ['closed', { closesAt: '2026-05-01T08:00:00Z' }],
    ['wrong_direction', { direction: 'exit' }],
  ])('the gate decides %s: %j', ([expected, gate]) => {
    expect(outcome(ticket, gate)).toMatch(new RegExp(`^${expected},`));
  });

  test('a category that cannot be read does not pass a gate for some categories', () => {
    expect(outcome({ ...ticket, category: undefined }, { categories: ['W40'] })).toMatch(/^wrong_gate/);
  });

  test('a person can overrule a used ticket, but neither a void nor an unknown one', () => {
    expect(outcome({ ...ticket, state: 'inside' }, {}, { force: true })).toBe('admitted, then inside');
    expect(outcome({ ...ticket, state: 'void' }, {}, { force: true })).toBe('void, then void');
    expect(outcome(null, {}, { force: true })).toBe('unknown, then null');
  });
});

describe('what the phone did itself', () => {
  const record = { revision: 5, state: 'valid', ticketTypeId: 'tty_run' } as TicketRecord;
  const mark: Mark = {
    hash: 'aa',
    state: 'inside',
    ticketTypeId: 'tty_run',
    revision: 5,
    isUnsent: false,
    last: null,
  };

  test('counts until the list has a newer revision of the ticket', () => {
    expect(knownTicket(record, mark, null)?.state).toBe('inside');
    expect(knownTicket({ ...record, revision: 6 }, mark, null)?.state).toBe('valid');
  });

  test('counts despite a newer revision while the server does not have it', () => {
    expect(knownTicket({ ...record, revision: 6 }, { ...mark, isUnsent: true }, null)?.state).toBe('inside');
  });

  test('counts for a ticket that is not in the list yet', () => {
    expect(knownTicket(null, { ...mark, revision: null }, undefined)?.state).toBe('inside');
    expect(knownTicket(null, undefined, undefined)).toBeNull();
  });

  test('a ticket that was used without a gate is inside', () => {
    expect(stateOfTicket({ status: 'used', inside: null })).toBe('inside');
    expect(stateOfTicket({ status: 'used', inside: false })).toBe('outside');
    expect(stateOfTicket({ status: 'void', inside: null })).toBe('void');
  });
});
