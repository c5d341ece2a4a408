import { addonNames } from '@organizer/shared/addon-names';
import type { GateSearchResult } from '@organizer/shared/gate-api';
import { Failure } from '@organizer/shared/request';
import { isTooShort, parseSearch, rankTickets, wordsOf } from '@organizer/shared/search';
import { requestJson } from './api.ts';
import { knownTicket } from './marks.ts';
import { messages } from './messages.ts';
import { change, type FoundTicket, state } from './state.ts';
import { noteFailure } from './sync.ts';
import { detailsOf, hexOf } from './ticket-secrets.ts';
import { markOf, ticketTable } from './tickets.ts';

const foundMax = 20;

/** Searches tickets by holder, buyer, bib, order number or e-mail address: at the server, or in the list of a phone that carries names. */
export async function searchTickets(): Promise<void> {
  const text = state.search.text.trim();
  if (state.search.isBusy || state.token === null) return;
  if (isTooShort(text)) return changeSearch({ found: null, error: messages.search.tooShort });
  changeSearch({ isBusy: true, error: null });
  try {
    const query = new URLSearchParams({ q: text });
    const { tickets } = await requestJson<GateSearchResult>('GET', `search?${query}`, { token: state.token });
    const found = tickets.map(({ id: ticketId, addons, ...ticket }) => ({
      ...ticket,
      addons: addonNames(addons),
      code: { ticketId },
    }));
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

/** Finds tickets by the same rules as the server. */
function findInList(text: string): FoundTicket[] {
  return rankTickets(listedTickets(), parseSearch(text), foundMax).map(({ id: ticketId, hash, record, details }) => {
    const { bib, category, holderName, orderNumber, addons } = details;
    const ticketType = state.context?.ticketTypes.find(({ id }) => id === record.ticketTypeId);
    const names = { holderName, bib, category, addons, ticketTypeName: ticketType?.name ?? '' };
    const known = knownTicket(record, markOf(hexOf(hash)), category);
    const status = known?.state === 'valid' || known?.state === 'void' ? known.state : 'used';
    return { ...names, code: { ticketId, hash: hash.slice() }, orderNumber, status };
  });
}

/** The tickets of the list that have an id, with the words by which they are found. */
function* listedTickets() {
  for (const { hash, record } of ticketTable()?.entries() ?? []) {
    if (!record.isPlain) continue;
    const details = detailsOf(record.details);
    const { ticketId: id, bib, holderName, orderNumber } = details;
    if (id === null) continue;
    const words = [...wordsOf(holderName), ...wordsOf(bib)];
    const otherWords = details.buyerWords?.split(' ') ?? [];
    yield { id, bib: bib ?? '', orderNumber: orderNumber ?? '', words, otherWords, hash, record, details };
  }
}

/** Changes the form of the search. */
export function changeSearch(changes: Partial<typeof state.search>): void {
  change({ search: { ...state.search, ...changes } });
}
