/** Data that the server wrote into the page. */
import type { EventOnSale } from '@organizer/shared/api';

/** Returns an element that every page has. */
function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
}

const root = elementOf('app');

function dataOf(name: string): string {
  const value = root.dataset[name];
  if (value === undefined) throw new Error(`The page has no data-${name}.`);
  return value;
}

const lang = new URLSearchParams(location.search).get('lang');
const language: Readonly<Record<string, string>> = lang === null ? {} : { lang };

const { preview } = root.dataset;

export const page = {
  /** The element that the program renders into. */
  root,
  /** The element whose text screen readers announce. */
  announcer: elementOf('announcer'),
  eventId: dataOf('event'),
  /** The URL of the public endpoints, without a trailing slash. */
  api: dataOf('api'),
  /** The URL of the event's page, without a trailing slash. */
  url: dataOf('page'),
  /** The parameter for the language, if the URL of this page has it. */
  language,
  /** The path of this page with its language, without an order. */
  path: `${location.pathname}?${new URLSearchParams(language)}`.replace(/\?$/, ''),
  /** The URL of the module with the texts in the language of the page. */
  texts: dataOf('texts'),
  name: dataOf('name'),
  /** The draft that the page previews; null if the page sells a published event. */
  preview: preview === undefined ? null : (JSON.parse(preview) as EventOnSale),
  /** The time and the place of the event; undefined if the page does not show the event. */
  when: root.dataset['when'],
  where: root.dataset['where'],
  /** By how much the clock of the organizer is ahead of the server's, in milliseconds: 0 except in a sandbox. */
  aheadMs: Number(root.dataset['aheadMs'] ?? 0),
  /** The largest quantity of an add-on in one order. */
  addonsMax: Number(dataOf('addonsMax')),
};
