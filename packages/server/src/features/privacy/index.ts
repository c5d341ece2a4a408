/**
 * Personal data: how long it is kept, all that is known of one e-mail address, and its erasure. It owns no tables; the features that own
 * them remove their part.
 */
export { erasePerson } from './erase-person.ts';
export { readPerson } from './person.ts';
export { removePersonalData } from './remove-personal-data.ts';
export { applyRetention, previewRetention } from './retention.ts';
export { allOrganizers, withSandbox } from './scopes.ts';
