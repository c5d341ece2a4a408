import type { GateSearchResult } from '@organizer/shared/gate-api';
import { requestJson } from './api.ts';
import { Failure } from './failure.ts';
import { messages } from './messages.ts';
import { change, type FoundTicket, state } from './state.ts';
import { noteFailure } from './sync.ts';
import { detailsOf } from './ticket-secrets.ts';
import { ticketTable } from './tickets.ts';

const foundMax = 20;
const searchLengthMin = 2;

/** Searches tickets by name, bib or order number: at the server, or in the list of a phone that carries names. */
export async function searchTickets(): Promise<void> {
  const text = state.search.text.trim();
  if (state.search.isBusy || state.token === null) return;
  if (text.length < searchLengthMin) return changeSearch({ error: messages.search.tooShort });
  changeSearch({ isBusy: true, error: null });
  try {
    const query = new URLSearchParams({ q: text });
    const { tickets } = await requestJson<GateSearchResult>('GET', `search?${query}`, { token: state.token });
    const found = tickets.map(({ id: ticketId, ...ticket }) => ({ ...ticket, code: { ticketId } }));
    changeSearch({ isBusy: false, found });
  } catch (error) {
    await noteFailure(error);
    const isUnreachable = error instanceof Failure && error.isTemporary;
    if (isUnreachable && state.context?.device.carriesNames) {
      changeSearch({ isBusy: false, found: findInList(text) });
    } else changeSearch({ isBusy: false, found: null, error: explainSearch(isUnreachable) });
  }
}

function explainSearch(isUnreachable: boolean): string {
  return isUnreachable ? messages.search.needsNetwork : messages.failures.server;
}

function findInList(text: string): FoundTicket[] {
  const wanted = text.toLowerCase();
  const found: FoundTicket[] = [];
  for (const { hash, record } of ticketTable()?.entries() ?? []) {
    if (!record.isPlain) continue;
    const { holderName, bib, category, ticketId } = detailsOf(record.details);
    if (ticketId === null || (!holderName?.toLowerCase().includes(wanted) && bib?.toLowerCase() !== wanted)) continue;
    const ticketType = state.context?.ticketTypes.find(({ id }) => id === record.ticketTypeId);
    const names = { holderName, bib, category, ticketTypeName: ticketType?.name ?? '' };
    found.push({ ...names, code: { ticketId, hash: hash.slice() }, orderNumber: null, status: null });
    if (found.length === foundMax) break;
  }
  return found;
}

/** Changes the form of the search. */
export function changeSearch(changes: Partial<typeof state.search>): void {
  change({ search: { ...state.search, ...changes } });
}
