import { html, type TemplateResult } from 'lit-html';
import { messages } from './messages.ts';
import { announce, change } from './state.ts';

const copiedLabelMs = 2_000;

let copied: string | null = null;
let copiedTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * A button that copies a string to the clipboard.
 *
 * @param name the name of the text, for users of screen readers
 */
export function copyButton(text: string, name: string): TemplateResult {
  const label = messages.copy.copyWhat({ what: name });
  return html`<button type="button" class="copy" aria-label=${label} @click=${(event: MouseEvent) => copy(text, event)}>
    ${copied === text ? messages.copy.copied : messages.copy.copy}
  </button>`;
}

async function copy(text: string, event: MouseEvent): Promise<void> {
  const element = event.currentTarget instanceof Element ? event.currentTarget.previousElementSibling : null;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS or permission there is no clipboard. The text is selected, so that the user can copy it.
    if (element !== null) getSelection()?.selectAllChildren(element);
    return;
  }
  announce(messages.copy.wasCopied);
  copied = text;
  change({});
  clearTimeout(copiedTimer);
  copiedTimer = setTimeout(() => {
    copied = null;
    change({});
  }, copiedLabelMs);
}
