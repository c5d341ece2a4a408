export type { DueMail, Renderers } from './mail.ts';
export { queueMail, queueMailWith } from './queue-mail.ts';
export type { OrderMailData } from './templates/order-mail.ts';
export type { MailRefund } from './templates/refunded.ts';

/** Loaded where mails are rendered: a command that only queues them starts faster without their templates. */
export function loadTemplates() {
  return import('./templates/index.ts');
}
