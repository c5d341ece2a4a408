/** Triggers: make the cause of a webhook event happen in a sandbox. This feature has no table; it calls the operations of others. */
export { type Triggered, trigger, triggerTypes } from './trigger.ts';
