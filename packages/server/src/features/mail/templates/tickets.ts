import { calendarMediaType, icalendar } from '../../../platform/calendar.ts';
import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { venueLine } from '../../../platform/venue.ts';
import type { Block, Fact } from './block.ts';
import { isolate, localTimes, pluralize } from './format.ts';
import { type MailTicket, type OrderMailData, orderFacts, orderLink, orderMail, orderSums } from './order-mail.ts';
import { qrImage } from './qr-image.ts';

/** The maximum number of tickets in an e-mail, because Gmail cuts off an e-mail after 102 kB. All tickets are on the order's page. */
const maxTickets = 20;

/** The e-mail with the tickets of a paid order and their QR codes, its add-ons, and a calendar file of the event. */
export function ticketsMail(data: OrderMailData): MailMessage {
  const { order, event } = data;
  const nonVoidTickets = order.tickets.filter(({ status }) => status !== 'void');
  const tickets = nonVoidTickets.slice(0, maxTickets).map((ticket, index) => ({
    ticket,
    name: `ticket-${index + 1}`,
    cid: `ticket-${index + 1}.${order.orderNumber}@qr`,
  }));
  const noun = nonVoidTickets.length === 0 ? 'order' : nonVoidTickets.length === 1 ? 'ticket' : 'tickets';
  return orderMail(data, {
    subject: `Your ${noun} for ${event.name}`,
    title: `Your ${noun} for ${isolate(event.name)}`,
    summary: summaryOf(nonVoidTickets.length),
    blocks: [
      orderFacts(data),
      orderLink(data),
      ...tickets.map(({ ticket, cid }, index) =>
        ticketBlock(data, ticket, cid, positionOf(index, nonVoidTickets.length)),
      ),
      ...furtherTickets(nonVoidTickets.length - tickets.length),
      ...addons(data),
      ...orderSums(data),
    ],
    attachments: [
      ...tickets.map(({ ticket, name, cid }) => ({
        filename: `${name}.png`,
        contentType: 'image/png',
        content: qrImage(ticket.qrValue),
        cid,
      })),
      calendarFile(data),
    ],
  });
}

function summaryOf(count: number): string {
  if (count === 0) return 'Thank you, your order is confirmed.';
  const codes = count === 1 ? 'the QR code of your ticket' : 'the QR code of each ticket';
  return `Thank you, your order is confirmed. Show ${codes} at the entrance, on your phone or printed.`;
}

function furtherTickets(count: number): Block[] {
  if (count === 0) return [];
  const [tickets, codes] = [pluralize(count, 'more ticket'), count === 1 ? 'its QR code' : 'their QR codes'];
  const text = `Your order has ${tickets}. Open it with the button above to see ${codes}.`;
  return [{ type: 'text', text }];
}

function positionOf(index: number, count: number): string {
  return count === 1 ? 'Your ticket' : `Ticket ${index + 1} of ${count}`;
}

function ticketBlock({ event }: OrderMailData, ticket: MailTicket, cid: string, position: string): Block {
  const { ticketTypeName, holderName, bib, category, qrValue } = ticket;
  const facts: Fact[] = [];
  if (holderName !== null) facts.push({ label: 'Holder', value: holderName });
  if (bib !== '') facts.push({ label: 'Bib', value: bib });
  if (category !== null) facts.push({ label: 'Category', value: category });
  facts.push(...whenFacts(event));
  const venue = venueLine(event.venue);
  if (venue !== '') facts.push({ label: 'Where', value: venue });
  if (ticket.status === 'used') facts.push({ label: 'Status', value: 'Already used' });
  const imageLabel = `QR code of ${position.replace(/^./, (first) => first.toLowerCase())}`;
  return { type: 'ticket', position, event: event.name, title: ticketTypeName, facts, cid, imageLabel, code: qrValue };
}

/** The times are local. The time zone is in `orderFacts`, at the top of the e-mail. */
function whenFacts({ startsAt, endsAt, timezone }: OrderMailData['event']): Fact[] {
  const { date, time, end, isOneDay } = localTimes(startsAt, endsAt, timezone);
  if (end !== null && !isOneDay)
    return [
      { label: 'From', value: `${date}, ${time}` },
      { label: 'To', value: end },
    ];
  return [
    { label: 'Date', value: date },
    { label: 'Time', value: end === null ? time : `${time} – ${end}` },
  ];
}

function addons({ order }: OrderMailData): Block[] {
  const rows = order.entitlements.map(({ name, unitsTotal, unitsRemaining }) => ({
    label: name,
    value:
      unitsRemaining === unitsTotal
        ? `${pluralize(unitsTotal, 'unit')} to redeem`
        : `${unitsRemaining} of ${pluralize(unitsTotal, 'unit')} left to redeem`,
  }));
  if (rows.length === 0) return [];
  return [
    { type: 'heading', text: 'Add-ons' },
    { type: 'list', rows },
  ];
}

function calendarFile({ event }: OrderMailData): MailAttachment {
  const content = Buffer.from(icalendar(event));
  return { filename: `${event.slug}.ics`, contentType: calendarMediaType, content };
}
