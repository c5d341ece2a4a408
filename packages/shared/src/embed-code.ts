/** The HTML that an organizer copies into another website. */
import { accentColors } from './accent.ts';
import { currenciesByDecimals } from './formats.ts';

/** The accent color of the hosted page of an organizer that has set none. */
const defaultAccent = '#0b665a';

interface ButtonOptions {
  readonly pageUrl: string;
  readonly text: string;
  /** The accent color of the organizer, `#rrggbb`. */
  readonly accentColor: string | null;
}

/** A link to the page of an event that looks like the buttons of this page. */
export function buttonCode({ pageUrl, text, accentColor }: ButtonOptions): string {
  const { button, buttonInk } = accentColors(accentColor ?? defaultAccent, 'light');
  const style = `display:inline-block;padding:.75em 1.5em;border-radius:.5em;background:${button};color:${buttonInk};font-weight:600;text-decoration:none`;
  return `<a href="${escapeHtml(pageUrl)}" style="${style}">${escapeHtml(text)}</a>`;
}

interface PriceListOptions {
  readonly eventId: string;
  /** The URL of the public endpoints, without a trailing slash. */
  readonly apiUrl: string;
  readonly freeText: string;
  readonly soldOutText: string;
  /** What precedes the time at which the sale begins. */
  readonly fromText: string;
  /** What precedes the start of a ticket type that does not start with the event. */
  readonly startText: string;
  readonly endedText: string;
}

/** A list that shows the ticket types of an event with their current prices. */
export function priceListCode({
  eventId,
  apiUrl,
  freeText,
  soldOutText,
  fromText,
  startText,
  endedText,
}: PriceListOptions): string {
  return `<ul id="${eventId}"></ul>
<script type="module">
  const response = await fetch(${scriptText(`${apiUrl}/events/${eventId}`)});
  if (response.ok) {
    const { currency, ticketTypes, startsAt, endsAt, timezone } = await response.json();
    const others = ${JSON.stringify(currenciesByDecimals)};
    const decimals = Number(Object.keys(others).find((key) => others[key].includes(currency)) ?? 2);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const money = new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits });
    const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
    for (const { name, price, soldOut, salesStartAt, salesEndAt, startsAt: ownStart } of ticketTypes) {
      const item = document.createElement('li');
      const cost = price === 0 ? ${scriptText(freeText)} : money.format(price / 10 ** decimals);
      const isEnded = new Date(salesEndAt ?? endsAt ?? startsAt) <= new Date();
      const isLater = salesStartAt !== null && new Date(salesStartAt) > new Date();
      const later = isLater ? ${scriptText(`, ${fromText} `)} + time.format(new Date(salesStartAt)) : '';
      const closed = isEnded ? ${scriptText(endedText)} : soldOut && !isLater ? ${scriptText(soldOutText)} : null;
      const start = ownStart ? ${scriptText(` (${startText} `)} + time.format(new Date(ownStart)) + ')' : '';
      item.textContent = name + start + ': ' + (closed ?? cost + later);
      document.getElementById('${eventId}').append(item);
    }
  }
</script>`;
}

/** A string of JavaScript that can be in a `<script>` element. */
function scriptText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('<', '\\x3c')}'`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
