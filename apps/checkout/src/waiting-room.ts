/** The program of a page that waits for its turn. It is small, because a crowd loads it at the same time. */

/** If the server does not respond, the page asks again after this time, so that it does not add to an overload. */
const retrySeconds = 30;
/** Pauses differ by up to this part, so that the pages of a crowd do not ask at the same time. */
const spread = 0.2;

interface PlaceResponse {
  /** The status as HTML; null if the page must be loaded again. */
  readonly html: string | null;
  readonly pollSeconds: number;
}

const place = document.getElementById('waiting');
const announcer = document.getElementById('announcer');

/** Writes times in the time zone of the visitor. The server does not know it. */
function localizeTimes(): void {
  const language = document.documentElement.lang;
  for (const time of document.querySelectorAll('time')) {
    const format: Intl.DateTimeFormatOptions =
      time.dataset['format'] === 'clock' ? { timeStyle: 'medium' } : { dateStyle: 'full', timeStyle: 'short' };
    time.textContent = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, format).format(
      new Date(time.dateTime),
    );
  }
}

/** Tells a screen reader how long the wait is, if that has changed. */
function announceWait(): void {
  const text = document.querySelector('.waiting-time, h2')?.textContent ?? '';
  if (announcer !== null && announcer.textContent !== text) announcer.textContent = text;
}

/** Shown above the last status until a request succeeds. The next status replaces it. */
const lostNotice = document.createElement('div');
lostNotice.className = 'notice error';
lostNotice.setAttribute('role', 'alert');
lostNotice.textContent = place?.dataset['lost'] ?? '';

let askTimer: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;

function askAfter(seconds: number): void {
  askTimer = setTimeout(ask, seconds * 1_000 * (1 + Math.random() * spread));
}

async function ask(): Promise<void> {
  isAsking = true;
  try {
    const signal = AbortSignal.timeout(retrySeconds * 1_000);
    const response = await fetch(place?.dataset['place'] ?? '', { cache: 'no-store', signal });
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    const { html, pollSeconds } = (await response.json()) as PlaceResponse;
    if (html === null) return location.reload();
    if (place !== null) place.innerHTML = html;
    localizeTimes();
    announceWait();
    askAfter(pollSeconds);
  } catch {
    if (!lostNotice.isConnected) place?.prepend(lostNotice);
    askAfter(retrySeconds);
  } finally {
    isAsking = false;
  }
}

/** Asks without a pause if the last request failed. */
function retryNow(): void {
  if (!lostNotice.isConnected || isAsking || document.hidden) return;
  clearTimeout(askTimer);
  ask();
}

localizeTimes();
askAfter(Number(place?.dataset['poll']));
addEventListener('online', retryNow);
document.addEventListener('visibilitychange', retryNow);
