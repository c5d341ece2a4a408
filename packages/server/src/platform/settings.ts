/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The error for a setting with an unusable value. Its message is one line with the name of the variable. */
export class ConfigError extends Error {}

/** Settings that belong together, such as the settings of one feature. A deployment lists the groups that it needs. */
export interface SettingGroup<T> {
  /** All environment variables that `read` uses. */
  readonly names: readonly string[];
  /** @throws ConfigError if the value of a variable is invalid. The message names the variable. */
  read(env: Environment): T;
}

export type SettingGroups = Readonly<Record<string, SettingGroup<unknown>>>;

/** The values of setting groups. */
export type SettingsOf<G extends SettingGroups> = {
  readonly [Name in keyof G]: G[Name] extends SettingGroup<infer T> ? T : never;
};

/** @throws ConfigError if the value of a variable is invalid. The message names the variable. */
export function readSettings<G extends SettingGroups>(groups: G, env: Environment): SettingsOf<G> {
  const values = Object.entries(groups).map(([name, group]) => [name, Object.freeze(group.read(env))]);
  return Object.freeze(Object.fromEntries(values)) as SettingsOf<G>;
}

/**
 * Reads a setting.
 *
 * @param fallback the value if the variable is not set or is empty
 * @param parse returns null for a value that cannot be used
 * @param expected completes the sentence "NAME must be …"
 * @throws ConfigError if the value is invalid. The message contains the value: for secret values, use `readSecret`.
 */
export function readSetting<T>(
  env: Environment,
  name: string,
  fallback: T,
  parse: (text: string) => T | null,
  expected: string,
): T {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = parse(text);
  if (value === null) throw new ConfigError(`${name} must be ${expected}, but it is ${JSON.stringify(text)}.`);
  return value;
}

/**
 * Reads a required setting with a secret value.
 *
 * @param requiredWhen completes the sentence "NAME must be set when …"
 * @param expected completes the sentence "NAME must be …"
 * @throws ConfigError if the value is missing or invalid. The message does not contain the value.
 */
export function readSecret(
  env: Environment,
  name: string,
  pattern: RegExp,
  { requiredWhen, expected }: { requiredWhen: string; expected: string },
): string {
  const text = env[name];
  if (text === undefined || text === '') throw new ConfigError(`${name} must be set when ${requiredWhen}.`);
  if (!pattern.test(text)) throw new ConfigError(`${name} must be ${expected}.`);
  return text;
}

/** Creates a `parse` function for `readSetting`: a whole number in a range, with at most nine digits. */
export function parseInteger(min: number, max: number): (text: string) => number | null {
  return (text) => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null;
  };
}

/** Creates a `parse` function for `readSetting`: one of these values. */
export function parseChoice<T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}

/** Reads `true` or `false`. The default is false. */
export function readFlag(env: Environment, name: string): boolean {
  return readSetting(env, name, 'false', parseChoice(['true', 'false']), '"true" or "false"') === 'true';
}

/**
 * Reads a URL that can contain a password; null if it is not set.
 *
 * @param expected completes the sentence "NAME must be …"
 * @throws ConfigError if the value is invalid. The message does not contain the value.
 */
export function readSecretUrl(
  env: Environment,
  name: string,
  isValid: (text: string) => boolean,
  expected: string,
): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  if (hasUnescapedPassword(text) || (!isValid(text) && /^\w+:\/\//.test(text) && !URL.canParse(text)))
    throw new ConfigError(
      `${name} cannot be parsed as a URL. Special characters of a password must be percent-encoded, for example # as %23 ` +
        'and / as %2F.',
    );
  if (!isValid(text)) throw new ConfigError(`${name} must be ${expected}.`);
  return text;
}

/**
 * Whether a URL has a fragment, or something like `user:1/2@host`. The number before the special character is then the port of a
 * valid URL.
 */
function hasUnescapedPassword(text: string): boolean {
  return text.includes('#') || /^\w+:\/\/[^@/?]*:\d*\/[^?]*@/.test(text);
}

/**
 * Returns a check whether a text is a URL with one of these protocols.
 *
 * @param protocols with a colon, such as `https:`
 */
export function isUrlWithProtocol(protocols: readonly string[]): (text: string) => boolean {
  return (text) => protocols.includes(URL.parse(text)?.protocol ?? '');
}
