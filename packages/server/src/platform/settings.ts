/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; its message is one line that names the variable. */
export class ConfigError extends Error {}

/**
 * Reads a setting.
 *
 * @param fallback for a variable that is not set or is empty
 * @param parse returns null for a value that cannot be used
 * @param expected completes the sentence "NAME must be …"
 * @throws ConfigError with the value in its message; see `readSecret` for values that must not be shown
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
 * Reads a required setting whose value must not be shown.
 *
 * @param requiredWhen completes the sentence "NAME must be set when …"
 * @param expected completes the sentence "NAME must be …"
 * @throws ConfigError without the value
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

/** Parses a whole number of at most nine digits in a range, for `readSetting`. */
export function parseInteger(min: number, max: number): (text: string) => number | null {
  return (text) => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null;
  };
}
