import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { browserArgs, browserFile } from '../packages/server/test/harness/browser-file.ts';

/** A connection to a running browser, in the Chrome DevTools Protocol. */
export interface BrowserConnection {
  /** Opens an empty page in a new profile. */
  openPage(): Promise<PageSession>;
  close(): Promise<void>;
}

/** A page of a browser. Only the domains of the protocol that the caller enables are enabled. */
export interface PageSession {
  send<T>(method: string, params?: object): Promise<T>;
  /** Resolves with the parameters of the next event with this name. */
  nextEvent<T>(name: string): Promise<T>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

/**
 * Starts a browser without the domain `Network`, which Playwright enables for each page. With it, the browser records for each request
 * which lines of which scripts caused it. For that it parses the scripts again, which a user's browser does not.
 */
export async function startBrowser(): Promise<BrowserConnection> {
  const profile = mkdtempSync(join(tmpdir(), 'organizer-bench-browser-'));
  const child = spawn(
    browserFile!,
    [...browserArgs, '--headless', '--lang=en-GB', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
    // The browser exits when the pipes are closed, even if this process was killed.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const requests = child.stdio[3] as Writable;
  const replies = new Map<number, PromiseWithResolvers<object>>();
  const listeners = new Map<string, (params: object) => void>();
  onEachMessage(child.stdio[4] as Readable, ({ id, sessionId, method, params, result, error }) => {
    if (id === undefined) {
      listeners.get(`${sessionId} ${method}`)?.(params ?? {});
      return;
    }
    const reply = replies.get(id);
    replies.delete(id);
    if (error === undefined) reply?.resolve(result ?? {});
    else reply?.reject(new Error(error.message));
  });
  let lastId = 0;
  const send = <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    lastId += 1;
    const reply = Promise.withResolvers<object>();
    replies.set(lastId, reply);
    requests.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    return reply.promise as Promise<T>;
  };
  return {
    openPage: async () => {
      const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
      const target = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { ...target, flatten: true });
      return {
        send: (method, params) => send(method, params, sessionId),
        nextEvent: <T>(name: string) =>
          new Promise<T>((resolve) => {
            listeners.set(`${sessionId} ${name}`, (params) => {
              listeners.delete(`${sessionId} ${name}`);
              resolve(params as T);
            });
          }),
        close: async () => {
          await send('Target.disposeBrowserContext', { browserContextId });
        },
      };
    },
    close: async () => {
      const exited = once(child, 'exit');
      requests.end();
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Calls `onMessage` with each message of the browser. A NUL follows each message. */
function onEachMessage(output: Readable, onMessage: (message: Message) => void): void {
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) onMessage(JSON.parse(message) as Message);
  });
}
