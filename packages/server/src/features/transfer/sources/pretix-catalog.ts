import { languageOfTag } from '#messages/languages';
import { maxAddonsPerOrder } from '../../inventory/index.ts';
import { lineError } from '../parse-line.ts';
import type { AddonLine, EventLine, QuestionLine, TicketTypeLine } from '../schema.ts';
import { parseDecimal } from './exact-amount.ts';
import { asCount, asIds, asObjects, asText, type JsonObject } from './json-fields.ts';
import type { PretixData } from './pretix-files.ts';
import { PretixQuestions } from './pretix-questions.ts';
import { cutTexts, joinTexts, PretixTexts, translationsOf } from './pretix-texts.ts';
import { cut, externalIdOf, newOfferStatus, type SourceContext } from './source.ts';

/** An event of this service that orders can have: the event of pretix, or one date of an event series. */
interface EventRef {
  readonly reference: string;
}

/** A ticket type or an add-on that positions can have. */
export interface PretixOffer {
  readonly kind: 'ticket' | 'addon';
  readonly reference: string;
  readonly name: string;
}

type CatalogLine = EventLine | TicketTypeLine | AddonLine | QuestionLine;

const maxNameLength = 300;
const maxDescriptionLength = 10_000;
const maxPerOrder = 10_000;

/** The catalog of an event of pretix as import lines, and what its orders refer to. */
export class PretixCatalog {
  readonly lines: CatalogLine[] = [];
  /** The slug in pretix. */
  readonly slug: string;
  readonly currency: string;
  readonly questions: PretixQuestions;
  readonly #texts: PretixTexts;
  readonly #context: SourceContext;
  readonly #events = new Map<string, EventRef>();
  readonly #offers = new Map<string, PretixOffer>();
  readonly #scannedItems: ReadonlySet<string>;
  /** The maximum for each ticket holder of the products that are sold with a ticket, by their category. */
  readonly #holderMaximums: ReadonlyMap<string, number>;
  readonly #quotas: readonly JsonObject[] | null;
  readonly #sharedQuotas = new Set<string>();

  /** @throws LineError if a required field is missing or invalid */
  constructor(data: PretixData, context: SourceContext) {
    this.#context = context;
    const event = data.event ?? {};
    const slug = asText(event['slug']);
    if (slug === null) throw lineError('event', 'is missing: add the file with the event');
    this.slug = slug;
    const fileCurrency = asText(event['currency']);
    this.currency = context.event?.currency ?? fileCurrency ?? context.currency ?? context.organizer.currency;
    if (fileCurrency !== null && fileCurrency !== this.currency) {
      throw lineError('currency', `is ${fileCurrency}, but the event of --event has ${this.currency}`);
    }
    if (fileCurrency === null) {
      context.notes.mapped('currency', `the files have none, so all amounts are read as ${this.currency}`);
    }
    this.#texts = new PretixTexts(context, event['name']);
    this.#quotas = data.quotas;
    if (data.quotas === null)
      context.notes.left('quantities', 'no file has the quotas; every offer is unlimited', undefined, 1, 'offer');
    this.#scannedItems = scannedItems(data.checkInLists ?? []);
    this.#holderMaximums = holderMaximums(data.items ?? []);
    this.#addEvents(event, data.subevents ?? []);
    this.#addItems(event, data);
    this.questions = new PretixQuestions(data.questions ?? [], slug, this.#texts, context);
    this.#addQuestions();
    this.#noteVouchers(data.vouchers);
  }

  /** The event of a position: that of its date in an event series, or else the only one. */
  event(subevent: string | null): EventRef | undefined {
    return this.#events.get(subevent ?? '');
  }

  offer(subevent: string | null, item: string | null, variation: string | null): PretixOffer | undefined {
    return this.#offers.get(offerKey(subevent ?? '', item ?? '', variation ?? ''));
  }

  #addEvents(event: JsonObject, subevents: readonly JsonObject[]): void {
    const { event: target, notes } = this.#context;
    if (target !== null) {
      this.#events.set('', { reference: target.id });
      for (const { id } of subevents) this.#events.set(asText(id) ?? '', { reference: target.id });
      if (subevents.length > 1) notes.mapped('dates of an event series', 'all orders belong to the event of --event');
      return;
    }
    if (subevents.length > 0) {
      for (const subevent of subevents)
        this.#addEvent({ ...event, ...subevent, live: event['live'] }, asText(subevent['id']) ?? '');
      notes.mapped('dates of an event series', 'each date is an event', undefined, subevents.length);
      return;
    }
    this.#addEvent(event, '');
  }

