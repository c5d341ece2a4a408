import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { removeNotes } from '../gate/index.ts';
import {
  type Anonymization,
  anonymizeOrder,
  type PersonRemoval,
  readOrder,
  removePersonFromOrder,
} from '../orders/index.ts';

/** Removes the personal data of an order, also what members have written about scans of its tickets. */
export async function removePersonalData(tx: Db, scope: RequestScope, orderNumber: string): Promise<Anonymization> {
  const outcome = await anonymizeOrder(tx, scope, orderNumber);
  if (outcome !== 'removed') return outcome;
  const { tickets } = await readOrder(tx, scope.organizerId, orderNumber);
  await removeNotes(
    tx,
    scope.organizerId,
    tickets.map(({ id }) => id),
  );
  return outcome;
}

/**
 * Removes the personal data of a person from the order of another buyer, also what members have written about scans of the tickets.
 *
 * @param form of the e-mail address, as `emailForm` returns it
 */
export async function removePersonalDataOf(
  tx: Db,
  scope: RequestScope,
  orderNumber: string,
  form: string,
): Promise<PersonRemoval> {
  const removal = await removePersonFromOrder(tx, scope, orderNumber, form);
  await removeNotes(tx, scope.organizerId, removal.ticketIds);
  return removal;
}
