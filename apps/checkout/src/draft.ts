/**
 * What a buyer has entered, kept in the browser for the case that the tab is closed. It contains personal data, and others can use the
 * same computer: the draft is kept for two hours, without consents, codes and tokens, and removed when the order is placed. A page
 * that continues a draft says so and offers to delete it. Any page of an event removes the expired drafts of all events.
 */
import type { EventOnSale } from '@organizer/shared/api';
import { page } from './page.ts';
import type { State } from './state.ts';

const draftAgeMaxMs = 2 * 3_600_000;
const prefix = 'checkout draft ';
const storageKey = prefix + page.eventId;

type Draft = Pick<State, 'choice' | 'buyer' | 'holders'>;
type SavedDraft = Draft & { readonly savedAt: string };

/** The draft that is in the storage; undefined until it is read. */
let lastDraft: string | undefined;

/**
 * Saves the draft if it has changed, so that a page that is only looked at does not keep it for longer. An order that is placed, and a
 * choice without anything, have no draft.
 */
export function saveDraft({ choice, buyer, holders, event, paidWith }: State): void {
  if (page.preview !== null || event === null) return;
  const isKept = paidWith === null && Object.keys(choice).length > 0;
  const draft = isKept ? JSON.stringify(withoutConsents({ choice, buyer, holders }, event)) : '';
  lastDraft ??= storedDraft().draft;
  if (draft === lastDraft) return;
  lastDraft = draft;
  if (isKept)
    localStorage.setItem(storageKey, JSON.stringify({ ...JSON.parse(draft), savedAt: new Date().toISOString() }));
  else localStorage.removeItem(storageKey);
}

function withoutConsents({ choice, buyer, holders }: Draft, { questions }: EventOnSale): Draft {
  const consents = new Set(questions.filter(({ kind }) => kind === 'consent').map(({ id }) => id));
  const kept = <P extends State['buyer'] | State['holders'][string][number]>(person: P): P => ({
    ...person,
    entries: Object.fromEntries(Object.entries(person.entries).filter(([id]) => !consents.has(id))),
  });
  const keptHolders = Object.entries(holders).map(([id, ofType]) => [id, ofType.map(kept)]);
  return { choice, buyer: kept(buyer), holders: Object.fromEntries(keptHolders) };
}

/** Removes the expired drafts of all events. */
export function removeExpiredDrafts(): void {
  const expiredBefore = new Date(Date.now() - draftAgeMaxMs).toISOString();
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    const { savedAt } = JSON.parse(localStorage.getItem(key) ?? '{}') as SavedDraft;
    if (!(savedAt >= expiredBefore)) localStorage.removeItem(key);
  }
}

/** The draft of this event that a closed tab has left. */
export function readDraft(): Partial<State> {
  const { draft, savedAt } = storedDraft();
  return draft === '' ? {} : { ...(JSON.parse(draft) as Draft), draftSavedAt: savedAt };
}

/** The draft of this event as JSON, empty if there is none, and when it was saved. */
function storedDraft(): { draft: string; savedAt: string | null } {
  const { savedAt = null, ...draft } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<SavedDraft>;
  return { draft: savedAt === null ? '' : JSON.stringify(draft), savedAt };
}
