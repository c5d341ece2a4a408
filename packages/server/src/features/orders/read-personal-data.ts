import type { Db, JsonBody } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { auditPersonalPage, auditPersonalRead } from '../audit/index.ts';
import { type DetailExpansion, type Expansion, findOrderDetailWithPersonalData } from './queries.ts';

/** The names of the personal fields of tickets. */
const personalFieldsOfTickets = ['holderName', 'bib', 'category', 'qrValue', 'fields'];
/** The names of the personal fields of an order in a list, with its tickets. */
const personalFieldsOfListed = ['buyer', ...personalFieldsOfTickets];
/** The names of the personal fields by which orders are searched. */
const searchedFields = { email: ['email'], words: ['buyer', 'holderName', 'bib'] };
/** The names of the personal fields of the detail of an order. */
export const personalFieldsOfOrder = [...personalFieldsOfListed, 'answers'];

/**
 * The JSON of an order with its buyer and the holders of its tickets, and its version. The read is recorded in the audit log before the data
 * is returned. If that fails, nothing is returned.
 *
 * @param orderNumber in upper case, as it is stored
 * @returns null if the organizer has no such order; then nothing is recorded
 * @throws ApiError `audit_unavailable` if the read cannot be recorded
 */
export async function readPersonalData(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  expand: readonly DetailExpansion[] = [],
): Promise<Versioned | null> {
  const order = await findOrderDetailWithPersonalData(db, scope.organizerId, orderNumber, expand);
  if (order === null) return null;
  const read = { orderNumbers: [orderNumber], fields: personalFieldsOfOrder };
  await auditPersonalRead(db, scope, read);
  return order;
}

/** How orders were searched: by the complete e-mail address of their buyer, or by words. */
type OrderSearch = keyof typeof searchedFields;

/**
 * Records the read of a page of orders that contains their buyers, or that is the result of a search.
 *
 * @param page the body of the response
 * @param read.search null if the page is not the result of a search
 * @returns the page, after the read was recorded
 * @throws ApiError `audit_unavailable` if the read cannot be recorded
 */
export function auditOrderPage(
  db: Db,
  scope: RequestScope,
  page: JsonBody,
  { expand, search }: { expand: readonly Expansion[]; search: OrderSearch | null },
): Promise<JsonBody> {
  const shown = expand.includes('tickets') ? personalFieldsOfListed : ['buyer'];
  const searched = search === null ? [] : searchedFields[search];
  const fields = expand.includes('buyer') ? shown : searched;
  const read = { fields, ...(search === null ? {} : { searchedList: 'orders' as const }) };
  return auditPersonalPage(db, scope, page, read);
}
