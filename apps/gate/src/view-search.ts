import { html, nothing, type TemplateResult } from 'lit-html';
import { errorText, navigation, statusLine, submitHandler } from './components.ts';
import { messages } from './messages.ts';
import { scanTicket } from './scan.ts';
import { changeSearch, searchTickets } from './search.ts';
import { change, currentDirection, type FoundTicket, state } from './state.ts';

const statusTexts: Readonly<Record<string, string>> = messages.search.status;

/** The search for holders whose QR code cannot be read. */
export function searchView(): TemplateResult {
  const { text, isBusy, error, found } = state.search;
  const { heading, label, submit, none } = messages.search;
  return html`<div class="screen">
    <header class="top"><h1>${heading}</h1>${statusLine()}</header>
    <main class="page">
      <form class="search" role="search" novalidate @submit=${submitHandler(searchTickets)}>
        <label for="search">${label}</label>
        <div class="field-row">
          <input
            id="search"
            type="search"
            autocomplete="off"
            maxlength="200"
            .value=${text}
            @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) =>
              changeSearch({ text: event.currentTarget.value, error: null })}
          >
          <button type="submit" class="main" aria-disabled=${isBusy ? 'true' : nothing}>${submit}</button>
        </div>
      </form>
      ${errorText(error)} ${isBusy ? html`<p class="soft" role="status">${messages.loading}</p>` : nothing}
      ${found?.length === 0 && !isBusy ? html`<p role="status">${none}</p>` : nothing}
      <ul class="rows">
        ${(found ?? []).map(foundRow)}
      </ul>
    </main>
    ${navigation()}
  </div>`;
}

function foundRow(ticket: FoundTicket): TemplateResult {
  const { holderName, bib, category, ticketTypeName, addons, orderNumber, status, code } = ticket;
  const scanFound = () => {
    change({ screen: 'gate' });
    scanTicket(code);
  };
  const typeName = holderName === null ? null : ticketTypeName;
  const details = [typeName, category, orderNumber].filter(Boolean).join(' · ');
  return html`<li class="found">
    <div class="row-text">
      <strong class="found-name">${bib ? html`<bdi>${bib}</bdi> ` : nothing}<bdi>${holderName ?? ticketTypeName}</bdi></strong>
      <span class="soft" dir="auto">${details}</span>
      ${addons.map((name) => html`<span dir="auto">${name}</span>`)}
      ${status === null ? nothing : html`<span class="ticket-status ${status}">${statusTexts[status]}</span>`}
    </div>
    ${
      status === 'void'
        ? nothing
        : html`<button type="button" @click=${scanFound}>${messages.search.scan[currentDirection()]}</button>`
    }
  </li>`;
}