  #addEvent(event: JsonObject, subevent: string): void {
    const startsAt = asText(event['date_from']);
    if (startsAt === null) {
      throw lineError(
        'date_from',
        'is missing: add the file with the event from the API, or choose an event with --event',
      );
    }
    const { notes, organizer } = this.#context;
    const example = `event ${this.slug}`;
    const reference = externalIdOf('pretix', 'event', this.slug, ...(subevent === '' ? [] : [subevent]));
    const location = this.#texts.readOne(event['location'], 'places')?.replaceAll(/\s*\n\s*/g, ', ') ?? null;
    const found = this.#texts.read(event['name'], 'names') ?? { text: this.slug, translations: {} };
    const name = cutTexts(found, maxNameLength, 'names', notes, example);
    const defaultLanguage = languageOfTag(this.#texts.language);
    this.lines.push({
      type: 'event',
      externalId: reference,
      name: name.text,
      ...translationsOf((language) => ({ name: name.translations[language] })),
      ...(defaultLanguage === null ? {} : { defaultLanguage }),
      status: event['live'] === true ? 'published' : 'draft',
      startsAt,
      endsAt: asText(event['date_to']),
      timezone: asText(event['timezone']) ?? organizer.timezone,
      currency: this.currency,
      ...(location === null ? {} : { venue: { name: cut(location, maxNameLength, 'places', notes, example) } }),
    });
    if (asText(event['date_admission']) !== null) notes.left('time of admission', 'an event has no such time here');
    if (event['testmode'] === true)
      notes.mapped('test mode of the event', 'the event is imported, its test orders are not');
    this.#events.set(subevent, { reference });
  }

  #addItems(event: JsonObject, data: PretixData): void {
    if (data.items === null) throw lineError('items', 'are missing: add the file with the products');
    for (const subevent of this.#events.keys()) {
      for (const item of data.items) {
        const variations = asObjects(item['variations']);
        if (variations.length === 0) this.#addOffer(event, subevent, item, null);
        for (const variation of variations) this.#addOffer(event, subevent, item, variation);
      }
    }
  }

  #addOffer(event: JsonObject, subevent: string, item: JsonObject, variation: JsonObject | null): void {
    const { notes } = this.#context;
    const itemId = asText(item['id']) ?? '';
    const variationId = asText(variation?.['id']) ?? '';
    const itemName = this.#texts.read(item['name'], 'names') ?? { text: `Product ${itemId}`, translations: {} };
    const variationName = variation && this.#texts.read(variation['value'] ?? variation['name'], 'names');
    const example = `product ${itemId}`;
    const fullName = variationName === null ? itemName : joinTexts(itemName, variationName);
    const name = cutTexts(fullName, maxNameLength, 'names', notes, example);
    const isTicket = item['admission'] === true || item['generate_tickets'] === true || this.#scannedItems.has(itemId);
    if (isTicket && item['admission'] !== true) {
      notes.mapped(
        'products without admission whose own QR code is scanned',
        'ticket types, so that their QR codes stay valid',
        example,
      );
    }
    const price = parseDecimal(
      'price',
      asText(variation?.['price'] ?? item['default_price'] ?? item['price']) ?? '0',
      this.currency,
    );
    const reference = externalIdOf(
      'pretix',
      isTicket ? 'ticketType' : 'addon',
      this.slug,
      ...[subevent, itemId, variationId].filter((id) => id !== ''),
    );
    const common = {
      externalId: reference,
      eventId: this.#events.get(subevent)?.reference ?? '',
      name: name.text,
      price,
      quantity: this.#quantityOf(subevent, itemId, variationId, example),
      status: this.#isOnSale(item, variation, subevent, itemId, variationId, example)
        ? newOfferStatus(this.#context, example)
        : ('archived' as const),
    };
    if (isTicket) {
      const found = this.#texts.read(variation?.['description'] ?? item['description'], 'descriptions');
      const description = found && cutTexts(found, maxDescriptionLength, 'descriptions', notes, example);
      this.lines.push({
        type: 'ticketType',
        ...common,
        ...(description === null ? {} : { description: description.text }),
        ...translationsOf((language) => ({
          name: name.translations[language],
          description: description?.translations[language],
        })),
        ...perOrderOf(item),
        salesStartAt: asText(variation?.['available_from'] ?? item['available_from'] ?? event['presale_start']),
        salesEndAt: asText(variation?.['available_until'] ?? item['available_until'] ?? event['presale_end']),
      });
    } else {
      const maxPerHolder = this.#holderMaximums.get(asText(item['category']) ?? '');
      const ofHolder = maxPerHolder === undefined ? {} : { assignedTo: 'holder' as const, maxPerHolder };
      const translations = translationsOf((language) => ({ name: name.translations[language] }));
      this.lines.push({ type: 'addon', ...common, ...ofHolder, ...translations });
    }
    if (item['free_price'] === true) notes.left('free prices', 'buyers cannot choose a price here', example);
    if (item['require_approval'] === true) notes.left('approval of orders', 'orders need no approval here', example);
    if (asObjects(item['addons']).length + asObjects(item['bundles']).length > 0) {
      notes.left('rules for add-ons and bundles', 'an add-on here has a price, and a maximum for each holder', example);
    }
    const kind = isTicket ? 'ticket' : 'addon';
    this.#offers.set(offerKey(subevent, itemId, variationId), { kind, reference, name: name.text });
  }

  #quotasOf(subevent: string, itemId: string, variationId: string): readonly JsonObject[] {
    return (this.#quotas ?? []).filter(
      (quota) =>
        (asText(quota['subevent']) ?? '') === subevent &&
        asIds(quota['items']).includes(itemId) &&
        (variationId === '' || asIds(quota['variations']).includes(variationId)),
    );
  }

  /** The smallest quota of an offer; null if it is unlimited. */
  #quantityOf(subevent: string, itemId: string, variationId: string, example: string): number | null {
    const quotas = this.#quotasOf(subevent, itemId, variationId);
    for (const quota of quotas) {
      const offers = Math.max(asIds(quota['items']).length, asIds(quota['variations']).length);
      const id = asText(quota['id']) ?? '';
      if (offers < 2 || asCount(quota['size']) === null || this.#sharedQuotas.has(id)) continue;
      this.#sharedQuotas.add(id);
      this.#context.notes.mapped(
        'quotas that several products share',
        'each product has the whole quantity, so together they can sell more',
        `quota ${id}`,
      );
    }
    if (quotas.length > 1)
      this.#context.notes.mapped('several quotas of a product', 'the smallest one is its quantity', example);
    const sizes = quotas.flatMap((quota) => asCount(quota['size']) ?? []);
    return sizes.length === 0 ? null : Math.min(...sizes);
  }

  #isOnSale(
    item: JsonObject,
    variation: JsonObject | null,
    subevent: string,
    itemId: string,
    variationId: string,
    example: string,
  ): boolean {
    const { notes } = this.#context;
    if (item['active'] === false || variation?.['active'] === false) return false;
    const needsVoucher = [
      item['require_voucher'],
      item['hide_without_voucher'],
      variation?.['hide_without_voucher'],
    ].includes(true);
    if (needsVoucher) {
      notes.mapped(
        'products that need a voucher',
        'archived, because everybody could buy them here',
        example,
        1,
        'offer',
      );
      return false;
    }
    if (this.#quotas !== null && this.#quotasOf(subevent, itemId, variationId).length === 0) {
      notes.mapped('products without a quota', 'archived, because pretix does not sell them', example, 1, 'offer');
      return false;
    }
    return true;
  }

  /** Adds the questions of each event. The dates of an event series can be one event here. */
  #addQuestions(): void {
    const byEvent = Map.groupBy(this.#events, ([, { reference }]) => reference);
    for (const [event, entries] of byEvent) {
      const subevents = entries.map(([subevent]) => subevent);
      const isDate = this.#context.event === null && subevents[0] !== '';
      const offersOf = (item: string) =>
        [...this.#offers]
          .filter(([key]) => subevents.some((subevent) => key.startsWith(`${subevent}/${item}/`)))
          .map(([, { reference }]) => reference);
      this.lines.push(...this.questions.linesOf({ event, subevent: isDate ? (subevents[0] ?? null) : null, offersOf }));
    }
  }

  #noteVouchers(vouchers: readonly JsonObject[] | null): void {
    const open = (vouchers ?? []).filter(
      ({ redeemed, max_usages: maxUsages }) => (asCount(redeemed) ?? 0) < (asCount(maxUsages) ?? 0),
    );
    if (open.length === 0) return;
    this.#context.notes.left(
      'vouchers that can still be used',
      'this service has no voucher codes',
      `voucher ${asText(open[0]?.['id'])}`,
      open.length,
    );
  }
}

