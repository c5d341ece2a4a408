import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type ConfiguredMethod, configurePayments, paymentMethods } from './features/payments/index.ts';
import { masterKeyFault } from './platform/crypto.ts';
import { parseMailbox } from './platform/mail/mailbox.ts';
import { ConfigError, type Environment, parseInteger, readSetting } from './platform/settings.ts';

export type DeploymentName = 'baseline' | 'extended';

/** What the environment says, parsed once. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL in place of SQLite; null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Redis or Valkey that several processes count their limits in. */
  readonly redisUrl: string | null;
  readonly deployment: DeploymentName;
  /** What links are made with, without a slash at the end. */
  readonly baseUrl: string;
  /** Proxies whose X-Forwarded-For counts: addresses or CIDR ranges. */
  readonly trustProxy: readonly string[];
  /** Requests a minute. */
  readonly rateLimits: {
    readonly api: number;
    readonly embed: number;
    readonly failedAuth: number;
    readonly public: number;
    readonly search: number;
  };
  readonly masterKey: string | null;
  /** The word in the header `X-…-Signature` of webhooks. */
  readonly brand: string;
  /** What webhook endpoints may be, beyond `https` on the public internet. */
  readonly webhooks: { readonly allowHttp: boolean; readonly allowPrivateNetworks: boolean };
  /** The payment methods that the operator has chosen, in the order in which buyers are offered them. */
  readonly payments: readonly ConfiguredMethod[];
  /** Rules for reservations. */
  readonly selling: {
    /** Whether a buyer's e-mail address has to be verified before anything is reserved for it. */
    readonly requiresVerifiedEmail: boolean;
    /** How many tickets and add-ons one network address may hold without having paid, of one organizer; 0: any number. */
    readonly holdsPerAddress: number;
    /** The same of one e-mail address. */
    readonly holdsPerEmail: number;
  };
  /** The server that mails are sent through. */
  readonly smtpUrl: string | null;
  /** Who they come from: an address or `Name <address>`. */
  readonly mailFrom: string | null;
  /** Another address for `/metrics` and the details of `/readyz`; null for none. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
  readonly production: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the settings from environment variables.
 *
 * @param methods the payment methods that the operator can choose from
 * @throws ConfigError naming the variable whose value is wrong
 */
