import { emailPattern } from '#shared/email-form';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import { hasNoCredentials, isHttpsUrl } from '../../platform/net/link-url.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { parseBic, parseIban } from './bank-account.ts';
import { changeSettings } from './change-settings.ts';
import { type OrganizerProfile, type OrganizerSetting, settingColumns, toProfile } from './profile.ts';

/** Converts a setting to its stored form; null if the text is not valid. */
type Parse = (text: string) => string | null;

interface Rule {
  readonly parse: Parse;
  /** The error for a value that `parse` rejects. */
  readonly error: (path: string) => FieldError;
}

const maxUrlLength = 2_000;
const maxAccountHolderLength = 70;
const maxTextLength = 1_000;

const httpsUrl: Rule = {
  parse: (text) => (text.length <= maxUrlLength && isHttpsUrl(text) && hasNoCredentials(text) ? text : null),
  error: (path) => fieldError(path, 'not_a_public_url', { lengthMax: maxUrlLength }),
};

const maxReturnOrigins = 20;

const emailRegExp = new RegExp(emailPattern);
const email: Rule = {
  parse: (text) => (emailRegExp.test(text) && text.length <= 254 ? text : null),
  error: (path) => fieldError(path, 'not_an_email', {}),
};

/** Text of one line without control characters. */
function singleLine(lengthMax: number): Rule {
  return {
    parse: (text) => (text.length <= lengthMax && !/\p{Cc}/u.test(text) ? text : null),
    error: (path) => fieldError(path, 'not_one_line', { lengthMax }),
  };
}

/** Text with line breaks. */
const severalLines: Rule = {
  parse: (text) => {
    const normalized = text.replaceAll('\r\n', '\n');
    return normalized.length <= maxTextLength && !/[^\P{Cc}\n\t]/u.test(normalized) ? normalized : null;
  },
  error: (path) => fieldError(path, 'text_too_long', { lengthMax: maxTextLength }),
};

const rules: Readonly<Record<OrganizerSetting, Rule>> = {
  contactEmail: email,
  contactPhone: {
    parse: (text) => (/^[+0-9(][0-9 ()/.-]{2,49}$/.test(text) ? text : null),
    error: (path) => fieldError(path, 'not_a_phone_number', {}),
  },
  websiteUrl: httpsUrl,
  imprintUrl: httpsUrl,
  termsUrl: httpsUrl,
  privacyUrl: httpsUrl,
  replyTo: email,
  logoUrl: httpsUrl,
  accentColor: {
    parse: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null),
    error: (path) => fieldError(path, 'not_a_color', {}),
  },
  accountHolder: singleLine(maxAccountHolderLength),
  iban: { parse: parseIban, error: (path) => fieldError(path, 'not_an_iban', {}) },
  bic: { parse: parseBic, error: (path) => fieldError(path, 'not_a_bic', {}) },
  paymentText: severalLines,
  mailGreeting: severalLines,
  returnOrigins: {
    parse: (text) => {
      const origins = text.split(/[\s,]+/).map(parseOrigin);
      return origins.length <= maxReturnOrigins && !origins.includes(null) ? [...new Set(origins)].join(' ') : null;
    },
    error: (path) => fieldError(path, 'not_origins', { originsMax: maxReturnOrigins }),
  },
};

/** The errors of texts of settings. `prefix` is what their paths begin with. */
export function textErrors(texts: { readonly [S in OrganizerSetting]?: string | null }, prefix: string): FieldError[] {
  return (Object.entries(texts) as [OrganizerSetting, string | null][]).flatMap(([setting, text]) =>
    text === null || rules[setting].parse(text) !== null ? [] : [rules[setting].error(`${prefix}${setting}`)],
  );
}

/** The origin of a website: it begins with https://, or is on the computer of a developer. Null for other text. */
function parseOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || url.href !== `${url.origin}/`) return null;
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  return url.protocol === 'https:' || isLocal ? url.origin : null;
}

/**
 * Changes settings of an organizer. The audit log records the names of the changed settings, without their values.
 *
 * @param changes the settings to change; an empty string removes a setting
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @returns all settings after the change
 * @throws ApiError `invalid_settings` if a value is invalid. It has a field error for each invalid value. No setting is then
 *   changed.
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setOrganizerProfile(
  db: Db,
  scope: RequestScope,
  changes: Partial<Readonly<Record<OrganizerSetting, string>>>,
  ifMatch: IfMatch | null = null,
): Promise<OrganizerProfile> {
  const { organizerId } = scope;
  const columns: Partial<Record<(typeof settingColumns)[OrganizerSetting], string | null>> = {};
  const fieldErrors: FieldError[] = [];
  for (const [setting, value] of Object.entries(changes) as [OrganizerSetting, string][]) {
    const text = value.trim();
    const storedValue = text === '' ? null : rules[setting].parse(text);
    if (text !== '' && storedValue === null) fieldErrors.push(rules[setting].error(setting));
    else columns[settingColumns[setting]] = storedValue;
  }
  if (fieldErrors.length > 0) throw new ApiError('invalid_settings', {}, { fields: fieldErrors });
  return db.transaction().execute(async (tx) => {
    const at = timestamp(scope.clock.now());
    const row = await changeSettings(tx, organizerId, columns, { now: at, ifMatch });
    await recordAudit(tx, scope, {
      action: 'organizer.update',
      subject: organizerId,
      details: { settings: Object.keys(changes) },
      at,
    });
    return toProfile(row);
  });
}
