import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import { maxAnswerErrors } from '../questions/index.ts';
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
  fields.push(...missingAttendee({ items, attendees }, isRequired));
  if (fields.length > 0)
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: fields.slice(0, maxAnswerErrors) });
}

/** The error of the first ticket without an entry in `attendees`, of a type that needs one. */
export function missingAttendee(
  { items = [], attendees = [] }: Pick<Reservation, 'items' | 'attendees'>,
  needsHolder: (ticketTypeId: string) => boolean,
): FieldError[] {
  const isMissing = items.some(
    ({ ticketTypeId, quantity }) =>
      attendees.filter((holder) => holder.ticketTypeId === ticketTypeId).length < quantity && needsHolder(ticketTypeId),
  );
  return isMissing ? [fieldError(`attendees.${attendees.length}`, 'required', {})] : [];
}
