import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { apiUrl, organizerPath } from '#app/parts/api.ts';

type Listener = (event: MessageEvent<string>) => void;

const reconnectMs = { first: 1_000, last: 60_000 };

/**
 * One server-sent stream, which all components of the tab share. It reconnects after the server was restarted. It is closed while the
 * tab is hidden, because a browser has few connections to one server, and all tabs share them.
 */
class LiveStream {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = reconnectMs.first;
  #isReconnecting = false;
  readonly #watchers = new Set<() => void>();

  constructor(url: string) {
    this.#url = url;
  }

  add(type: string, listener: Listener): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    if (this.#listeners.size === 1 && listeners.size === 1) {
      document.addEventListener('visibilitychange', this.#onVisibilityChange);
    }
    if (this.#source === null && this.#timer === undefined) this.#open();
    else if (listeners.size === 1) this.#source?.addEventListener(type, this.#dispatch);
  }

  remove(type: string, listener: Listener): void {
    const listeners = this.#listeners.get(type);
    listeners?.delete(listener);
    if (listeners?.size !== 0) return;
    this.#listeners.delete(type);
    this.#source?.removeEventListener(type, this.#dispatch);
    if (this.#listeners.size > 0) return;
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#close();
  }

  /** Whether the connection was lost and is not open again. */
  readonly isReconnecting = (): boolean => this.#isReconnecting;

  /** Calls a function when `isReconnecting` changes. Returns a function that ends this. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  };

  #setReconnecting(isReconnecting: boolean): void {
    if (isReconnecting === this.#isReconnecting) return;
    this.#isReconnecting = isReconnecting;
    for (const onChange of this.#watchers) onChange();
  }

  #open(): void {
    this.#timer = undefined;
    if (document.hidden) return;
    const source = new EventSource(this.#url);
    this.#source = source;
    for (const type of this.#listeners.keys()) source.addEventListener(type, this.#dispatch);
    source.addEventListener('open', () => {
      this.#waitMs = reconnectMs.first;
      this.#setReconnecting(false);
    });
    // The user has many other tabs, or the session or the membership has ended.
    for (const type of ['replaced', 'ended']) source.addEventListener(type, () => source.close());
    // After a response that is not a stream, the browser does not reconnect.
    source.addEventListener('error', () => {
      if (this.#source === source) this.#setReconnecting(true);
      if (source.readyState !== EventSource.CLOSED || this.#source !== source) return;
      this.#source = null;
      // The session or the membership may have ended before the stream was open.
      if (this.#waitMs === reconnectMs.first) this.#dispatch(new MessageEvent('ended', { data: '{}' }));
      this.#timer = setTimeout(() => this.#open(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, reconnectMs.last);
    });
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#setReconnecting(false);
  }

  /** Opens the stream again after it was ended. */
  reopen(): void {
    this.#close();
    if (this.#listeners.size > 0) this.#open();
  }

  /** After the stream is open again, the event `ready` makes the pages read their data again. */
  readonly #onVisibilityChange = (): void => {
    if (document.hidden) this.#close();
    else if (this.#source === null || this.#source.readyState === EventSource.CLOSED) this.#open();
  };

  readonly #dispatch = (event: MessageEvent<string>): void => {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
  };
}

const streams = new Map<string, LiveStream>();

function streamOf(slug: string): LiveStream {
  const url = apiUrl(organizerPath(slug, 'live'));
  const stream = streams.get(url) ?? new LiveStream(url);
  streams.set(url, stream);
  return stream;
}

/** Opens the streams again, after the user has signed in again. */
export function reopenStreams(): void {
  for (const stream of streams.values()) stream.reopen();
}

/** Whether the stream of an organizer has lost its connection and is not open again, for example while the server restarts. */
export function useIsReconnecting(slug: string): boolean {
  const { watch, isReconnecting } = streamOf(slug);
  return useSyncExternalStore(watch, isReconnecting);
}

/**
 * Calls a function for each event of these types in the stream of the organizer of the page.
 *
 * @param onEvent gets the type and the parsed data of the event
 */
export function useLive(types: readonly string[], onEvent: (type: string, data: unknown) => void): void {
  const { slug } = useOrganizer();
  const handle = useEffectEvent(onEvent);
  const key = types.join(' ');
  useEffect(() => {
    const stream = streamOf(slug);
    const listener: Listener = ({ type, data }) => handle(type, JSON.parse(data));
    const names = key.split(' ');
    for (const type of names) stream.add(type, listener);
    return () => {
      for (const type of names) stream.remove(type, listener);
    };
  }, [slug, key]);
}

/** The pause between two reloads. During many changes, one reload has the changes since the last one. */
const reloadPauseMs = 1_000;

/**
 * Reloads data after events of these types, and after the stream was opened again: immediately after the first event, then at most
 * once a second.
 */
export function useLiveReload(types: readonly string[], reload: () => void): void {
  const handle = useEffectEvent(reload);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const request = () => {
    isDue.current = true;
    if (timer.current === undefined) run();
  };
  const run = () => {
    timer.current = undefined;
    if (!isDue.current) return;
    isDue.current = false;
    timer.current = setTimeout(run, reloadPauseMs);
    handle();
  };
  useLive([...types, 'ready'], request);
  useEffect(() => () => clearTimeout(timer.current), []);
}
