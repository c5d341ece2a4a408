import { searchForm } from '#shared/search';
import type { BibTicket } from '../tickets/index.ts';
import type { BibRow } from './read-bib-file.ts';

/** A ticket that gets another bib. Empty text: no bib. */
export interface BibChange {
  readonly ticket: BibTicket;
  readonly bib: string;
}

/** The bibs of a ticket type, as in the API. */
export type BibsOfType = { readonly first: number | null; readonly last: number | null } | null;

export const bibOrders = ['payment', 'name', 'category', 'answer'] as const;

export interface BibRule {
  readonly by: (typeof bibOrders)[number];
  /** Only tickets of this type. */
  readonly ticketTypeId?: string | undefined;
  /** Whether tickets with a bib get a new one. */
  readonly renumber: boolean;
  /** Whether also bibs change that were given by hand, by a file or by an import. */
  readonly includeFixed: boolean;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Plans an assignment by a rule: in the sequence of the rule, each ticket gets the lowest bib of its type that is free. The bibs of all
 * other tickets of the event are not free, also those of void tickets.
 *
 * @param tickets all tickets of the event, in the sequence of their payment
 */
export function planByRule(
  tickets: readonly BibTicket[],
  types: ReadonlyMap<string, BibsOfType>,
  { by, ticketTypeId, renumber, includeFixed }: BibRule,
): BibChange[] {
  const isChosen = (ticket: BibTicket) =>
    ticket.status !== 'void' &&
    (ticketTypeId === undefined || ticket.ticketTypeId === ticketTypeId) &&
    types.get(ticket.ticketTypeId) !== null &&
    (ticket.bib === '' || (renumber && (includeFixed || ticket.isFixed === 0)));
  const chosen = tickets.filter(isChosen);
  const taken = new Set(tickets.filter((ticket) => !isChosen(ticket)).map(({ bib }) => bib));
  const afterRanges = Math.max(0, ...[...types.values()].map((bibs) => bibs?.last ?? 0)) + 1;
  const nextOf = new Map<string, number>();
  return sortTickets(chosen, by).flatMap((ticket) => {
    const { first, last } = types.get(ticket.ticketTypeId) ?? { first: null, last: null };
    let next = nextOf.get(ticket.ticketTypeId) ?? first ?? afterRanges;
    while (taken.has(String(next))) next += 1;
    nextOf.set(ticket.ticketTypeId, next);
    const bib = last !== null && next > last ? '' : String(next);
    taken.add(bib);
    return bib === ticket.bib ? [] : [{ ticket, bib }];
  });
}

/** Tickets without a value are last. Tickets with the same value are in the sequence of their payment. */
function sortTickets(tickets: readonly BibTicket[], by: BibRule['by']): readonly BibTicket[] {
  if (by === 'payment') return tickets;
  const field = ({ name: 'holderName', category: 'category', answer: 'answer' } as const)[by];
  return tickets.toSorted((a, b) => {
    const [first, second] = [a[field], b[field]];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    // A collator does not compare decimals and negative numbers.
    return Number(first) - Number(second) || collator.compare(first, second);
  });
}

export const bibRowProblems = [
  'no_key',
  'unknown_ticket',
  'several_tickets',
  'repeated_ticket',
  'repeated_bib',
  'bib_taken',
  'bib_too_long',
] as const;

/** A row of a file that is not applied. */
export interface RefusedRow {
  /** The number of the row in the file; the header is row 1. */
  readonly row: number;
  readonly problem: (typeof bibRowProblems)[number];
}

const bibLengthMax = 50;

/**
 * Plans the assignment of a file. A row without a bib changes nothing. Void tickets are found only by their ids.
 *
 * @param tickets all tickets of the event, with the birth dates of their holders
 */
export function planByFile(
  tickets: readonly BibTicket[],
  rows: readonly BibRow[],
): { changes: BibChange[]; refused: RefusedRow[] } {
  const refused: RefusedRow[] = [];
  const planned = new Map<string, { row: BibRow; ticket: BibTicket }>();
  const seen = new Set<string>();
  const bibs = new Set<string>();
  const find = ticketFinder(tickets);
  for (const row of rows) {
    if (row.bib === '') continue;
    const ticket = find(row);
    const problem =
      typeof ticket === 'string'
        ? ticket
        : row.bib.length > bibLengthMax
          ? 'bib_too_long'
          : seen.has(ticket.id)
            ? 'repeated_ticket'
            : bibs.has(row.bib)
              ? 'repeated_bib'
              : null;
    if (typeof ticket === 'string' || problem !== null) {
      refused.push({ row: row.number, problem: problem as RefusedRow['problem'] });
      continue;
    }
    seen.add(ticket.id);
    bibs.add(row.bib);
    if (ticket.bib !== row.bib) planned.set(ticket.id, { row, ticket });
  }
  // A ticket whose row is refused keeps its bib, which another row can have.
  const holders = new Map(tickets.map((ticket) => [ticket.bib, ticket.id]));
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [id, { row }] of planned) {
      const holder = holders.get(row.bib);
      if (holder === undefined || planned.has(holder)) continue;
      planned.delete(id);
      refused.push({ row: row.number, problem: 'bib_taken' });
      isDone = false;
    }
  }
  const changes = [...planned.values()].map(({ row, ticket }) => ({ ticket, bib: row.bib }));
  return { changes, refused: refused.sort((a, b) => a.row - b.row) };
}

/**
 * Finds the ticket of a row: by its id, or by the order, the name and the birth date, as far as the row has them. Names and dates are
 * compared as in a search. A ticket without a birth date can have that of the row.
 */
function ticketFinder(tickets: readonly BibTicket[]) {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const valid = tickets.filter(({ status }) => status !== 'void');
  const nameOf = (name: string) => searchForm(name).split(' ').sort().join(' ');
  const byOrder = Map.groupBy(valid, ({ orderNumber }) => orderNumber);
  const byName = Map.groupBy(valid, ({ holderName }) => nameOf(holderName ?? ''));
  return ({ ticketId, orderNumber, name, birthDate }: BibRow): BibTicket | RefusedRow['problem'] => {
    if (ticketId !== '') return byId.get(ticketId) ?? 'unknown_ticket';
    if (orderNumber === '' && name === '') return 'no_key';
    const candidates = orderNumber === '' ? byName.get(nameOf(name)) : byOrder.get(orderNumber);
    const matching = (candidates ?? []).filter(
      ({ holderName, answer: born }) =>
        (name === '' || nameOf(holderName ?? '') === nameOf(name)) &&
        (birthDate === '' || born === null || searchForm(born) === searchForm(birthDate)),
    );
    const [ticket] = matching;
    if (ticket === undefined) return 'unknown_ticket';
    return matching.length === 1 ? ticket : 'several_tickets';
  };
}
