import { ApiError } from '../../errors/index.ts';
import type { Db, JsonBody } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAuditEntries } from './record-audit.ts';

/** A read of personal data. */
export interface PersonalRead {
  /** The orders whose personal data is in the response. */
  readonly orderNumbers: readonly string[];
  /** The names of the personal fields in the response. */
  readonly fields: readonly string[];
  /** The list that was searched by an e-mail address or by words, if the request is such a search. */
  readonly searchedList?: 'orders' | 'addons' | 'tickets';
}

/**
 * Records a read of personal data before the response is sent: one entry for each order, and one entry for a search by an e-mail
 * address, even if the search found nothing. The e-mail address is not recorded.
 *
 * @throws ApiError `audit_unavailable` if the read cannot be recorded. The data must then not be sent.
 */
export async function auditPersonalRead(
  db: Db,
  scope: RequestScope,
  { orderNumbers, fields, searchedList }: PersonalRead,
): Promise<void> {
  const searches = searchedList === undefined ? [] : [searchedList];
  try {
    await recordAuditEntries(db, scope, [
      { action: 'buyer.search', subjects: searches, details: { orders: orderNumbers.length } },
      { action: 'order.personal_data.read', subjects: orderNumbers, details: { fields } },
    ]);
  } catch (error) {
    throw new ApiError('audit_unavailable', {}, { cause: error });
  }
}

/**
 * Records that a page was read whose rows contain personal data of buyers.
 *
 * @param page the body of the response; each row has an `orderNumber`
 * @returns the page, after the read was recorded
 * @throws ApiError `audit_unavailable` if the read cannot be recorded
 */
export async function auditPersonalPage(
  db: Db,
  scope: RequestScope,
  page: JsonBody,
  read: Omit<PersonalRead, 'orderNumbers'>,
): Promise<JsonBody> {
  const { data } = JSON.parse(page.toString()) as { data: { orderNumber: string }[] };
  const orderNumbers = [...new Set(data.map(({ orderNumber }) => orderNumber))];
  await auditPersonalRead(db, scope, { ...read, orderNumbers });
  return page;
}
