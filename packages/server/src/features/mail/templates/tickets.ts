import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block, Fact } from './block.ts';
import { counted } from './format.ts';
import { type MailTicket, type OrderMailData, orderFacts, orderLink, orderMail, orderSums } from './order-mail.ts';
import { qrImage } from './qr-image.ts';

/** A mail that is no burden to make, to send or to open: further tickets are on the order's page. */
const ticketsMax = 30;

/** The tickets of a paid order, each with its QR code, and what else was bought. Void tickets are left out. */
export function ticketsMail(data: OrderMailData): MailMessage {
  const { order, event } = data;
  const all = order.tickets.filter(({ status }) => status !== 'void');
  const tickets = all.slice(0, ticketsMax).map((ticket, index) => ({
    ticket,
    name: `ticket-${index + 1}`,
    cid: `ticket-${index + 1}.${order.orderNumber}@qr`,
  }));
  const what = all.length === 0 ? 'order' : all.length === 1 ? 'ticket' : 'tickets';
  return orderMail(data, {
    subject: `Your ${what} for ${event.name}`,
    title: `Your ${what} for ${event.name}`,
    summary: summaryOf(all.length),
    blocks: [
      orderFacts(data),
      orderLink(data),
      ...tickets.map(({ ticket, cid }, index) => ticketBlock(ticket, cid, `${index + 1} of ${all.length}`)),
      ...furtherTickets(all.length - tickets.length),
      ...addons(data),
      ...orderSums(data),
    ],
    attachments: tickets.map(({ ticket, name, cid }) => ({
      filename: `${name}.png`,
      contentType: 'image/png',
      content: qrImage(ticket.qrValue),
      cid,
    })),
  });
}

function summaryOf(count: number): string {
  if (count === 0) return 'Your order is complete. Here is what you bought.';
  const one = 'Your order is complete. Show the QR code of your ticket at the entrance, on your phone or printed.';
  return count === 1 ? one : one.replace('the QR code of your ticket', 'the QR code of each ticket');
}

function furtherTickets(count: number): Block[] {
  if (count === 0) return [];
  const text = `${counted(count, 'more ticket')}, with ${count === 1 ? 'its QR code, is' : 'their QR codes, are'} on the page of your order: follow the link above.`;
  return [{ type: 'text', text }];
}

function ticketBlock(ticket: MailTicket, cid: string, place: string): Block {
  const { ticketTypeName, holderName, bib, category, qrValue } = ticket;
  const facts: Fact[] = [];
  if (holderName !== null) facts.push({ label: 'Holder', value: holderName });
  if (bib !== '') facts.push({ label: 'Bib', value: bib });
  if (category !== null) facts.push({ label: 'Category', value: category });
  if (ticket.status === 'used') facts.push({ label: 'Status', value: 'Already used' });
  return { type: 'ticket', title: ticketTypeName, facts, cid, imageLabel: `QR code of ticket ${place}`, code: qrValue };
}

function addons({ order }: OrderMailData): Block[] {
  const rows = order.entitlements.map(({ name, unitsTotal, unitsRemaining }) => ({
    label: name,
    value:
      unitsRemaining === unitsTotal ? counted(unitsTotal, 'unit') : `${unitsRemaining} of ${unitsTotal} units left`,
  }));
  if (rows.length === 0) return [];
  return [
    { type: 'heading', text: 'Add-ons' },
    { type: 'list', rows },
  ];
}
