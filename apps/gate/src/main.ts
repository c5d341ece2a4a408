import { render } from 'lit-html';
import { lookUp } from './bar.ts';
import { cacheNameOf } from './cache-name.ts';
import { followCamera } from './components.ts';
import { language, messages } from './messages.ts';
import { startInOneTab } from './one-tab.ts';
import { page } from './page.ts';
import { restore } from './pairing.ts';
import { allowSound } from './signals.ts';
import { change, startDrawing, state } from './state.ts';
import { syncNow } from './sync.ts';
import { listenForTypedCodes } from './typed-codes.ts';
import { view } from './view.ts';
import { onTicketCode } from './view-gate.ts';
import { onPairingCode, pairAndStart } from './view-pair.ts';
import { keepScreenOn } from './wake-lock.ts';

let shownDialog: string | null = null;

function drawPage(): void {
  render(view(), page.root);
  followCamera(codeHandler());
  keepScreenOn(['gate', 'bar', 'search'].includes(state.screen));
  moveFocus();
}

/** What a code means on the current screen. */
function codeHandler(): ((text: string, frameAtMs?: number) => void) | null {
  switch (state.screen) {
    case 'gate':
      return onTicketCode;
    case 'bar':
      return lookUp;
    case 'pair':
      return onPairingCode;
    default:
      return null;
  }
}

/** A dialog that has opened gets the focus, so that keyboards and screen readers start there. */
function moveFocus(): void {
  const dialog = state.answer === null ? state.sheet : `answer ${state.answer.key}`;
  if (dialog === shownDialog) return;
  shownDialog = dialog;
  document.querySelector<HTMLElement>(state.answer === null ? '#sheet-heading' : '#next')?.focus();
}

/** Pairs with the code in the URL, which the QR code of the dashboard contains. */
function pairFromUrl(): void {
  if (!location.hash.startsWith('#pair=')) return;
  change({
    screen: 'pair',
    pairing: { code: decodeURIComponent(location.hash.slice('#pair='.length)), isBusy: false, error: null },
  });
  // A phone that is paired shows the form, because pairing deletes its data.
  if (state.token === null) pairAndStart(location.hash);
}

async function open(): Promise<void> {
  try {
    await restore();
  } catch {
    change({ screen: 'pair', isStorageBroken: true });
  }
  pairFromUrl();
  if (state.token !== null) syncNow();
  addEventListener('hashchange', pairFromUrl);
}

addEventListener('online', syncNow);
addEventListener('offline', () => change({ isOnline: false }));
addEventListener('pointerdown', allowSound);
addEventListener('keydown', allowSound);
listenForTypedCodes((text) => codeHandler()?.(text));
// The service worker keeps the files of this version until the page is closed. A browser without these functions stores no files.
navigator.locks?.request(cacheNameOf(page.version), { mode: 'shared' }, () => new Promise(() => {}));
navigator.serviceWorker?.register(`${page.url}service-worker.js`, { scope: page.url });
document.documentElement.lang = language;
document.title = messages.title;
startDrawing(drawPage);
change({});
startInOneTab(open);
