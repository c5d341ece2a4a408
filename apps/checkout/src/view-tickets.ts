import type { BuyerOrder, BuyerTicket } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { copyButton } from './copy.ts';
import { counted } from './format.ts';
import { qrImage } from './qr.ts';
import { page } from './state.ts';

const statusWords = { valid: '', used: 'Used', void: 'Not valid' };

/** A ticket as it is shown at the entrance: what it is for, when, whose it is, and its code. */
export function ticketView(ticket: BuyerTicket, place: number, count: number): TemplateResult {
  const name = count > 1 ? `Ticket ${place + 1} of ${count}` : 'Ticket';
  const fact = (label: string, value: string | null) =>
    value ? html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>` : nothing;
  return html`<li class="ticket ${ticket.status}">
    <div class="qr">${qrImage(ticket.qrValue, `QR code of ${name.toLowerCase()}, ${ticket.ticketTypeName}`)}</div>
    <div class="ticket-words">
      <p class="hint">${name}${statusWords[ticket.status] ? html` <span class="badge">${statusWords[ticket.status]}</span>` : nothing}</p>
      <h3 dir="auto">${ticket.ticketTypeName}</h3>
      ${
        page.when === undefined
          ? nothing
          : html`<p dir="auto">${page.name}</p><p class="soft">${page.when}${page.where ? html`<br><bdi>${page.where}</bdi>` : nothing}</p>`
      }
      <dl class="facts">
        ${fact('Holder', ticket.holderName)} ${fact('Bib', ticket.bib)} ${fact('Category', ticket.category)}
      </dl>
      <p class="qr-words"><span>${ticket.qrValue}</span>${copyButton(ticket.qrValue, 'the code of the ticket')}</p>
    </div>
  </li>`;
}

/** What else was bought, how often, and how much of it is left: a card for ten cups is one card. */
export function entitlementsView({ entitlements, items }: BuyerOrder): TemplateResult | typeof nothing {
  if (entitlements.length === 0) return nothing;
  const rows = entitlements.map(({ addonId, name, unitsTotal, unitsRemaining }) => {
    const bought = items.find((line) => line.addonId === addonId)?.quantity ?? 1;
    const uses = counted(unitsTotal, 'use');
    const words =
      unitsTotal <= bought && unitsRemaining === unitsTotal
        ? ''
        : unitsRemaining === unitsTotal
          ? `${uses} in all`
          : `${unitsRemaining} of ${uses} left`;
    return html`<li><span class="times">${bought} ×</span> <bdi>${name}</bdi>${words ? html` <span class="soft">(${words})</span>` : nothing}</li>`;
  });
  return html`<h3>Extras</h3><ul class="extras card">${rows}</ul>`;
}
