import { sql } from 'kysely';
import type { Language } from '#messages/languages';
import type { Db, JsonFields } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { parseTranslations } from '../../platform/translations.ts';
import { epcQr } from './epc-qr.ts';
import { type HoldLimits, toHoldLimits } from './set-hold-limits.ts';

/** The settings of an organizer, without its name, and their columns. */
export const settingColumns = {
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  websiteUrl: 'website_url',
  imprintUrl: 'imprint_url',
  termsUrl: 'terms_url',
  privacyUrl: 'privacy_url',
  replyTo: 'reply_to',
  logoUrl: 'logo_url',
  accentColor: 'accent_color',
  accountHolder: 'account_holder',
  iban: 'iban',
  bic: 'bic',
  paymentText: 'payment_text',
  mailGreeting: 'mail_greeting',
  returnOrigins: 'return_origins',
} as const satisfies Record<string, keyof Tables['organizers']>;

export type OrganizerSetting = keyof typeof settingColumns;

/** The public settings, sorted like the fields of `publicOrganizer`. */
const publicSettings = [
  'contactEmail',
  'contactPhone',
  'websiteUrl',
  'imprintUrl',
  'termsUrl',
  'privacyUrl',
  'logoUrl',
  'accentColor',
] as const satisfies readonly OrganizerSetting[];
export type PublicSetting = (typeof publicSettings)[number];

/** The name and all settings of an organizer. A setting without a value is null. */
export type OrganizerProfile = { readonly name: string } & { readonly [K in OrganizerSetting]: string | null };

/**
 * Reads an organizer's name and settings.
 *
 * @throws Error if there is no organizer with this id
 */
export async function readOrganizerProfile(db: Db, organizerId: string): Promise<OrganizerProfile> {
  const row = await db.selectFrom('organizers').selectAll().where('id', '=', organizerId).executeTakeFirstOrThrow();
  return toProfile(row);
}

/**
 * Reads an organizer's name and settings for a buyer. A translation takes the place of a text, so it is not used without one.
 *
 * @param language the language of the texts; null for the default language
 */
export async function readOrganizerFor(
  db: Db,
  organizerId: string,
  language: Language | null,
): Promise<OrganizerProfile> {
  const row = await db.selectFrom('organizers').selectAll().where('id', '=', organizerId).executeTakeFirstOrThrow();
  const profile = toProfile(row);
  const texts = Object.entries((language && parseTranslations(row.translations)[language]) ?? {});
  return { ...profile, ...Object.fromEntries(texts.filter(([name]) => profile[name as OrganizerSetting] !== null)) };
}

/** The name and the settings in the row of an organizer. */
export function toProfile(row: Tables['organizers']): OrganizerProfile {
  const settings = Object.entries(settingColumns).map(([setting, column]) => [setting, row[column]]);
  return { name: row.name, ...(Object.fromEntries(settings) as Omit<OrganizerProfile, 'name'>) };
}

/** The JSON fields of `publicOrganizer`. `alias` is the alias of the table `organizers` in the query. */
export function publicOrganizerFields(alias: string): JsonFields {
  const columns = publicSettings.map((setting) => [setting, sql.ref(`${alias}.${settingColumns[setting]}`)]);
  return { name: sql.ref(`${alias}.name`), ...Object.fromEntries(columns) };
}

/** What an operator can do if orders cannot be paid. */
export const paymentSetupHint =
  'Set payment instructions with "organizers set SLUG --iban … --account-holder …" or --payment-text, or set a ' +
  'method other than manual in PAYMENTS.';

/** The account that a buyer transfers money to. */
export interface TransferDetails {
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly text: string | null;
  /** The text of an EPC QR code (EPC069-12); null if the amount is not in euro or the account is not in SEPA. */
  readonly epcQr: string | null;
}

/** The amount that a buyer must transfer. */
export interface AmountDue {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly reference: string;
}

/**
 * The data that a buyer needs to pay an organizer by transfer. The default account holder is the name of the organizer.
 *
 * @returns null if the organizer cannot be paid by transfer, because it has neither an IBAN nor a payment text
 */
export function transferDetails(profile: OrganizerProfile, due: AmountDue): TransferDetails | null {
  const { iban, bic, paymentText } = profile;
  if (iban === null) {
    return paymentText === null ? null : { accountHolder: null, iban, bic: null, text: paymentText, epcQr: null };
  }
  const accountHolder = profile.accountHolder ?? profile.name;
  return { accountHolder, iban, bic, text: paymentText, epcQr: epcQr({ ...due, accountHolder, iban, bic }) };
}

/** What decides how orders of an organizer can be paid. */
export interface PaymentSetup {
  /** Whether it has an IBAN or a payment text, so that buyers can pay it directly. */
  readonly hasPaymentInstructions: boolean;
  /** Orders of a sandbox are paid without money. */
  readonly isSandbox: boolean;
  /** The origins of websites to which a payment can return a buyer. */
  readonly returnOrigins: readonly string[];
  readonly holdLimits: HoldLimits;
}

const findPaymentSetup = statement<
  { organizerId: string },
  Pick<
    Tables['organizers'],
    'iban' | 'payment_text' | 'return_origins' | 'sandbox_of' | 'holds_per_address' | 'holds_per_email'
  >
>((db, param) =>
  db
    .selectFrom('organizers')
    .select(['iban', 'payment_text', 'return_origins', 'sandbox_of', 'holds_per_address', 'holds_per_email'])
    .where('id', '=', param('organizerId')),
);

/** How orders of an organizer can be paid. */
export async function readPaymentSetup(db: Db, organizerId: string): Promise<PaymentSetup> {
  const [row] = await findPaymentSetup(db, { organizerId });
  if (row === undefined) throw new Error(`There is no organizer ${organizerId}.`);
  return {
    hasPaymentInstructions: row.iban !== null || row.payment_text !== null,
    isSandbox: row.sandbox_of !== null,
    returnOrigins: row.return_origins?.split(' ') ?? [],
    holdLimits: toHoldLimits(row),
  };
}

/** The organizers without an IBAN and without a payment text, except sandboxes, by slug. */
export async function listOrganizersWithoutPaymentInstructions(
  db: Db,
): Promise<Pick<Tables['organizers'], 'id' | 'slug'>[]> {
  return db
    .selectFrom('organizers')
    .select(['id', 'slug'])
    .where(sql<boolean>`not ${hasPaymentInstructions('organizers')}`)
    .where('sandbox_of', 'is', null)
    .orderBy('slug')
    .execute();
}

/** The SQL condition that an organizer has an IBAN or a payment text. `alias` is the alias of the table `organizers` in the query. */
export function hasPaymentInstructions(alias: string) {
  return sql<boolean>`(${sql.ref(`${alias}.iban`)} is not null or ${sql.ref(`${alias}.payment_text`)} is not null)`;
}
