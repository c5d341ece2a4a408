import { ApiError, fieldError } from '../../errors/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import type { Reservation } from './schema.ts';

/**
 * Asserts that each ticket has the name of its holder, if its ticket type requires it.
 *
 * @throws ApiError `invalid_fields` with an error for each missing name, and one for the tickets without an entry in `attendees`
 */
export function assertHolderNames(
  { offers, nameFields }: CartEvent,
  { items = [], attendees = [] }: Pick<Reservation, 'items' | 'attendees'>,
): void {
  const isRequired = (ticketTypeId: string) => offers.get(ticketTypeId)?.holderName === 'required';
  const requiredFields = nameFields === null ? (['holderName'] as const) : (['firstName', 'lastName'] as const);
  const fields = attendees.flatMap((attendee, index) => {
    if (!isRequired(attendee.ticketTypeId) || (nameFields === null && attendee.firstName)) return [];
    const missing = requiredFields.filter((name) => !attendee[name]?.trim());
    return missing.map((name) => fieldError(`attendees.${index}.${name}`, 'required', {}));
  });
  const isIncomplete = items.some(
    ({ ticketTypeId, quantity }) =>
      isRequired(ticketTypeId) && attendees.filter((holder) => holder.ticketTypeId === ticketTypeId).length < quantity,
  );
  if (isIncomplete) fields.push(fieldError(`attendees.${attendees.length}`, 'required', {}));
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}
