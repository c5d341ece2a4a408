/** Sandboxes: their creation, clock, e-mails and reset. The sandbox of an organizer is itself a row of `organizers`. */
export { moveClock } from './move-clock.ts';
export { openSandbox, openSandboxOf, type SandboxView, viewSandbox } from './open-sandbox.ts';
export { startReset } from './reset-sandbox.ts';
export { prepareSandboxMails } from './sandbox-mails.ts';
