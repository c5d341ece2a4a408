import { html, type TemplateResult } from 'lit-html';
import { change } from './state.ts';

type Encode = (text: string, output: 'svg', options: { border: number }) => string;

/** Light modules around the code, as ISO/IEC 18004 wants them. */
const quietModules = 4;

let encode: Encode | null = null;
let hasFailed = false;
let loading: Promise<void> | null = null;

/** Fetches what draws QR codes, while the buyer is busy with something else. */
export function loadQr(): Promise<void> {
  loading ??= import('qr').then(
    (library) => {
      encode = library.encodeQR;
      change({});
    },
    () => {
      hasFailed = true;
      loading = null;
      change({});
    },
  );
  return loading;
}

const drawn = new Map<string, string>();

/** The QR code of a ticket. Until it can be drawn its place says what goes on. */
export function qrImage(value: string, words: string): TemplateResult {
  if (encode === null) {
    if (!hasFailed) loadQr();
    return hasFailed
      ? html`<button type="button" class="small" @click=${retry}>Draw the QR code</button>`
      : html`<span class="spinner" aria-hidden="true"></span>`;
  }
  let address = drawn.get(value);
  if (address === undefined) {
    address = `data:image/svg+xml,${encodeURIComponent(encode(value, 'svg', { border: quietModules }))}`;
    drawn.set(value, address);
  }
  return html`<img src=${address} alt=${words} width="200" height="200">`;
}

function retry(): void {
  hasFailed = false;
  loadQr();
}
