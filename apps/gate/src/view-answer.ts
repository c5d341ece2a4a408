import { html, nothing, type TemplateResult } from 'lit-html';
import { overrulableReasons } from './decide.ts';
import { timeOfDay } from './format.ts';
import { toneSymbol } from './icons.ts';
import { messages } from './messages.ts';
import { admitAnyway, closeAnswer, undoScan } from './scan.ts';
import { screenToneOf } from './signals.ts';
import { type Answer, type AnswerTicket, change, state } from './state.ts';

/** The key of the answer for which a person has to confirm that the holder is let in anyway. */
let confirmingKey: number | null = null;

/** The big word of an answer. */
export function answerWord({ result, reason, direction, isForced, undo }: Answer): string {
  if (undo === 'done') return messages.answer.undoneWord[direction];
  if (result === 'refused') return messages.answer.reasons[reason ?? 'unknown'].word;
  return isForced ? messages.answer.forced : messages.answer.admitted[direction];
}

/** The answer to a scan, on the whole screen. */
export function answerView(answer: Answer): TemplateResult {
  const tone = screenToneOf(answer);
  const { result, previous, ticket, undo, isOffline } = answer;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeAnswer();
  };
  return html`<div
    class="answer ${tone}"
    role="alertdialog"
    aria-modal="true"
    aria-labelledby="answer-word"
    data-result=${result}
    data-reason=${answer.reason ?? nothing}
    @keydown=${closeOnEscape}
  >
    <div class="answer-head">${toneSymbol(tone)}<h2 id="answer-word">${answerWord(answer)}</h2></div>
    <div class="answer-body">
      ${result === 'refused' ? html`<p class="advice">${adviceOf(answer)}</p>` : nothing}
      ${
        previous === null
          ? nothing
          : html`<p>${[messages.answer.used, timeOfDay(previous.at), previous.gateName, previous.deviceName].filter((part) => part !== null).join(' · ')}</p>`
      }
      ${ticket === null ? nothing : ticketView(ticket)}
      ${isOffline ? html`<p>${messages.answer.offline}</p>` : nothing}
      ${undoText(undo) === null ? nothing : html`<p role="status"><strong>${undoText(undo)}</strong></p>`}
    </div>
    <div class="answer-buttons">${answerButtons(answer)}</div>
  </div>`;
}

/** A longer bib, such as a seat, would not fit into a line as large as a start number. */
const largeBibLength = 5;

/** The holder of a ticket. The number is the largest, because start numbers are handed out by it. */
function ticketView({ bib, holderName, category, ticketTypeName, addons }: AnswerTicket): TemplateResult {
  return html`<ul class="ticket">
    ${bib ? html`<li class="bib ${bib.length > largeBibLength ? 'long' : ''}">${bib}</li>` : nothing} ${holderName ? html`<li class="holder" dir="auto">${holderName}</li>` : nothing}
    ${category ? html`<li class="category" dir="auto">${category}</li>` : nothing}
    <li class="ticket-type" dir="auto">${ticketTypeName}</li>
    ${addons.map((name) => html`<li class="addon" dir="auto">${name}</li>`)}
  </ul>`;
}

function adviceOf({ reason, isOffline }: Answer): string {
  const { list } = state;
  if (reason === 'unknown' && isOffline && list !== null) {
    return messages.answer.unknownOffline({ time: timeOfDay(list.madeAt) });
  }
  return messages.answer.reasons[reason ?? 'unknown'].advice;
}

function undoText(undo: Answer['undo']): string | null {
  const { undone, undoTooLate, undoNotHere, undoFailed } = messages.answer;
  return {
    possible: null,
    running: null,
    done: undone,
    too_late: undoTooLate,
    not_here: undoNotHere,
    failed: undoFailed,
  }[undo];
}

function answerButtons(answer: Answer): TemplateResult {
  const { result, reason, undo, key, direction } = answer;
  const { next, undo: undoLabel, anyway, anywayConfirm } = messages.answer;
  const isConfirming = confirmingKey === key;
  const canUndo = result === 'admitted' && (undo === 'possible' || undo === 'failed' || undo === 'running');
  const canOverrule =
    result === 'refused' &&
    direction === 'entry' &&
    (reason === 'no_list' || (reason !== null && overrulableReasons.has(reason)));
  const askOrAdmit = () => {
    if (isConfirming) admitAnyway(answer);
    else {
      confirmingKey = key;
      change({});
    }
  };
  return html`
    ${canUndo ? html`<button type="button" aria-disabled=${undo === 'running' ? 'true' : nothing} @click=${() => undoScan(answer)}>${undoLabel}</button>` : nothing}
    ${canOverrule ? html`<button type="button" @click=${askOrAdmit}>${isConfirming ? anywayConfirm : anyway}</button>` : nothing}
    <button type="button" class="main" id="next" @click=${closeAnswer}>${next}</button>`;
}
