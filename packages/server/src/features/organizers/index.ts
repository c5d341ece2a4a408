export { createOrganizer, type NewOrganizer } from './create-organizer.ts';
export { type FeePolicy, findOrganizer, getOrganizer, listOrganizers, type Organizer } from './queries.ts';
export { setFeePolicy } from './set-fee-policy.ts';
