import { createHmac } from 'node:crypto';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { TestApp } from './app.ts';
import { dashboardOrigin } from './dashboard.ts';
import { jsonOf, read, type TestResponse } from './responses.ts';
import { sendRequest } from './send-request.ts';

let browserCount = 0;

/** A browser that stores cookies. Each has its own IP address, which an application that trusts 127.0.0.1 as a proxy sees. */
export class Browser {
  readonly #url: string;
  readonly #origin: string;
  readonly address: string;
  readonly cookies = new Map<string, string>();

  /** @param options.origin the origin of the pages, by default that of the dashboard of an application in this process */
  constructor(app: Pick<TestApp, 'url'>, { origin = dashboardOrigin }: { origin?: string } = {}) {
    this.#url = app.url;
    this.#origin = origin;
    browserCount += 1;
    this.address = `198.51.${Math.floor(browserCount / 250)}.${(browserCount % 250) + 1}`;
  }

  /** Sends a request to the routes of the account, as a page of the dashboard would. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    const response = await sendRequest(`${this.#url}/dashboard/api/account${path}`, {
      method,
      headers: {
        origin: this.#origin,
        'x-forwarded-for': this.address,
        ...(this.cookies.size === 0 ? {} : { cookie: this.cookieHeader() }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#store(cookie);
    return read(response);
  }

  post(path: string, body: object): Promise<TestResponse> {
    return this.send('POST', path, body);
  }

  /** The `state` of a step of signing in. */
  async state(path: string, body: object): Promise<unknown> {
    const response = await this.post(path, body);
    return jsonOf(response)['state'] ?? response.status;
  }

  /** Opens a sign-in link. Returns the `state`, or the status of the error. */
  openLink(link: string): Promise<unknown> {
    return this.state('/sign-in/link/open', { token: link.slice(link.indexOf('#') + 1) });
  }

  /** The status of a request that needs a session. */
  async statusOfMe(): Promise<number> {
    return (await this.send('GET', '/me')).status;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #store(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** Deletes the used codes of authenticator apps, as if they had expired. Otherwise a test would wait for the next code. */
export async function forgetUsedCodes(db: Db): Promise<void> {
  await db.deleteFrom('user_verifications').where('identifier', 'like', 'used-code:%').execute();
}

/** A code that the authenticator app does not show, now or in the next two minutes. */
export function wrongCodeOf(uri: string): string {
  const shown = Array.from({ length: 8 }, (_, index) => totpOf(uri, index - 2));
  const codes = Array.from({ length: 9 }, (_, index) => String(index).repeat(6));
  return codes.find((code) => !shown.includes(code))!;
}

/**
 * The code of an authenticator app (RFC 6238).
 *
 * @param uri the `otpauth:` URI
 * @param steps the number of steps of 30 s after the current one
 */
export function totpOf(uri: string, steps = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((character) => base32Alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