export function loadConfig(env: Environment, methods = paymentMethods): Config {
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | null, expected: string): T =>
    readSetting(env, name, fallback, parse, expected);
  const url = (protocols: string[]) => (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : null;
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (text: string) =>
      values.find((value) => value === text) ?? null;
  const perMinute = (name: string, fallback: number) =>
    read(name, fallback, parseInteger(1, 1_000_000), 'a whole number of requests a minute from 1 to 1000000');
  const flag = (name: string) => read(name, 'false', oneOf(['true', 'false']), '"true" or "false"') === 'true';
  const secretUrl = (name: string, protocols: string[], want: string) => {
    const text = env[name];
    if (text === undefined || text === '') return null;
    // The value may hold a password: the message does not repeat it.
    if (url(protocols)(text) === null) throw new ConfigError(`${name} must be ${want}.`);
    return text;
  };

  const host = read('HOST', '127.0.0.1', (text) => (/\s/.test(text) ? null : text), 'an address or a host name');
  const port = read('PORT', 3000, parseInteger(0, 65535), 'a port from 0 to 65535');
  const smtpUrl = secretUrl('SMTP_URL', ['smtp:', 'smtps:'], 'a URL that begins with smtp:// or smtps://');
  if (smtpUrl !== null && new URL(smtpUrl).hostname === '') throw new ConfigError('SMTP_URL must name a host.');
  const isMailbox = (text: string) => (parseMailbox(text) === null ? null : text);
  const mailFrom = read<string | null>('MAIL_FROM', null, isMailbox, 'an address or "Name <address>"');
  const publicPerMinute = perMinute('RATE_LIMIT_PUBLIC', 60);
  const holds = holdDefaults(publicPerMinute);
  const units = (name: string, fallback: number) =>
    read(name, fallback, parseInteger(0, 1_000_000), 'a whole number of tickets and add-ons from 0 to 1000000');
  return Object.freeze({
    host,
    port,
    dataDir: resolve(read('DATA_DIR', './data', (text) => text, 'a folder')),
    databaseUrl: secretUrl('DATABASE_URL', ['postgres:', 'postgresql:'], 'a URL that begins with postgres://'),
    redisUrl: secretUrl('REDIS_URL', ['redis:', 'rediss:'], 'a URL that begins with redis:// or rediss://'),
    deployment: read<DeploymentName>(
      'DEPLOYMENT',
      'extended',
      oneOf(['baseline', 'extended'] as const),
      '"baseline" or "extended"',
    ),
    baseUrl: read(
      'BASE_URL',
      `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      (text) => url(['http:', 'https:'])(text)?.replace(/\/+$/, '') ?? null,
      'a URL that begins with http:// or https://',
    ),
    trustProxy: Object.freeze(
      read<string[]>('TRUST_PROXY', [], parseAddresses, 'addresses or CIDR ranges separated by commas'),
    ),
    rateLimits: Object.freeze({
      api: perMinute('RATE_LIMIT_API', 120),
      embed: perMinute('RATE_LIMIT_EMBED', 240),
      failedAuth: perMinute('RATE_LIMIT_FAILED_AUTH', 30),
      public: publicPerMinute,
      search: perMinute('RATE_LIMIT_SEARCH', 30),
    }),
    masterKey: readMasterKey(env['MASTER_KEY']),
    brand: read(
      'BRAND',
      'SERVICE',
      (text) => (/^[A-Za-z0-9]([A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/.test(text) ? text : null),
      'a word of at most 40 letters, digits and inner hyphens',
    ),
    webhooks: Object.freeze({
      allowHttp: flag('WEBHOOK_ALLOW_HTTP'),
      allowPrivateNetworks: flag('WEBHOOK_ALLOW_PRIVATE_NETWORKS'),
    }),
    payments: configurePayments(methods, env),
    selling: Object.freeze({
      requiresVerifiedEmail: flag('RESERVE_REQUIRES_VERIFIED_EMAIL'),
      holdsPerAddress: units('HOLDS_PER_ADDRESS', holds.holdsPerAddress),
      holdsPerEmail: units('HOLDS_PER_EMAIL', holds.holdsPerEmail),
    }),
    smtpUrl,
    mailFrom,
    metricsAddress: read<{ host: string; port: number } | null>(
      'METRICS_ADDRESS',
      null,
      parseHostAndPort,
      'an address and a port, such as 127.0.0.1:9090 or [::1]:9090',
    ),
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels), `one of ${logLevels.join(', ')}`),
    production: env['NODE_ENV'] === 'production',
  });
}

/** A higher `RATE_LIMIT_PUBLIC` is taken for that of a load test. */
const publicPerMinuteMax = 10_000;

/** The defaults of `HOLDS_PER_ADDRESS` and `HOLDS_PER_EMAIL`: enough for a family, too few to hold an event. */
export function holdDefaults(publicPerMinute: number): { holdsPerAddress: number; holdsPerEmail: number } {
  if (publicPerMinute > publicPerMinuteMax) return { holdsPerAddress: 0, holdsPerEmail: 0 };
  return { holdsPerAddress: publicPerMinute, holdsPerEmail: Math.ceil(publicPerMinute / 2) };
}

/**
 * Stops a server that sells to buyers and could not write to them. Commands need no mail.
 *
 * @throws ConfigError
 */
export function requireMail({ deployment, production, smtpUrl }: Config): void {
  if (deployment !== 'extended' || !production || smtpUrl !== null) return;
  throw new ConfigError(
    'SMTP_URL must be set in production, such as smtps://user:password@mail.example.com, with MAIL_FROM: buyers get ' +
      'their codes and tickets by mail. DEPLOYMENT=baseline needs neither.',
  );
}

function parseAddresses(text: string): string[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const known = ['loopback', 'linklocal', 'uniquelocal'];
  const good = parts.every((part) => known.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part));
  return good ? parts : null;
}

function parseHostAndPort(text: string): { host: string; port: number } | null {
  const [, inBrackets, plain, port] = /^(?:\[([^\s\]]+)\]|([^\s:/]+)):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) return null;
  return { host: inBrackets ?? plain!, port: Number(port) };
}

function readMasterKey(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const fault = masterKeyFault(text);
  if (fault !== null) throw new ConfigError(`MASTER_KEY ${fault}; make one with "openssl rand -base64 32".`);
  return text;
}
