import type { Answer, BuyerOrder } from '@organizer/shared/api';
import { linkedText } from '@organizer/shared/linked-text';
import { html, nothing, type TemplateResult } from 'lit-html';
import { dateText } from './format.ts';
import { messages } from './messages.ts';

/** What the persons of an order have answered. */
export function answersView({ buyer, tickets }: BuyerOrder): TemplateResult | typeof nothing {
  const titleOf = (number: number) => messages.details.person({ persons: tickets.length, number });
  const persons = [
    { title: messages.details.you, name: buyer.name, answers: buyer.answers ?? [] },
    ...tickets.map(({ holderName, answers = [] }, index) => ({ title: titleOf(index + 1), name: holderName, answers })),
  ];
  const answering = persons.filter(({ answers }) => answers.length > 0);
  if (answering.length === 0) return nothing;
  return html`<details class="card answers">
    <summary><h3>${messages.answers.heading}</h3></summary>
    ${answering.map(
      ({ title, name, answers }) => html`<section>
        <h4>${title} <span class="soft" dir="auto">${name}</span></h4>
        <dl class="facts">${answers.map(answerView)}</dl>
      </section>`,
    )}
  </details>`;
}

function answerView({ label, kind, value, text }: Answer): TemplateResult {
  const words = linkedText(label).map((part) => (typeof part === 'string' ? part : part.words));
  return html`<div><dt dir="auto">${words}</dt><dd dir="auto">${kind === 'date' ? dateText(String(value)) : text}</dd></div>`;
}
