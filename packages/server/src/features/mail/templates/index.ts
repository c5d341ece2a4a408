export { invitationMail, signInLinkMail } from './account.ts';
export { accountChangedMail } from './account-changed.ts';
export { awaitingPaymentMail } from './awaiting-payment.ts';
export { cancelledMail } from './cancelled.ts';
export { otpMail } from './otp.ts';
export { paymentReturnedMail } from './payment-returned.ts';
export { refundedMail } from './refunded.ts';
export { scopeDecidedMail, scopeRequestedMail } from './scopes.ts';
export { ticketsMail } from './tickets.ts';
