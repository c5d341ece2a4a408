import { html, type TemplateResult } from 'lit-html';
import { button, field, heading, notice, submitHandler } from './components.ts';
import { scheduleCode, sendCodeNow } from './email-code.ts';
import { submitLookup } from './linked-order.ts';
import { messages } from './messages.ts';
import { change, state } from './state.ts';
import { codeView } from './view-code.ts';

const lookupTexts = messages.lookup;

/** The form to open an order by its link: the buyer's e-mail address, and the code that is sent to it. */
export function lookupView(): TemplateResult {
  return html`<main class="step">
    ${heading(lookupTexts.heading(state.linkedOrder ?? ''))} ${notice()}
    <form class="card fields narrow" novalidate @submit=${submitHandler(submitLookup)}>
      ${field({
        id: 'lookup-email',
        label: messages.email,
        type: 'email',
        hint: lookupTexts.emailHint,
        value: state.lookupEmail,
        onInput: (lookupEmail) => {
          change({ lookupEmail });
          scheduleCode();
        },
        onChange: sendCodeNow,
        autocomplete: 'email',
        maxLength: 320,
      })}
      ${codeView(submitLookup)}
      <div class="buttons">${button(lookupTexts.open, { action: 'look-up', busyLabel: messages.oneMoment })}</div>
    </form>
  </main>`;
}
