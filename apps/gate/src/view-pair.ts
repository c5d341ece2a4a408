import { html, nothing, type TemplateResult } from 'lit-html';
import { cameraView, errorText, submitHandler } from './components.ts';
import { messages } from './messages.ts';
import { pair } from './pairing.ts';
import { change, state, unsentCount } from './state.ts';
import { syncNow } from './sync.ts';

let isScanning = false;

/** Pairs the phone with a code, and starts to send and read. */
export async function pairAndStart(code: string): Promise<void> {
  await pair(code);
  if (state.token === null) return;
  isScanning = false;
  syncNow();
}

/** Pairs with a code that the camera has read. Codes that pair nothing are ignored. */
export function onPairingCode(text: string): void {
  if (text.includes('#pair=')) pairAndStart(text);
}

/** The form to pair the phone. */
export function pairView(): TemplateResult {
  const { code, isBusy, error } = state.pairing;
  const pairTexts = messages.pair;
  const scanOrStop = () => {
    isScanning = !isScanning;
    change({});
  };
  if (!isSecureContext)
    return html`<main class="plain"><h1>${pairTexts.heading}</h1>${errorText(pairTexts.insecure)}</main>`;
  return html`<main class="plain">
    <h1>${pairTexts.heading}</h1>
    <p class="soft">${pairTexts.lead}</p>
    ${isScanning ? cameraView(onPairingCode, pairTexts.scan) : nothing}
    <button type="button" class="main" @click=${scanOrStop}>${isScanning ? pairTexts.stopScanning : pairTexts.scan}</button>
    <form novalidate @submit=${submitHandler(() => pairAndStart(state.pairing.code))}>
      <label for="code">${pairTexts.code}</label>
      <input
        id="code"
        class="code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="40"
        aria-describedby="code-hint"
        .value=${code}
        @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) =>
          change({ pairing: { ...state.pairing, code: event.currentTarget.value, error: null } })}
      >
      <p class="hint" id="code-hint">${pairTexts.codeHint}</p>
      ${errorText(error)}
      <button type="submit" aria-disabled=${isBusy ? 'true' : nothing}>${isBusy ? messages.loading : pairTexts.submit}</button>
    </form>
    ${state.token === null ? nothing : html`<button type="button" @click=${cancelPairing}>${messages.cancel}</button>`}
  </main>`;
}

/** Returns to the event with which the phone is paired. */
function cancelPairing(): void {
  isScanning = false;
  history.replaceState(null, '', location.pathname);
  change({ screen: state.context?.device.roles.includes('gate') ? 'gate' : 'bar' });
}

/** Says why the phone is no longer paired, and what was deleted. */
export function endedView(): TemplateResult {
  const { heading, text, unsent, pairAgain } = messages.ended;
  const count = unsentCount();
  return html`<main class="plain">
    <h1>${heading[state.ended ?? 'left']}</h1>
    <p>${text}</p>
    ${count === 0 ? nothing : html`<p class="error">${unsent({ count })}</p>`}
    <button type="button" class="main" @click=${() => change({ screen: 'pair' })}>${pairAgain}</button>
  </main>`;
}
