import type { Answer, BuyerOrder, BuyerTicket } from '@organizer/shared/api';
import { linkedText } from '@organizer/shared/linked-text';
import { html, nothing, type TemplateResult } from 'lit-html';
import { button, submitHandler } from './components.ts';
import { correctedPerson, endCorrection, isCorrectable, saveCorrection, startCorrection } from './correction.ts';
import { dateText } from './format.ts';
import { messages } from './messages.ts';
import { questionsOf } from './persons.ts';
import { state } from './state.ts';
import { questionsView } from './view-question.ts';

const answerTexts = messages.answers;

/** What the persons of an order have answered. The buyer can correct it until a time that the organizer has set. */
export function answersView(order: BuyerOrder): TemplateResult | typeof nothing {
  const { tickets, answersUntil } = order;
  const canCorrect = isCorrectable(order);
  const sections = [null, ...tickets].flatMap((ticket, number) => {
    const title = ticket === null ? messages.details.you : messages.details.person({ persons: tickets.length, number });
    return personView(order, ticket, title, canCorrect);
  });
  if (sections.length === 0) return nothing;
  const until = messages.formats.dateTime(answersUntil, state.event?.timezone ?? 'UTC');
  return html`<details class="card answers">
    <summary><h3>${answerTexts.heading}</h3></summary>
    ${canCorrect ? html`<p class="hint">${answerTexts.correctUntil({ time: until })}</p>` : nothing}
    ${sections}
  </details>`;
}

function personView(
  order: BuyerOrder,
  ticket: BuyerTicket | null,
  title: string,
  canCorrect: boolean,
): TemplateResult[] {
  const ticketId = ticket?.id ?? null;
  const person = correctedPerson(order, ticket);
  const { answers = [] } = ticket ?? order.buyer;
  const isAsked = canCorrect && questionsOf(person).length > 0;
  if (answers.length === 0 && !isAsked) return [];
  const heading = html`<h4>${title} <span class="soft" dir="auto">${ticket === null ? order.buyer.name : ticket.holderName}</span></h4>`;
  if (canCorrect && state.correction?.ticketId === ticketId) {
    const save = () => saveCorrection(order, ticketId, person);
    return [
      html`<form id="correction" class="fields" tabindex="-1" aria-label=${answerTexts.correct({ person: title })} novalidate @submit=${submitHandler(save)}>
        ${heading} ${questionsView(person)}
        <div class="buttons">
          ${button(answerTexts.save, { action: 'correct', busyLabel: messages.oneMoment })}
          <button type="button" @click=${endCorrection}>${answerTexts.discard}</button>
        </div>
      </form>`,
    ];
  }
  return [
    html`<section>
      ${heading}
      <dl class="facts">${answers.map(answerView)}</dl>
      ${isAsked ? html`<button type="button" class="link unprinted" id="correct-${ticketId ?? 'buyer'}" @click=${() => startCorrection(ticketId, person)}>${answerTexts.correct({ person: title })}</button>` : nothing}
    </section>`,
  ];
}

function answerView({ label, kind, value, text }: Answer): TemplateResult {
  const words =
    kind === 'consent' ? linkedText(label).map((part) => (typeof part === 'string' ? part : part.words)) : label;
  return html`<div><dt dir="auto">${words}</dt><dd dir="auto">${kind === 'date' ? dateText(String(value)) : text}</dd></div>`;
}
