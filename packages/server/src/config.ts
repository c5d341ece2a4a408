import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Sharding } from './platform/database/dialect.ts';
import { parsePostgresUrl, tlsProblem } from './platform/database/postgres-url.ts';
import { masterKeyProblem } from './platform/master-key-file.ts';
import {
  ConfigError,
  type Environment,
  isUrlWithProtocol,
  parseChoice,
  parseInteger,
  readSecretUrl,
  readSetting,
  readSettings,
  type SettingGroup,
  type SettingGroups,
  type SettingsOf,
} from './platform/settings.ts';
import { type TelemetrySettings, telemetrySettings } from './platform/telemetry/settings.ts';

/** The settings that every deployment (see `deployments/`) reads. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** URL of a PostgreSQL database; null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** URL of a standby of PostgreSQL for long reads; null if it is not used. */
  readonly databaseReplicaUrl: string | null;
  /** How the tables of PostgreSQL are distributed over several servers; null if they are not. */
  readonly databaseSharding: Sharding;
  /** URL of a Redis or Valkey server that stores the rate limit counters of all processes; null if it is not used. */
  readonly redisUrl: string | null;
  /** The public base URL of all links, without a trailing slash. */
  readonly baseUrl: string;
  /** Proxies whose X-Forwarded-For is trusted: IP addresses, CIDR ranges, or names in `proxyRangeNames`. */
  readonly trustProxy: readonly string[];
  readonly masterKey: string | null;
  /** Requests are rejected while a new one is expected to wait longer than this, in milliseconds. */
  readonly maxWaitMs: number;
  /** A separate host and port for `/metrics` and the details of `/readyz`; null if it is not used. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
  readonly production: boolean;
  /** The export of traces and metrics; null if it is not used. */
  readonly telemetry: TelemetrySettings | null;
}

/** The names of IP address ranges that `TRUST_PROXY` accepts. */
const proxyRangeNames = ['loopback', 'linklocal', 'uniquelocal'];

