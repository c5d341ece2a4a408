import type { Language } from '#messages/languages';
import { addonNames } from '#shared/addon-names';
import { calendarMediaType, icalendar } from '../../../platform/calendar.ts';
import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { dateLocaleOf, mailTexts } from '../../../platform/texts.ts';
import { venueLine } from '../../../platform/venue.ts';
import type { Block, Fact } from './block.ts';
import { isolate, localTimes } from './format.ts';
import {
  linesOf,
  type MailTicket,
  type OrderMailData,
  orderFacts,
  orderLink,
  orderMail,
  orderSums,
} from './order-mail.ts';
import { qrImage } from './qr-image.ts';

/** The maximum number of tickets in an e-mail, because Gmail cuts off an e-mail after 102 kB. All tickets are on the order's page. */
const maxTickets = 20;

/** The e-mail with the tickets of a paid order and their QR codes, its add-ons, and a calendar file of the event. */
export function ticketsMail(data: OrderMailData): MailMessage {
  const { order, event, organizer, language } = data;
  const texts = mailTexts(language).tickets;
  const nonVoidTickets = order.tickets.filter(({ status }) => status !== 'void');
  const tickets = nonVoidTickets.slice(0, maxTickets).map((ticket, index) => ({
    ticket,
    name: `ticket-${index + 1}`,
    cid: `ticket-${index + 1}.${order.orderNumber}@qr`,
  }));
  const count = nonVoidTickets.length;
  const unlisted = count - tickets.length;
  return orderMail(data, {
    subject: texts.title({ tickets: count, event: event.name }),
    title: texts.title({ tickets: count, event: isolate(event.name) }),
    summary: texts.summary({ tickets: count }),
    blocks: [
      ...linesOf(organizer.mailGreeting),
      orderFacts(data),
      orderLink(data),
      ...tickets.map(({ ticket, cid }, index) => ticketBlock(data, ticket, cid, { number: index + 1, tickets: count })),
      ...(unlisted === 0 ? [] : [{ type: 'text', text: texts.further({ tickets: unlisted }) } as const]),
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
      calendarFile(data, nonVoidTickets),
    ],
  });
}

/** @param position the number of the ticket, and how many tickets there are */
function ticketBlock(
  { event, language }: OrderMailData,
  ticket: MailTicket,
  cid: string,
  position: { readonly number: number; readonly tickets: number },
): Block {
  const { ticketTypeName, startsAt, holderName, bib, category, qrValue, addons } = ticket;
  const texts = mailTexts(language).tickets;
  const facts: Fact[] = [];
  if (holderName !== null) facts.push({ label: texts.holder, value: holderName });
  if (bib !== '') facts.push({ label: texts.bib, value: bib });
  if (category !== null) facts.push({ label: texts.category, value: category });
  const names = addonNames(addons).join(', ');
  if (names !== '') facts.push({ label: texts.addons, value: names });
  const time = startsAt === null ? event : { ...event, startsAt, endsAt: null };
  facts.push(...whenFacts(time, language));
  const venue = venueLine(event.venue, dateLocaleOf(language));
  if (venue !== '') facts.push({ label: mailTexts(language).where, value: venue });
  if (ticket.status === 'used') facts.push({ label: texts.status, value: texts.used });
  return {
    type: 'ticket',
    position: texts.position(position),
    event: event.name,
    title: ticketTypeName,
    facts,
    cid,
    imageLabel: texts.qrCode(position),
    code: qrValue,
  };
}

/** The times are local. The time zone is in `orderFacts`, at the top of the e-mail. */
function whenFacts({ startsAt, endsAt, timezone }: OrderMailData['event'], language: Language): Fact[] {
  const texts = mailTexts(language).tickets;
  const { date, time, end, isOneDay } = localTimes(startsAt, endsAt, { language, timezone });
  if (end !== null && !isOneDay)
    return [
      { label: texts.from, value: `${date}, ${time}` },
      { label: texts.to, value: end },
    ];
  return [
    { label: texts.date, value: date },
    { label: texts.time, value: end === null ? time : `${time} – ${end}` },
  ];
}

/** The add-ons of the order. Those of ticket holders are with their tickets. */
function addons({ order, language }: OrderMailData): Block[] {
  const texts = mailTexts(language).tickets;
  const ofOrder = order.entitlements.filter(({ ticketId }) => ticketId === null);
  const rows = ofOrder.map(({ name, unitsTotal, unitsRemaining }) => ({
    label: name,
    value:
      unitsRemaining === unitsTotal
        ? texts.units({ units: unitsTotal })
        : texts.unitsLeft({ left: unitsRemaining, units: unitsTotal }),
  }));
  if (rows.length === 0) return [];
  return [
    { type: 'heading', text: texts.addons },
    { type: 'list', rows },
  ];
}

function calendarFile({ event, language }: OrderMailData, tickets: readonly MailTicket[]): MailAttachment {
  const parts = tickets.map(({ ticketTypeId: id, ticketTypeName: name, startsAt }) => ({ id, name, startsAt }));
  const content = Buffer.from(icalendar(event, dateLocaleOf(language), parts));
  return { filename: `${event.slug}.ics`, contentType: calendarMediaType, content };
}
