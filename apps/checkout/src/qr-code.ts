import { html, type TemplateResult } from 'lit-html';
import { messages } from './messages.ts';
import { change } from './state.ts';

type Encode = (text: string, output: 'svg', options: { border: number }) => string;

/** The width of the light border around the code in modules, as ISO/IEC 18004 requires. */
const quietZoneModules = 4;

let encode: Encode | null = null;
let hasFailed = false;
let encoderLoading: Promise<void> | null = null;

/** Loads the encoder of QR codes. */
export function loadQrEncoder(): Promise<void> {
  encoderLoading ??= import('qr').then(
    (library) => {
      encode = library.encodeQR;
      change({});
    },
    () => {
      hasFailed = true;
      encoderLoading = null;
      change({});
    },
  );
  return encoderLoading;
}

const dataUrls = new Map<string, string>();

/**
 * A QR code. Until the encoder is loaded, it is replaced by a spinner, or by a button to try again.
 *
 * @param label the text for users of screen readers
 */
export function qrImage(value: string, label: string): TemplateResult {
  if (encode === null) {
    if (!hasFailed) loadQrEncoder();
    return hasFailed
      ? html`<button type="button" class="small" @click=${retry}>${messages.ticket.drawQrCode}</button>`
      : html`<span class="spinner" aria-hidden="true"></span>`;
  }
  let url = dataUrls.get(value);
  if (url === undefined) {
    url = `data:image/svg+xml,${encodeURIComponent(encode(value, 'svg', { border: quietZoneModules }))}`;
    dataUrls.set(value, url);
  }
  return html`<img src=${url} alt=${label} width="200" height="200">`;
}

function retry(): void {
  hasFailed = false;
  loadQrEncoder();
}
