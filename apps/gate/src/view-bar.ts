import type { Entitlement } from '@organizer/shared/gate-api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { handOut, lookUp, nextGuest, takeBack } from './bar.ts';
import { cameraView, errorText, navigation, statusLine } from './components.ts';
import { messages } from './messages.ts';
import { type HandedOut, state } from './state.ts';

/** The screen of a bar: what a guest has bought, and what is left of it. */
export function barView(): TemplateResult {
  const { bar } = state;
  return html`<div class="screen">
    <header class="top"><h1>${messages.gate.bar}</h1>${statusLine()}</header>
    <main class=${bar.qrValue === null ? 'scan' : 'page'}>
      ${bar.qrValue === null ? cameraView(lookUp, messages.bar.point) : guestView()}
    </main>
    ${navigation()}
  </div>`;
}

function guestView(): TemplateResult {
  const { ticket, entitlements, isBusy, error, handedOut } = state.bar;
  const { unknown, nothing: nothingBought, next } = messages.bar;
  const isKnown = ticket !== null;
  return html`
    ${
      entitlements === null
        ? nothing
        : html`<div class="guest"><h2><bdi>${isKnown ? (ticket.holderName ?? ticket.ticketTypeName) : unknown}</bdi></h2>
          <p class="soft">${[ticket?.bib, ticket?.category].filter(Boolean).join(' · ')}</p></div>`
    }
    ${errorText(error)} ${handedOutView(handedOut, error !== null)}
    ${isBusy && entitlements === null ? html`<p class="soft" role="status">${messages.loading}</p>` : nothing}
    ${isKnown && entitlements?.length === 0 ? html`<p>${nothingBought}</p>` : nothing}
    <ul class="entitlements">${(entitlements ?? []).map(entitlementRow)}</ul>
    <button type="button" class="main next" @click=${nextGuest}>${next}</button>`;
}

function entitlementRow(entitlement: Entitlement): TemplateResult {
  const { name, ticketId, unitsRemaining, unitsTotal } = entitlement;
  const isEmpty = unitsRemaining === 0;
  // Next to the add-ons of the person, those that everybody of the order shares.
  const isShared = ticketId === null && state.bar.entitlements?.some((other) => other.ticketId !== null);
  return html`<li class=${isEmpty ? 'empty' : ''}>
    <div class="row-text">
      <strong dir="auto">${name}</strong>
      ${isShared ? html`<span class="soft">${messages.bar.ofOrder}</span>` : nothing}
      <span>${messages.bar.left({ remaining: unitsRemaining, total: unitsTotal })}</span>
    </div>
    <span class="units" aria-hidden="true">${unitsRemaining}</span>
    ${
      isEmpty
        ? nothing
        : html`<button type="button" aria-disabled=${state.bar.isBusy ? 'true' : nothing} @click=${() => handOut(entitlement)}>${messages.bar.handOut}</button>`
    }
  </li>`;
}

/**
 * What was handed out last. After an error it is not green, because the green message would be taken for the answer to the last attempt.
 */
function handedOutView(handedOut: HandedOut | null, hasError: boolean): TemplateResult | typeof nothing {
  if (handedOut === null || (hasError && handedOut.isUndone)) return nothing;
  const { units, addonName, isUndone } = handedOut;
  const texts = messages.bar;
  const done = hasError ? texts.lastHandedOut({ units, name: addonName }) : texts.handedOut({ units, name: addonName });
  return html`<div class="handed-out ${hasError || isUndone ? 'neutral' : ''}" role="status">
    <p>${isUndone ? texts.undone({ units, name: addonName }) : done}</p>
    ${isUndone ? nothing : html`<button type="button" @click=${takeBack}>${texts.undo}</button>`}
  </div>`;
}
