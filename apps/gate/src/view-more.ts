import { html, nothing, type TemplateResult } from 'lit-html';
import { clockSkewMs } from './clock.ts';
import { errorText, navigation, statusLine } from './components.ts';
import { writeSetting } from './database.ts';
import { timeOfDay } from './format.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { endPairing } from './pairing.ts';
import type { QueueEntry } from './queue.ts';
import { change, state } from './state.ts';
import { syncNow } from './sync.ts';
import { listText } from './view-gate.ts';

/** A difference of the clocks below this can come from the measurement. */
const skewMsMin = 3_000;
const rowsMax = 100;

let isLeaving = false;

/** The state of the phone, and what it has not sent. */
export function moreView(): TemplateResult {
  const { context, queue, listProblem, isSoundOn } = state;
  const moreTexts = messages.more;
  if (context === null) return html`<main class="plain">${messages.loading}</main>`;
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
  const toggleSound = () => {
    writeSetting('isSoundOn', !isSoundOn);
    change({ isSoundOn: !isSoundOn });
  };
  const leaveOrAsk = () => {
    if (isLeaving) endPairing('left');
    isLeaving = !isLeaving;
    change({});
  };
  return html`<div class="screen">
    <header class="top"><h1>${moreTexts.heading}</h1>${statusLine()}</header>
    <main class="page">
      <section>
        <h2>${moreTexts.queueHeading}</h2>
        ${queue.length === 0 ? html`<p>${moreTexts.queueEmpty}</p>` : queueView(queue, context.event.id)}
        <button type="button" class="main" @click=${syncNow}>${moreTexts.sendNow}</button>
      </section>
      ${
        context.device.roles.includes('gate')
          ? html`<section><h2>${moreTexts.listHeading}</h2><p>${listText()}</p>
              ${errorText(listProblem === null ? null : moreTexts.listProblem[listProblem])}</section>`
          : nothing
      }
      <section>
        <dl class="facts">
          ${fact(moreTexts.device, context.device.name)} ${fact(moreTexts.event, context.event.name)}
          ${fact(moreTexts.organizer, context.organizer.name)}
          ${fact(moreTexts.validUntil, timeOfDay(context.device.expiresAt))} ${fact(moreTexts.clock, clockText())}
          ${fact(moreTexts.version, page.version)}
        </dl>
        <label class="switch"><input type="checkbox" .checked=${isSoundOn} @change=${toggleSound}> ${moreTexts.sound}</label>
        <p class="soft">${moreTexts.install}</p>
      </section>
      <section>
        <p class="soft">${moreTexts.leaveText}</p>
        <button type="button" class="danger" @click=${leaveOrAsk}>${isLeaving ? moreTexts.leaveConfirm : moreTexts.leave}</button>
      </section>
    </main>
    ${navigation()}
  </div>`;
}

function clockText(): string {
  const skewMs = Math.abs(clockSkewMs());
  const { clockRight, clockWrong, seconds, minutes } = messages.more;
  if (skewMs < skewMsMin) return clockRight;
  return clockWrong({
    text:
      skewMs < 120_000
        ? seconds({ count: Math.round(skewMs / 1_000) })
        : minutes({ count: Math.round(skewMs / 60_000) }),
  });
}

function queueView(queue: readonly QueueEntry[], eventId: string): TemplateResult {
  const { queueText, otherEvent, rejected, undo, waiting } = messages.more;
  const statusText = (entry: QueueEntry) => {
    if (entry.eventId !== eventId) return otherEvent;
    return { waiting, undo, rejected }[entry.status];
  };
  return html`<p>${queueText({ count: queue.length })}</p>
    <ul class="queue">
      ${queue
        .slice(0, rowsMax)
        .map(
          (entry) =>
            html`<li><span>${timeOfDay(entry.scan.scannedAt)}</span> <span>${resultText(entry)}</span> <span class="soft">${statusText(entry)}</span></li>`,
        )}
    </ul>`;
}

function resultText({ scan, isUndone }: QueueEntry): string {
  if (isUndone) return messages.answer.undo;
  if (scan.deviceResult === 'admitted') return messages.answer.admitted[scan.direction];
  return messages.answer.reasons[scan.deviceReason ?? 'unknown'].word;
}
