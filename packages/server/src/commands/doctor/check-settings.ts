import type { Config } from '../../config.ts';
import { ConfigError, type Environment } from '../../platform/settings.ts';
import type { ServedDeployment, ServerParts } from '../../server-parts.ts';
import { misspelledSettings } from '../../setting-names.ts';
import { type CheckResult, checked, error, type Finding, warning } from './finding.ts';

/** The settings of an installation and the parts of its server. */
export interface LoadedServer {
  readonly config: Config;
  readonly parts: ServerParts;
}

/**
 * Reads the settings. It finds all invalid settings, while other commands stop at the first.
 *
 * @returns `server`: null if a setting is invalid
 */
export async function checkSettings(
  deployment: ServedDeployment,
  env: Environment,
): Promise<{ result: CheckResult; server: LoadedServer | null }> {
  const { server, findings } = await loadSettings(deployment, env);
  for (const { name, suggestion } of misspelledSettings(env, deployment.settingNames)) {
    findings.push(warning(`${name} is not a setting.`, `Rename it to ${suggestion} if you meant that, or remove it.`));
  }
  if (server !== null) findings.push(...contradictions(server.config));
  return { result: checked('settings', `deployment ${deployment.name}`, findings), server };
}

async function loadSettings(
  deployment: ServedDeployment,
  env: Environment,
): Promise<{ server: LoadedServer | null; findings: Finding[] }> {
  const findings: Finding[] = [];
  const validSettings = { ...env };
  // Each round removes one invalid setting.
  for (let round = 0; round <= deployment.settingNames.length; round += 1) {
    try {
      const server = await deployment.load(validSettings);
      return { server: findings.length === 0 ? server : null, findings };
    } catch (cause) {
      if (!(cause instanceof ConfigError)) throw cause;
      const name = deployment.settingNames.find((setting) => cause.message.startsWith(`${setting} `));
      const action = name === undefined ? 'Change it.' : `Change ${name}. docs/settings.md lists all settings.`;
      findings.push(error(cause.message, action));
      if (name === undefined || validSettings[name] === undefined) break;
      delete validSettings[name];
    }
  }
  return { server: null, findings };
}

const loopbackHosts = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Settings that are valid, but do not fit together. */
function contradictions({ baseUrl, databaseUrl, production, trustProxy }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  const findings: Finding[] = [];
  if (databaseUrl?.includes('sslmode=require') && !databaseUrl.includes('sslrootcert=')) {
    const problem = 'DATABASE_URL has sslmode=require, with which the certificate of PostgreSQL is not checked.';
    findings.push(warning(problem, 'Use sslmode=verify-full, and set sslrootcert to the file of the CA.'));
  }
  if (production && loopbackHosts.test(hostname)) {
    const action = 'Set BASE_URL to the public URL of this server.';
    findings.push(warning(`BASE_URL is ${baseUrl}, so links in e-mails work only on this machine.`, action));
  } else if (production && protocol === 'http:') {
    const action = 'Put a proxy with TLS in front of the server, and set BASE_URL to its https URL.';
    findings.push(warning('BASE_URL has no https, so keys, sessions and personal data are sent unencrypted.', action));
  }
  if (protocol === 'https:' && trustProxy.length === 0) {
    const problem =
      'BASE_URL has https, so a proxy is in front of this server, but TRUST_PROXY is not set. All buyers then share the ' +
      'rate limit and the log entries of the IP address of the proxy.';
    findings.push(warning(problem, 'Set TRUST_PROXY to the IP address of the proxy, such as 127.0.0.1.'));
  }
  if (protocol === 'https:' && !production) {
    const problem = 'NODE_ENV is not production, so /metrics is public.';
    findings.push(warning(problem, 'Set NODE_ENV=production.'));
  }
  return findings;
}
