import { addonNames } from '@organizer/shared/addon-names';
import type { BuyerOrder, BuyerTicket } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { copyButton } from './copy-button.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { qrImage } from './qr-code.ts';
import { state } from './state.ts';

const ticketTexts = messages.ticket;

/**
 * A ticket, which its holder shows at the entrance.
 *
 * @param number the position of the ticket in the order, from 1
 */
export function ticketView(ticket: BuyerTicket, number: number, count: number): TemplateResult {
  const { ticketTypeName, startsAt, status, qrValue, holderName, bib, category, addons } = ticket;
  const fact = (label: string, ...values: (string | null)[]) =>
    values[0]
      ? html`<div><dt>${label}</dt>${values.map((value) => html`<dd><bdi>${value}</bdi></dd>`)}</div>`
      : nothing;
  const badge = ticketTexts.status[status] ? html` <span class="badge">${ticketTexts.status[status]}</span>` : nothing;
  return html`<li class="ticket ${status}">
    <div class="qr">${qrImage(qrValue, ticketTexts.qrCode({ number, tickets: count, ticketType: ticketTypeName }))}</div>
    <div class="ticket-words">
      <p class="hint">${ticketTexts.name({ number, tickets: count })}${badge}</p>
      <h3 dir="auto">${ticketTypeName}</h3>
      ${
        page.when === undefined
          ? nothing
          : html`<p dir="auto">${page.name}</p><p class="soft">${startsAt && state.event ? messages.offers.starts({ time: messages.formats.dateTime(startsAt, state.event.timezone) }) : page.when}${page.where ? html`<br><bdi>${page.where}</bdi>` : nothing}</p>`
      }
      <dl class="facts">
        ${fact(ticketTexts.holder, holderName)} ${fact(ticketTexts.bib, bib)} ${fact(ticketTexts.category, category)}
        ${fact(messages.offers.extras, ...addonNames(addons))}
      </dl>
      <p class="qr-words"><span>${qrValue}</span>${copyButton(qrValue, ticketTexts.code)}</p>
    </div>
  </li>`;
}

/** The add-ons of an order with their remaining uses. Those of ticket holders are with their tickets. */
export function entitlementsView({ entitlements, items }: BuyerOrder): TemplateResult | typeof nothing {
  const ofOrder = entitlements.filter(({ ticketId }) => ticketId === null);
  if (ofOrder.length === 0) return nothing;
  const rows = ofOrder.map(({ addonId, name, unitsTotal, unitsRemaining }) => {
    const quantity = items.find((item) => item.addonId === addonId)?.quantity ?? 1;
    const isUnused = unitsRemaining === unitsTotal;
    const uses = isUnused
      ? ticketTexts.uses({ uses: unitsTotal })
      : ticketTexts.usesLeft({ left: unitsRemaining, uses: unitsTotal });
    // The quantity says enough about unused add-ons that can be used once.
    const note = isUnused && unitsTotal <= quantity ? nothing : html` <span class="soft">(${uses})</span>`;
    return html`<li><span class="times">${quantity} ×</span> <bdi>${name}</bdi>${note}</li>`;
  });
  return html`<h3>${messages.offers.extras}</h3><ul class="extras card">${rows}</ul>`;
}
