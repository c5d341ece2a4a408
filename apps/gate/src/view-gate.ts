import { html, nothing, type TemplateResult } from 'lit-html';
import { chooseNextCamera, toggleTorch } from './camera.ts';
import { cameraView, counter, navigation, restartCamera, statusLine } from './components.ts';
import { writeSetting } from './database.ts';
import { numberText, timeOfDay } from './format.ts';
import { icon, toneSymbol } from './icons.ts';
import { messages } from './messages.ts';
import { scanTicket } from './scan.ts';
import { screenToneOf } from './signals.ts';
import { change, currentDirection, currentGate, state } from './state.ts';
import { answerView, answerWord } from './view-answer.ts';
import type { Direction } from './wire.ts';

/**
 * Scans a ticket that the camera or a scanner has read. A picture is ignored while a list is open above the camera, and every code while
 * a gate is chosen.
 */
export function onTicketCode(qrValue: string, frameAtMs?: number): void {
  if (state.sheet === 'gates' || (frameAtMs !== undefined && state.sheet !== null)) return;
  scanTicket({ qrValue }, frameAtMs === undefined ? {} : { frameAtMs });
}

/** The screen of an entrance: the camera, and the answer above it. */
export function gateView(): TemplateResult {
  const gate = currentGate();
  if (gate === null) {
    return html`<main class="plain"><h1>${messages.gate.entrance}</h1><p>${messages.gate.none}</p></main>${navigation()}`;
  }
  const counts = state.stats?.gates.find(({ gateId }) => gateId === gate.id);
  const { admittedHere, refusedHere, point } = messages.gate;
  return html`<div class="screen" ?inert=${state.answer !== null || state.sheet !== null}>
      <header class="top">
        <button type="button" class="gate-name" @click=${() => change({ sheet: 'gates' })}>
          <span class="visually-hidden">${messages.gate.choose}:</span>
          <strong>${gate.name}</strong><span class="soft">${directionText(currentDirection())} ▾</span>
        </button>
        ${statusLine()}
      </header>
      <main class="scan">
        <h1 class="visually-hidden">${messages.gate.entrance}</h1>
        ${cameraView(onTicketCode, point)} ${tools()}
        <dl class="counters">
          ${insideCounter()} ${counter(counts?.admitted ?? null, admittedHere)}
          ${counter(counts?.refused ?? null, refusedHere)}
        </dl>
        <p class="list-line soft">${listText()}</p>
      </main>
      ${navigation()}
    </div>
    ${sheetView()} ${state.answer === null ? nothing : answerView(state.answer)}`;
}

function insideCounter(): TemplateResult {
  const { stats } = state;
  if (stats === null) return counter(null, messages.gate.inside);
  return counter(stats.inside, messages.gate.insideOf({ tickets: stats.tickets }));
}

/** What the phone can decide about without the network. */
export function listText(): string {
  const { list } = state;
  if (list === null) return messages.status.noList;
  return messages.status.listOf({ time: timeOfDay(list.madeAt), count: numberText(list.count) });
}

function directionText(direction: Direction): string {
  return direction === 'entry' ? messages.gate.entry : messages.gate.exit;
}

function tools(): TemplateResult {
  const { isTorchOn, devices } = state.camera;
  const nextCamera = () => {
    chooseNextCamera();
    restartCamera(onTicketCode);
  };
  const { torchOn, torchOff, recent } = messages.gate;
  return html`<div class="tools">
    ${
      isTorchOn === null
        ? nothing
        : html`<button type="button" aria-pressed=${isTorchOn} @click=${toggleTorch}>${icon('torch')}${isTorchOn ? torchOff : torchOn}</button>`
    }
    ${
      devices.length < 2
        ? nothing
        : html`<button type="button" @click=${nextCamera}>${icon('camera')}${messages.gate.nextCamera}</button>`
    }
    <button type="button" @click=${() => change({ sheet: 'recent' })}>${icon('recent')}${recent}</button>
  </div>`;
}

function sheetView(): TemplateResult | typeof nothing {
  if (state.sheet === null) return nothing;
  const close = () => change({ sheet: null });
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  const isGates = state.sheet === 'gates';
  return html`<div class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-heading" @keydown=${closeOnEscape}>
    <div class="sheet-head">
      <h2 id="sheet-heading" tabindex="-1">${isGates ? messages.gate.choose : messages.recent.heading}</h2>
      <button type="button" @click=${close}>${messages.close}</button>
    </div>
    ${isGates ? gatePicker() : recentList()}
  </div>`;
}

function gatePicker(): TemplateResult {
  const chooseGate = (gateId: string) => {
    writeSetting('gateId', gateId);
    change({ gateId });
  };
  const chooseDirection = (direction: Direction) => {
    writeSetting('direction', direction);
    change({ direction });
  };
  const gate = currentGate();
  const choice = (isChosen: boolean, label: string, choose: () => void) =>
    html`<button type="button" class="choice" aria-pressed=${isChosen} @click=${choose}>${label}</button>`;
  return html`<div class="choices">
      ${state.context?.gates.map(({ id, name }) => choice(id === gate?.id, name, () => chooseGate(id)))}
    </div>
    ${
      gate?.direction === 'both'
        ? html`<h3>${messages.gate.direction}</h3>
            <div class="choices two">
              ${choice(currentDirection() === 'entry', messages.gate.entry, () => chooseDirection('entry'))}
              ${choice(currentDirection() === 'exit', messages.gate.exit, () => chooseDirection('exit'))}
            </div>`
        : nothing
    }`;
}

function recentList(): TemplateResult {
  if (state.recent.length === 0) return html`<p class="soft">${messages.recent.none}</p>`;
  return html`<ul class="rows">
    ${state.recent.map((answer) => {
      const tone = screenToneOf(answer);
      const { ticket } = answer;
      return html`<li>
        <button type="button" class="row ${tone}" @click=${() => change({ answer, sheet: null })}>
          ${toneSymbol(tone)}
          <span class="row-text"><strong>${answerWord(answer)}</strong>
            <span class="soft">${[timeOfDay(answer.at), ticket?.bib, ticket?.holderName ?? ticket?.ticketTypeName].filter(Boolean).join(' · ')}</span></span>
        </button>
      </li>`;
    })}
  </ul>`;
}
