import { html, nothing, type TemplateResult } from 'lit-html';
import { messages } from './messages.ts';
import { takeOver } from './one-tab.ts';
import { state } from './state.ts';
import { barView } from './view-bar.ts';
import { gateView } from './view-gate.ts';
import { moreView } from './view-more.ts';
import { endedView, pairView } from './view-pair.ts';
import { searchView } from './view-search.ts';

/** The current screen. */
export function view(): TemplateResult {
  return html`${state.isStorageBroken ? html`<p class="alarm" role="alert">${messages.status.storageBroken}</p>` : nothing}
    ${screenView()}`;
}

function screenView(): TemplateResult {
  switch (state.screen) {
    case 'pair':
      return pairView();
    case 'gate':
      return gateView();
    case 'bar':
      return barView();
    case 'search':
      return searchView();
    case 'more':
      return moreView();
    case 'ended':
      return endedView();
    case 'elsewhere':
      return html`<main class="plain"><h1>${messages.elsewhere.heading}</h1><p>${messages.elsewhere.text}</p>
        <button type="button" class="main" @click=${takeOver}>${messages.elsewhere.takeOver}</button></main>`;
    case 'loading':
      return html`<main class="plain"><p class="soft">${messages.loading}</p></main>`;
  }
}
