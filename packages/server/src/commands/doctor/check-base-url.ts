import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { clockOffset } from './check-clock.ts';
import { type CheckResult, checked, error, type Finding, messageOf, skipped } from './finding.ts';

const timeoutMs = 10_000;
/** The header `Date` has whole seconds. */
const headerPrecisionMs = 1_000;

/** Checks that the host of BASE_URL has an IP address. */
export async function checkDns({ baseUrl }: Config): Promise<CheckResult> {
  const { hostname } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return skipped('DNS', 'BASE_URL has an IP address');
  try {
    const { address } = await lookup(hostname);
    return checked('DNS', `${hostname} has the IP address ${address}`, []);
  } catch (cause) {
    const isUnknown = (cause as NodeJS.ErrnoException).code === 'ENOTFOUND';
    const action = isUnknown
      ? 'Check the spelling of BASE_URL, and create a DNS record for its host.'
      : 'Check the network of this machine, and its name servers, usually in /etc/resolv.conf.';
    return checked('DNS', hostname, [error(`${hostname} has no IP address: ${messageOf(cause)}.`, action)]);
  }
}

/** What a check of BASE_URL found. */
interface BaseUrlCheck {
  readonly result: CheckResult;
  /** The clock of the server minus the clock of this machine, in milliseconds; null if it did not respond. */
  readonly clockOffsetMs: number | null;
}

/** Requests `/healthz` at BASE_URL, as buyers would: through DNS, the proxy and TLS. */
export async function checkBaseUrl({ baseUrl, production }: Config): Promise<BaseUrlCheck> {
  const severity: Finding['severity'] = production ? 'error' : 'warning';
  const url = `${baseUrl}/healthz`;
  const failed = (problem: string, action: string): BaseUrlCheck => ({
    result: checked('BASE_URL', baseUrl, [{ severity, problem, action }]),
    clockOffsetMs: null,
  });
  try {
    const startedMs = Date.now();
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200 || text !== '{"status":"ok"}') {
      const action = 'Check that BASE_URL leads to this server, and that the proxy forwards all paths unchanged.';
      return failed(`${url} responds with status ${response.status}, but not as this server does.`, action);
    }
    const serverMs = Date.parse(response.headers.get('date') ?? '');
    const clockOffsetMs = Number.isNaN(serverMs) ? null : clockOffset(serverMs, startedMs, headerPrecisionMs);
    return { result: checked('BASE_URL', baseUrl, []), clockOffsetMs };
  } catch (cause) {
    const reason = messageOf((cause as Error).cause ?? cause);
    const action =
      'Start the server. If it runs, check that BASE_URL is its public URL, and check the proxy, the certificate and the firewall.';
    return failed(`${url} does not respond: ${reason}.`, action);
  }
}
