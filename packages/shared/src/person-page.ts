import type { Person } from './dashboard-api.ts';
import type { Formats } from './formats.ts';

/** The words of the page. */
export interface PersonPageTexts {
  readonly title: string;
  readonly about: string;
  readonly nothing: string;
  readonly sandbox: string;
  readonly isMember: string;
  readonly isInvited: string;
  readonly order: string;
  readonly event: string;
  readonly status: string;
  readonly created: string;
  readonly paid: string;
  readonly total: string;
  readonly refunded: string;
  readonly buyer: string;
  readonly phone: string;
  readonly language: string;
  readonly metadata: string;
  readonly tickets: string;
  readonly ticket: string;
  readonly holder: string;
  readonly bib: string;
  readonly category: string;
  readonly answers: string;
  readonly otherOrders: string;
  readonly addons: string;
  readonly name: string;
  readonly units: string;
  readonly payments: string;
  readonly method: string;
  readonly amount: string;
  readonly time: string;
  readonly scans: string;
  readonly gate: string;
  readonly history: string;
  readonly what: string;
}

type Cell = string | null | undefined;

/** All that is known of a person, as a page of HTML that needs no other files, to be read, printed and handed to the person. */
export function personPage(
  { email, organizers }: Person,
  {
    texts: t,
    formats,
    language,
    timeZone,
  }: {
    readonly texts: PersonPageTexts;
    readonly formats: Pick<Formats, 'money' | 'dateTime'>;
    readonly language: string;
    readonly timeZone: string;
  },
): string {
  const at = (time: string | null) => (time === null ? null : formats.dateTime(time, timeZone));
  const orderPart = (order: Person['organizers'][number]['orders'][number]): string => {
    const { detail, eventName, scans, timeline } = order;
    const { buyer, currency, metadata, tickets, ...facts } = detail.order;
    const money = (amount: number) => formats.money(amount, currency);
    return [
      heading(3, `${t.order} ${facts.orderNumber}`),
      list([
        [t.event, eventName],
        [t.status, facts.status],
        [t.created, at(facts.createdAt)],
        [t.paid, at(facts.paidAt)],
        [t.total, money(facts.total)],
        [t.refunded, facts.refundedTotal === 0 ? null : money(facts.refundedTotal)],
        [t.buyer, [buyer?.name, buyer?.email].filter(Boolean).join(', ')],
        [t.phone, buyer?.phone],
        [t.language, order.language],
        ...(buyer?.answers ?? []).map(({ label, text }): [string, Cell] => [label, text]),
        ...Object.entries(metadata).map(([name, value]): [string, Cell] => [`${t.metadata}: ${name}`, value]),
      ]),
      rows(
        t.tickets,
        [t.ticket, t.holder, t.bib, t.category, t.status, t.answers],
        tickets.map((ticket) => [
          ticket.ticketTypeName,
          ticket.holderName,
          ticket.bib,
          ticket.category,
          ticket.status,
          answersCell(ticket),
        ]),
      ),
      rows(
        t.addons,
        [t.name, t.units],
        detail.entitlements.map(({ name, unitsTotal }) => [name, String(unitsTotal)]),
      ),
      rows(
        t.payments,
        [t.time, t.method, t.status, t.amount],
        detail.payments.map((payment) => [
          at(payment.paidAt ?? payment.createdAt),
          payment.method,
          payment.status,
          formats.money(payment.amount, payment.currency),
        ]),
      ),
      rows(
        t.scans,
        [t.time, t.gate, t.status],
        scans.map((scan) => [at(scan.scannedAt), scan.gateName, scan.result]),
      ),
      rows(
        t.history,
        [t.time, t.what, t.status],
        timeline.map(({ at: time, kind, name, status }) => [at(time), `${kind}: ${name}`, status]),
      ),
    ].join('\n');
  };
  const parts = organizers.flatMap((organizer) => [
    heading(2, organizer.isSandbox ? `${organizer.name} (${t.sandbox})` : organizer.name),
    ...(organizer.isMember ? [`<p>${escapeHtml(t.isMember)}</p>`] : []),
    ...(organizer.isInvited ? [`<p>${escapeHtml(t.isInvited)}</p>`] : []),
    ...(organizer.orders.length === 0 ? [`<p>${escapeHtml(t.nothing)}</p>`] : organizer.orders.map(orderPart)),
    rows(
      t.otherOrders,
      [t.order, t.ticket, t.holder, t.bib, t.category, t.status, t.answers],
      organizer.otherOrders.map(({ orderNumber, answers, ticket }) => [
        orderNumber,
        ticket?.ticketTypeName,
        ticket?.holderName,
        ticket?.bib,
        ticket?.category,
        ticket?.status,
        answersCell({ fields: ticket?.fields, answers: ticket?.answers ?? answers }),
      ]),
    ),
    rows(
      t.scans,
      [t.time, t.gate, t.status],
      organizer.otherOrders.flatMap(({ scans }) =>
        scans.map((scan) => [at(scan.scannedAt), scan.gateName, scan.result]),
      ),
    ),
  ]);
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(t.title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% } th, td { text-align: start; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8886 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem } dd { margin: 0 } div { overflow-x: auto }
</style>
${heading(1, t.title)}
<p><bdi>${escapeHtml(email)}</bdi></p>
<p>${escapeHtml(t.about)}</p>
${parts.length === 0 ? `<p>${escapeHtml(t.nothing)}</p>` : parts.join('\n')}
</html>
`;
}

/** The answers of a ticket holder, also those of an import. */
function answersCell({
  fields,
  answers = [],
}: {
  readonly fields?: Readonly<Record<string, string>> | null | undefined;
  readonly answers?: readonly { readonly label: string; readonly text: string }[] | undefined;
}): string {
  return [...Object.entries(fields ?? {}), ...answers.map(({ label, text }) => [label, text])]
    .map(([question, answer]) => `${question}: ${answer}`)
    .join('; ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function heading(level: 1 | 2 | 3 | 4, text: string): string {
  return `<h${level}>${escapeHtml(text)}</h${level}>`;
}

/** Terms with their values, without those that have none. */
function list(facts: readonly (readonly [string, Cell])[]): string {
  const items = facts.flatMap(([term, value]) =>
    value ? [`<dt>${escapeHtml(term)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`] : [],
  );
  return `<dl>${items.join('')}</dl>`;
}

/** A table with its heading; empty text if it has no rows. */
function rows(title: string, columns: readonly string[], cells: readonly (readonly Cell[])[]): string {
  if (cells.length === 0) return '';
  const row = (tag: 'th' | 'td', values: readonly Cell[]) =>
    `<tr>${values.map((value) => `<${tag}><bdi>${escapeHtml(value ?? '')}</bdi></${tag}>`).join('')}</tr>`;
  return `${heading(4, title)}\n<div><table>${row('th', columns)}${cells.map((values) => row('td', values)).join('')}</table></div>`;
}
