import MiniSearch, { type SearchResult } from 'minisearch';
import { type SearchEntry, searchOptions } from './search-options.ts';

const maxResults = 12;
/** The length of the text of a result before and after the first match. */
const charactersBefore = 40;
const charactersAfter = 120;

type Result = SearchResult & SearchEntry;

/** Lets the reader open the search: with the button, with `/` and with Ctrl or Command and K. */
export function openSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  const openButton = document.querySelector<HTMLButtonElement>('.search-open');
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector('ul');
  const state = dialog?.querySelector('.state');
  if (!dialog || !openButton || !input || !list || !state) return;
  const indexUrl = String(dialog.dataset['index']);
  let index: Promise<MiniSearch<SearchEntry>> | undefined;
  let selected = 0;

  const show = () => {
    dialog.showModal();
    input.select();
    index ??= loadIndex(indexUrl);
    update();
  };
  const update = async () => {
    const query = input.value.trim();
    const search = await index?.catch(() => null);
    if (query !== input.value.trim()) return;
    if (!search) {
      index = undefined;
      state.textContent = 'The search could not be loaded. Close it and open it again.';
      return;
    }
    const results = query === '' ? [] : (search.search(query).slice(0, maxResults) as Result[]);
    list.replaceChildren(...results.map(resultItem));
    input.setAttribute('aria-expanded', String(results.length > 0));
    state.textContent = query === '' ? 'Type a word, a field or an error code.' : countText(results.length);
    select(0);
  };
  const select = (position: number) => {
    const items = [...list.querySelectorAll<HTMLElement>('li')];
    selected = Math.max(0, Math.min(position, items.length - 1));
    for (const [number, item] of items.entries()) item.setAttribute('aria-selected', String(number === selected));
    items[selected]?.scrollIntoView({ block: 'nearest' });
    if (items.length === 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `result-${selected}`);
  };

  openButton.hidden = false;
  // The link of the API reference, which has no search over the guides.
  if (location.hash === '#search') show();
  openButton.addEventListener('click', show);
  input.addEventListener('input', update);
  input.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) select(selected + step);
    else if (event.key === 'Enter') list.querySelectorAll('a')[selected]?.click();
    else return;
    event.preventDefault();
  });
  // A link to a section of the same page does not load a page.
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener('keydown', (event) => {
    const isShortcut =
      event.key === '/' ? !isEditable(event.target) : event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || dialog.open) return;
    event.preventDefault();
    show();
  });
}

async function loadIndex(url: string): Promise<MiniSearch<SearchEntry>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The index has the status ${response.status}.`);
  return MiniSearch.loadJSONAsync(await response.text(), searchOptions);
}

function countText(count: number): string {
  if (count === 0) return 'No results. Try another word.';
  if (count === 1) return '1 result';
  return count === maxResults ? `The first ${count} results` : `${count} results`;
}

const isEditable = (target: EventTarget | null) => target instanceof HTMLInputElement;

function resultItem({ id, page, title, text, terms }: Result, number: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `result-${number}`;
  item.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.tabIndex = -1;
  link.href = withRoot(id);
  const name = document.createElement('strong');
  name.append(...marked(title, terms));
  const place = document.createElement('span');
  place.textContent = page;
  const excerpt = document.createElement('small');
  excerpt.append(...marked(excerptOf(text, terms), terms));
  link.append(name, place, excerpt);
  item.append(link);
  return item;
}

/** The path of a page on this server, whose public URL can have a path. */
function withRoot(path: string): string {
  return path.replace(/^\/docs/, String(document.documentElement.dataset['docs']));
}

/** The part of a text around the first match. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((position) => position !== -1);
  const first = positions.length === 0 ? 0 : Math.min(...positions);
  const start = first <= charactersBefore ? 0 : text.indexOf(' ', first - charactersBefore) + 1;
  const end = first + charactersAfter;
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** The text with the terms in `<mark>` elements. */
function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  const pattern = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  if (pattern === '') return [text];
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part, number) => {
    if (number % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}
