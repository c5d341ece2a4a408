export { createOrganizer, type NewOrganizer } from './create-organizer.ts';
export {
  type EventDefaults,
  type FeePolicy,
  feePolicyFields,
  findOrganizer,
  getOrganizer,
  listOrganizers,
  type Organizer,
  readEventDefaults,
} from './queries.ts';
export { setFeePolicy } from './set-fee-policy.ts';