function offerKey(subevent: string, item: string, variation: string): string {
  return `${subevent}/${item}/${variation}`;
}

function perOrderOf(item: JsonObject): { minPerOrder?: number; maxPerOrder?: number } {
  const min = asCount(item['min_per_order']) ?? 0;
  const max = asCount(item['max_per_order']) ?? 0;
  return {
    ...(min > 0 ? { minPerOrder: Math.min(min, maxPerOrder) } : {}),
    ...(max > 0 ? { maxPerOrder: Math.min(max, maxPerOrder) } : {}),
  };
}

/**
 * The products that a check-in list names and whose own QR code is scanned. A list with `addon_match` finds an add-on by the QR code
 * of its ticket instead.
 */
function scannedItems(lists: readonly JsonObject[]): ReadonlySet<string> {
  const own = lists.filter((list) => list['all_products'] !== true && list['addon_match'] !== true);
  return new Set(own.flatMap((list) => asIds(list['limit_products'])));
}

/** How many of each add-on of a category a ticket can have. Only products with a rule for the category sell its add-ons. */
function holderMaximums(items: readonly JsonObject[]): ReadonlyMap<string, number> {
  const maximums = new Map<string, number>();
  for (const rule of items.flatMap((item) => asObjects(item['addons']))) {
    const category = asText(rule['addon_category']) ?? '';
    const maximum = rule['multi_allowed'] === true ? Math.min(asCount(rule['max_count']) ?? 1, maxAddonsPerOrder) : 1;
    maximums.set(category, Math.max(1, maximum, maximums.get(category) ?? 1));
  }
  return maximums;
}
