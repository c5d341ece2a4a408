import type { Db } from '../../platform/database/dialect.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { findExistingRefs } from '../entitlements/index.ts';
import { findTakenOrderNumbers } from '../orders/index.ts';
import { findTakenBibs, findTakenExternalIds, findTakenQrValues } from '../tickets/index.ts';
import type { BuiltOrder } from './build-order.ts';
import { unassignedBib } from './order-tickets.ts';
import { lineError } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** Checks that values that must be unique are neither in the database nor in earlier lines of the batch. */
export class UniqueValues {
  /** The used values, each with its kind. */
  readonly #usedValues: Set<string>;

  private constructor(usedValues: Set<string>) {
    this.#usedValues = usedValues;
  }

  /** Reads which values of these lines are already in the database. */
  static async load(tx: Db, organizerId: string, lines: readonly OrderLine[]): Promise<UniqueValues> {
    const attendees = lines.flatMap((line) => line.attendees ?? []);
    const items = lines.flatMap((line) => line.items);
    const orderNumbers = lines.flatMap(({ orderNumber }) => (orderNumber && parseOrderNumber(orderNumber)) || []);
    const qrValues = attendees.flatMap(({ qrValue }) => qrValue ?? []);
    const bibs = attendees.flatMap(({ bib }) => bib ?? []);
    const usedValues = new Set<string>();
    for (const number of await findTakenOrderNumbers(tx, organizerId, orderNumbers))
      usedValues.add(keys.orderNumber(number));
    for (const value of await findTakenQrValues(tx, organizerId, qrValues)) usedValues.add(keys.qrValue(value));
    const externalIds = attendees.flatMap(({ externalId }) => externalId ?? []);
    for (const id of await findTakenExternalIds(tx, organizerId, externalIds)) usedValues.add(keys.externalId(id));
    for (const list of refLists) {
      const refs = items.flatMap((item) => (item[list] ?? []).flatMap(({ ref }) => ref ?? []));
      for (const ref of await findExistingRefs(tx, organizerId, list, refs)) usedValues.add(keys.ref(list, ref));
    }
    for (const { eventId, bib } of await findTakenBibs(tx, organizerId, bibs)) usedValues.add(keys.bib(eventId, bib));
    return new UniqueValues(usedValues);
  }

  /**
   * The unique values of an order.
   *
   * @throws LineError if a value is already used, or occurs twice in the order
   */
  check({ order, items, tickets }: BuiltOrder): ReadonlySet<string> {
    const values = new Set<string>();
    const add = (key: string, path: string, message: string) => {
      if (values.has(key) || this.#usedValues.has(key)) throw lineError(path, message);
      values.add(key);
    };
    const { order_number: number } = order;
    add(keys.orderNumber(number), 'orderNumber', `${number} is the number of another order`);
    for (const { ticket, attendeeIndex } of tickets) {
      const path = `attendees.${attendeeIndex}`;
      const { bib, external_id: externalId } = ticket;
      add(keys.qrValue(ticket.qr_value), `${path}.qrValue`, 'is the QR value of another ticket');
      if (externalId !== null) {
        add(keys.externalId(externalId), `${path}.externalId`, `"${externalId}" is the externalId of another ticket`);
      }
      if (bib === unassignedBib) continue;
      add(keys.bib(ticket.event_id, bib), `${path}.bib`, `${bib} is the bib of another ticket of the event`);
    }
    for (const { lineItem, position } of items) {
      for (const list of refLists) {
        for (const [index, { ref }] of (lineItem[list] ?? []).entries()) {
          if (ref) add(keys.ref(list, ref), `items.${position}.${list}.${index}.ref`, `"${ref}" was used before`);
        }
      }
    }
    return values;
  }

  /** Adds the values of an order, so that later orders cannot have them. */
  add(values: ReadonlySet<string>): void {
    for (const key of values) this.#usedValues.add(key);
  }
}

/** The lists of an item whose entries have a `ref`. */
const refLists = ['consumptions', 'returns'] as const;

const keys = {
  orderNumber: (number: string) => `order ${number}`,
  externalId: (id: string) => `external ${id}`,
  qrValue: (value: string) => `qr ${value}`,
  bib: (eventId: string, bib: string) => `bib ${eventId} ${bib}`,
  ref: (list: (typeof refLists)[number], ref: string) => `${list} ${ref}`,
};
