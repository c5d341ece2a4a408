import { describe, expect, test } from 'vitest';
import { mailRefund, orderMailData, ticket } from '../../../../test/harness/mail-samples.ts';
import type { MailTicket } from './order-mail.ts';
import { refundedMail } from './refunded.ts';

describe('the e-mail about a refund', () => {
  const tickets: readonly MailTicket[] = [
    { ...ticket, status: 'void' },
    { ...ticket, holderName: null, bib: '1043', status: 'void' },
  ];

  test('states the refunded amount, earlier refunds and the remaining total', () => {
    const { text } = refundedMail(
      orderMailData({ status: 'partially_refunded', refundedTotal: 5_000 }),
      mailRefund(2_000),
    );
    expect(text).toContain('Your refund of €20.00');
    expect(text).toContain('This refund: −€20.00\nEarlier refunds: −€30.00\nTotal after refunds: €76.90');
  });

  test('lists the voided tickets, and says that their QR codes are no longer valid', () => {
    const data = orderMailData({ status: 'partially_refunded', refundedTotal: 2_000 });
    const oneTicket = refundedMail(data, mailRefund(2_000, { tickets: tickets.slice(0, 1) })).text;
    expect(oneTicket).toContain(
      'This ticket and its QR code are no longer valid:\n\n10 km run · Ada Lovelace · Bib 1042\n\n',
    );
    expect(oneTicket).toContain('The rest of your order is still valid.');
    const twoTickets = refundedMail(data, mailRefund(2_000, { tickets })).text;
    expect(twoTickets).toContain('These tickets and their QR codes are no longer valid:');
    expect(twoTickets).toContain('\n10 km run · Ada Lovelace · Bib 1042\n10 km run · Bib 1043\n');
  });

  test('says that refunded add-ons cannot be used and, after a full refund, that no ticket is valid', () => {
    const data = orderMailData({ status: 'partially_refunded', refundedTotal: 2_000 });
    expect(refundedMail(data, mailRefund(2_000)).text).toContain('The refunded items can no longer be used.');
    const fullRefund = refundedMail(
      orderMailData({ status: 'refunded', refundedTotal: 12_690 }),
      mailRefund(12_690, { tickets }),
    );
    expect(fullRefund.text).toContain(
      'Your entire order was refunded. Its tickets and their QR codes are no longer valid.',
    );
    expect(fullRefund.text).not.toContain('still valid');
  });

  test.for([
    [2_000, 'The money goes back to the payment method you used, which can take up to 10 business days.'],
    [0, 'You will receive the money directly from Harbour Running Club.'],
    [
      500,
      '€5.00 goes back to the payment method you used, which can take up to 10 business days. You will receive €15.00 directly from Harbour Running Club.',
    ],
  ] as const)(
    'says who pays back 2,000 minor units if the provider pays %d, and never says that the refund is complete',
    ([byProvider, expectedSentence]) => {
      const { text } = refundedMail(orderMailData({ refundedTotal: 2_000 }), mailRefund(2_000, { byProvider }));
      expect(text).toContain(
        `Harbour Running Club is refunding you €20.00 of your order for Harbour Night Run. ${expectedSentence}`,
      );
      expect(text).not.toMatch(/refunded you|have refunded|We /);
    },
  );

  test('says that nothing became invalid if only an amount is refunded, and why', () => {
    const data = orderMailData({ status: 'partially_refunded', refundedTotal: 500 });
    const { text } = refundedMail(data, mailRefund(500, { reason: 'The start was late' }));
    expect(text).toContain('Reason: The start was late');
    expect(text).toContain('All of your order that was valid before is still valid.');
    expect(text).not.toMatch(/no longer/);
  });

  test('mentions no money if the order was free', () => {
    const { subject, text } = refundedMail(orderMailData({ total: 0 }), mailRefund(0, { tickets }));
    expect(subject).toBe('Your order for Harbour Night Run was changed');
    expect(text).not.toMatch(/€|refund(s|ed) you/);
  });
});
