export { awaitingPaymentMail } from './awaiting-payment.ts';
export { cancelledMail } from './cancelled.ts';
export { withNotice } from './layout.ts';
export {
  accountChangedMail,
  disputedMail,
  endpointFailingMail,
  invitationMail,
  keyRolledMail,
  scopeDecidedMail,
  scopeRequestedMail,
  signInLinkMail,
  suspensionMail,
} from './member-mails.ts';
export { otpMail } from './otp.ts';
export { paymentReturnedMail } from './payment-returned.ts';
export { refundedMail } from './refunded.ts';
export { ticketsMail } from './tickets.ts';