const isHttpUrl = isUrlWithProtocol(['http:', 'https:']);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const programSettings: SettingGroup<Config> = {
  names: [
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_REPLICA_URL',
    'DATABASE_SHARDING',
    'REDIS_URL',
    'BASE_URL',
    'TRUST_PROXY',
    'MASTER_KEY',
    'MAX_WAIT_MS',
    'METRICS_ADDRESS',
    'LOG_LEVEL',
    'NODE_ENV',
    ...telemetrySettings.names,
  ],
  read: (env) => {
    const host = readSetting(env, 'HOST', '127.0.0.1', parseHost, 'an IP address or a host name');
    const port = readSetting(env, 'PORT', 3000, parseInteger(0, 65_535), 'a port from 0 to 65535');
    return {
      host,
      port,
      dataDir: resolve(env['DATA_DIR'] || './data'),
      databaseUrl: readPostgresUrl(env, 'DATABASE_URL', 'a URL that begins with postgres://'),
      databaseReplicaUrl: readReplicaUrl(env),
      databaseSharding: readSharding(env),
      redisUrl: readSecretUrl(
        env,
        'REDIS_URL',
        isUrlWithProtocol(['redis:', 'rediss:']),
        'a URL that begins with redis:// or rediss://',
      ),
      baseUrl: readSetting(
        env,
        'BASE_URL',
        `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
        parseBaseUrl,
        'a URL that begins with http:// or https://, without a path, query or fragment, such as https://tickets.example.com',
      ),
      trustProxy: Object.freeze(
        readSetting<string[]>(
          env,
          'TRUST_PROXY',
          [],
          parseProxies,
          `IP addresses, CIDR ranges, or the names ${proxyRangeNames.join(', ')}; separated by commas`,
        ),
      ),
      masterKey: readMasterKey(env),
      maxWaitMs: readSetting(
        env,
        'MAX_WAIT_MS',
        400,
        parseInteger(50, 600_000),
        'a number of milliseconds from 50 to 600000',
      ),
      metricsAddress: readSetting<Config['metricsAddress']>(
        env,
        'METRICS_ADDRESS',
        null,
        parseHostAndPort,
        'a host and a port, such as 127.0.0.1:9090 or [::1]:9090',
      ),
      logLevel: readSetting(env, 'LOG_LEVEL', 'info', parseChoice(logLevels), `one of ${logLevels.join(', ')}`),
      production: env['NODE_ENV'] === 'production',
      telemetry: telemetrySettings.read(env),
    };
  },
};

/** The names of the environment variables that the program and these setting groups read. */
export function settingNamesOf(groups: SettingGroups): string[] {
  return [programSettings, ...Object.values(groups)].flatMap(({ names }) => names);
}

/**
 * Reads the settings of the program, and adds one property for each setting group of a deployment.
 *
 * @throws ConfigError if the value of a variable is invalid. The message names the variable.
 */
export function loadConfig<G extends SettingGroups>(groups: G, env: Environment): Config & SettingsOf<G> {
  const { program } = readSettings({ program: programSettings }, env);
  const config = { ...program, ...readSettings(groups, env) };
  Object.freeze(config);
  return config;
}

function readPostgresUrl(env: Environment, name: string, expected: string): string | null {
  const url = readSecretUrl(env, name, (text) => parsePostgresUrl(text) !== null, expected);
  const problem = url === null ? null : tlsProblem(url);
  if (problem !== null) throw new ConfigError(`${name} ${problem}`);
  return url;
}

function readReplicaUrl(env: Environment): string | null {
  const expected = 'a URL that begins with postgres:// and has one host';
  const url = readPostgresUrl(env, 'DATABASE_REPLICA_URL', expected);
  if (url !== null && parsePostgresUrl(url)?.mustBePrimary !== false)
    throw new ConfigError(`DATABASE_REPLICA_URL must be ${expected}.`);
  if (url !== null && !env['DATABASE_URL']) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL.');
  return url;
}

function readSharding(env: Environment): Sharding {
  const sharding = readSetting<Sharding>(env, 'DATABASE_SHARDING', null, parseChoice(['citus'] as const), 'citus');
  if (sharding === null) return null;
  if (!env['DATABASE_URL']) throw new ConfigError('DATABASE_SHARDING needs DATABASE_URL.');
  // The position of a standby of the coordinator says nothing about the standbys of the workers.
  if (env['DATABASE_REPLICA_URL']) throw new ConfigError('DATABASE_SHARDING does not support DATABASE_REPLICA_URL.');
  return sharding;
}

/** @throws ConfigError for a URL with credentials. The message does not contain the value. */
function parseBaseUrl(text: string): string | null {
  if (!isHttpUrl(text)) return null;
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') throw new ConfigError('BASE_URL must not contain a user name or a password.');
  return /^[^:]+:\/\/[^/?#\s]+\/*$/.test(text) ? text.replace(/\/+$/, '') : null;
}

function parseHost(text: string): string | null {
  return /\s/.test(text) ? null : text;
}

function parseProxies(text: string): string[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const areValid = parts.every(
    (part) => proxyRangeNames.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part),
  );
  return areValid ? parts : null;
}

function parseHostAndPort(text: string): { host: string; port: number } | null {
  const match = /^(?:\[(?<ipv6>[^\s\]]+)\]|(?<name>[^\s:/]+)):(?<port>\d{1,5})$/.exec(text);
  const { ipv6, name, port } = match?.groups ?? {};
  const host = ipv6 ?? name;
  if (host === undefined || Number(port) > 65_535) return null;
  return { host, port: Number(port) };
}

function readMasterKey(env: Environment): string | null {
  const text = env['MASTER_KEY'];
  if (text === undefined || text === '') return null;
  const problem = masterKeyProblem(text);
  if (problem !== null)
    throw new ConfigError(`MASTER_KEY ${problem}. You can create a master key with "openssl rand -base64 32".`);
  return text;
}
