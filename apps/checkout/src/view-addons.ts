import type { PublicAddon } from '@organizer/shared/api';
import { html, nothing, type TemplateResult } from 'lit-html';
import { clearFieldError } from './actions.ts';
import { noteIds, notes, optionalMark, selectField } from './fields.ts';
import { price } from './format.ts';
import { messages } from './messages.ts';
import type { Holder } from './persons.ts';
import { scheduleQuote } from './quote.ts';
import { addonsFor } from './selection.ts';
import { state } from './state.ts';

/** The add-ons that a ticket holder can have. */
export function holderAddonsView(holder: Holder): TemplateResult | typeof nothing {
  const addons = addonsFor('holder');
  if (addons.length === 0) return nothing;
  return html`<fieldset class="field">
    <legend>${messages.offers.extras}${optionalMark(true)}</legend>
    <div class="person-extras">${addons.map((addon) => addonView(addon, holder))}</div>
  </fieldset>`;
}

function addonView(addon: PublicAddon, { path, addons, setAddon }: Holder): TemplateResult {
  const { id: addonId, name, soldOut } = addon;
  const id = `${path}.addons.${addonId}`;
  const quantity = addons.find((chosen) => chosen.addonId === addonId)?.quantity ?? 0;
  const cost = price(addon.price, state.event?.currency ?? '');
  if (soldOut && quantity === 0) {
    return html`<p class="soft"><bdi>${name}</bdi> · ${messages.offers.closed.sold_out}</p>`;
  }
  const set = (chosen: number) => {
    clearFieldError(id);
    setAddon(addonId, chosen);
    scheduleQuote();
  };
  if (addon.maxPerHolder !== 1) {
    return selectField({
      ...{ id, label: `${name} · ${cost}`, autocomplete: 'off', isOptional: true },
      options: quantities(addon.maxPerHolder ?? 0),
      value: quantity === 0 ? '' : String(quantity),
      onInput: (chosen) => set(Number(chosen)),
    });
  }
  const { error, describedBy } = noteIds({ id });
  return html`<div class="field">
    <label class="check">
      <input
        type="checkbox"
        id=${id}
        name=${id}
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${describedBy}
        .checked=${quantity > 0}
        @change=${({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => set(currentTarget.checked ? 1 : 0)}
      >
      <span><bdi>${name}</bdi> · ${cost}</span>
    </label>
    ${notes({ id })}
  </div>`;
}

const lists = new Map<number, { readonly code: string; readonly label: string }[]>();

/** The options of a list of quantities: the same list in each drawing. */
function quantities(max: number) {
  const list =
    lists.get(max) ??
    Array.from({ length: max }, (_, index) => String(index + 1)).map((text) => ({ code: text, label: text }));
  lists.set(max, list);
  return list;
}
