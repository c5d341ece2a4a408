/** Triggers: make the cause of a webhook event happen in a sandbox. This feature has no table; it calls the operations of others. */
export { trigger, triggerTypes } from './trigger.ts';
