import { parsePostgresUrl } from '../../platform/database/postgres-url.ts';
import type { Environment } from '../../platform/settings.ts';

/** A setting with its current value. */
export interface SettingView {
  readonly name: string;
  /** Null if the setting has its default value. A secret value is replaced by `hidden`. */
  readonly value: string | null;
}

const hidden = '(hidden)';

/** The settings with their current values, without secrets. */
export function describeSettings(names: readonly string[], env: Environment): SettingView[] {
  return names.toSorted().map((name) => ({ name, value: describe(name, env[name]) }));
}

function describe(name: string, value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (/KEY|SECRET|TOKEN|PASSWORD|HEADERS/.test(name)) return hidden;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  // The user, the password and the parameters of a URL can be secrets.
  const urls = (parsePostgresUrl(value)?.urls ?? [value]).map((text) => URL.parse(text));
  const [first] = urls;
  if (first === null || first === undefined) return hidden;
  return `${first.protocol}//${urls.map((url) => url?.host).join(',')}${first.pathname}`;
}
