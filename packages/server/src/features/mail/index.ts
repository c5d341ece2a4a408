export { dropWaitingMails } from './drop-mails.ts';
export { listOrdersWithFailedMails, readMailQueue } from './failed-mails.ts';
export type { AccountChange, DueMail, OrderMailKind, PrepareMessage, Renderers } from './mail.ts';
export { deleteSentMails, deleteUnsentMails, listMailIdsOfOrder, listMailsOfOrder } from './order-mails.ts';
export { deleteMailsTo, type NewMail, queueMail, queueMailWithPayload, resealMails } from './queue-mail.ts';
export type { OrderMailData } from './templates/order-mail.ts';
export type { MailRefund } from './templates/refunded.ts';
export { listUnsentMails, resendFailedMails, type UnsentMail, type UnsentSelection } from './unsent-mails.ts';

/** Loads the templates on demand: commands that only queue e-mails start faster without them. */
export function loadTemplates() {
  return import('./templates/index.ts');
}
