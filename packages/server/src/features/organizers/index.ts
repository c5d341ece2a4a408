/** Organizers: their profile, fees, limits and bank account. It owns the table `organizers`. */
export { createOrganizer, type NewOrganizer } from './create-organizer.ts';
export {
  listPersonalDataDays,
  personalDataDaysMax,
  readPersonalDataDays,
  setPersonalDataDays,
} from './personal-data-days.ts';
export {
  hasPaymentInstructions,
  listOrganizersWithoutPaymentInstructions,
  type OrganizerSetting,
  type PaymentSetup,
  paymentSetupHint,
  publicOrganizerFields,
  readOrganizerFor,
  readOrganizerProfile,
  readPaymentSetup,
  transferDetails,
} from './profile.ts';
export {
  type EventDefaults,
  type FeePolicy,
  feePolicyFields,
  findOrganizer,
  getOrganizer,
  isSuspended,
  listOrganizers,
  type Organizer,
  readEventDefaults,
  readOrganizer,
  readOrganizerNames,
} from './queries.ts';
export { readReverseWithinSeconds, setReverseWithinSeconds } from './reversal-time.ts';
export { clockChannel, SandboxClocks } from './sandbox-clocks.ts';
export {
  beginReset,
  endReset,
  findSandbox,
  findSandboxOf,
  insertSandbox,
  listResets,
  raiseClockOffset,
  type Sandbox,
} from './sandboxes.ts';
export { setFeePolicy } from './set-fee-policy.ts';
export { type HoldLimits, setHoldLimits } from './set-hold-limits.ts';
export { setOrganizerProfile } from './set-profile.ts';
export { changeSlug, organizerIdOfSlug } from './slugs.ts';
export { type MailOwners, resumeOrganizer, suspendOrganizer } from './suspend-organizer.ts';
