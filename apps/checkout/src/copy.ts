import { html, type TemplateResult } from 'lit-html';
import { announce, change } from './state.ts';

const shownMs = 2_000;

let copied: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * A button that puts a text on the clipboard.
 *
 * @param name what is copied, for who does not see what it stands beside
 */
export function copyButton(text: string, name: string): TemplateResult {
  return html`<button type="button" class="copy" aria-label="Copy ${name}" @click=${(event: MouseEvent) => copy(text, event)}>
    ${copied === text ? 'Copied' : 'Copy'}
  </button>`;
}

async function copy(text: string, event: MouseEvent): Promise<void> {
  const place = (event.currentTarget as HTMLElement).previousElementSibling;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS, or where it is forbidden: then it is marked, to be copied as any other text.
    if (place !== null) getSelection()?.selectAllChildren(place);
    return;
  }
  announce('Copied.');
  copied = text;
  change({});
  clearTimeout(timer);
  timer = setTimeout(() => {
    copied = null;
    change({});
  }, shownMs);
}
