import { expect, test } from 'vitest';
import { buttonCode, priceListCode } from './embed-code.ts';
import { currencyDecimals } from './formats.ts';

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<void>;

/** The line that the price list shows for a ticket type, without a browser. */
async function shownLine(currency: string, price: number, type: object = {}): Promise<string> {
  const texts = {
    ...{ freeText: 'free', soldOutText: 'sold out', fromText: 'on sale from', startText: 'starts' },
    endedText: 'sales ended',
  };
  const code = priceListCode({ eventId: 'evt_1', apiUrl: '', ...texts });
  const lines: { textContent: string }[] = [];
  const document = {
    createElement: () => ({ textContent: '' }),
    getElementById: () => ({ append: (line: { textContent: string }) => lines.push(line) }),
  };
  const onSale = { name: 'Marathon', price, soldOut: false, salesStartAt: null, salesEndAt: null, startsAt: null };
  const times = { startsAt: '2083-05-01T08:00:00.000Z', endsAt: null, timezone: 'Europe/Berlin' };
  const event = { currency, ...times, ticketTypes: [{ ...onSale, ...type }] };
  const script = /<script type="module">(.*)<\/script>/s.exec(code)![1]!;
  await new AsyncFunction('fetch', 'document', script)(async () => ({ ok: true, json: async () => event }), document);
  return lines[0]!.textContent;
}

test.for(Intl.supportedValuesOf('currency'))(
  'the price list shows an amount in %s with the decimals of ISO 4217',
  async (currency) => {
    const decimals = currencyDecimals(currency);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits });
    expect(await shownLine(currency, 1_234_500)).toBe(`Marathon: ${format.format(1_234_500 / 10 ** decimals)}`);
  },
);

test.for([
  ['before the sale', { salesStartAt: '2083-04-01T08:00:00.000Z' }, /^Marathon: .*79.*, on sale from .*2083.*10:00/],
  ['after the sale', { salesEndAt: '2020-04-01T08:00:00.000Z', soldOut: true }, /^Marathon: sales ended$/],
  ['if it is sold out', { soldOut: true }, /^Marathon: sold out$/],
  ['about its start', { startsAt: '2083-05-01T09:30:00.000Z' }, /^Marathon \(starts .*2083.*11:30.*\): .*79/],
] as const)('the price list says %s what the page says', async ([, type, line]) => {
  expect(await shownLine('EUR', 7_900, type)).toMatch(line);
});

test.for([
  ['the accent color of the organizer', '#7a1fa2', 'background:#7a1fa2;color:#ffffff'],
  ['dark text on a light accent color', '#ffd54f', 'background:#f5cc4c;color:#000000'],
  ['the color of the page without an accent color', null, 'background:#0b665a;color:#ffffff'],
] as const)('the button has %s', ([, accentColor, colors]) => {
  const pageUrl = 'https://tickets.example/e/marathon';
  expect(buttonCode({ pageUrl, text: 'Buy tickets', accentColor })).toContain(colors);
});
