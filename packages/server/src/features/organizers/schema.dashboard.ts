import { currency, listQuery, nullable, object, oneOf, page, Type, text, time } from '../../platform/http/schema.ts';
import { translationsPatch, translationsView } from '../../platform/http/translations-schema.ts';
import { personalDataDaysMax } from './personal-data-days.ts';
import type { OrganizerSetting } from './profile.ts';
import { organizerStatuses } from './queries.ts';

const basisPoints = (description: string) =>
  Type.Integer({
    description: `${description}, in hundredths of a percent`,
    minimum: 0,
    maximum: 10_000,
    examples: [250],
  });
const fixed = (description: string) =>
  Type.Integer({
    description: `${description}, in minor units`,
    minimum: 0,
    maximum: 1_000_000_000_000,
    examples: [49],
  });

const feeFields = {
  platformFeeBps: basisPoints('Fee of the platform per order'),
  platformFeeFixed: fixed('Fixed fee of the platform per order'),
  paymentFeeBps: basisPoints('Fee of the payment per order'),
  paymentFeeFixed: fixed('Fixed fee of the payment per order'),
  taxBps: basisPoints('Tax'),
  taxMode: oneOf(['included', 'on_top'], 'Whether prices include the tax'),
  paidBy: oneOf(['buyer', 'organizer'], 'Who pays the fees'),
};

const feePolicy = object(feeFields, { $id: 'FeePolicy', description: 'The fees of new orders' });
export const newFeePolicy = object(feeFields, { $id: 'NewFeePolicy', description: 'The fees of new orders to set' });

const holdLimit = (subject: string) =>
  nullable(
    Type.Integer({
      description: `Maximum number of unpaid tickets and add-ons of one ${subject}; null: the default of the service; 0: no limit`,
      minimum: 0,
      maximum: 1_000_000,
      examples: [20],
    }),
  );

const holdLimits = object(
  { perAddress: holdLimit('IP address'), perEmail: holdLimit('e-mail address') },
  { $id: 'HoldLimits', description: 'The limits of unpaid reservations' },
);
export const holdLimitsPatch = object(
  {
    perAddress: Type.Optional(holdLimits.properties.perAddress),
    perEmail: Type.Optional(holdLimits.properties.perEmail),
  },
  { $id: 'HoldLimitsPatch', description: 'The limits to change' },
);

const reverseWithinSeconds = Type.Integer({
  description: 'The time within which a bar can reverse a consumption, in seconds; 0: not at all',
  minimum: 0,
  maximum: 604_800,
  examples: [600],
});

export const newReversalTime = object(
  { reverseWithinSeconds },
  { $id: 'NewReversalTime', description: 'The time to set' },
);

const personalDataDays = nullable(
  Type.Integer({
    description:
      'How many days after an event the personal data of its buyers and ticket holders is removed; null: it is kept',
    minimum: 1,
    maximum: personalDataDaysMax,
    examples: [90],
  }),
);

export const newPersonalDataDays = object(
  { personalDataDays },
  { $id: 'NewPersonalDataDays', description: 'The number of days to set' },
);

const slug = text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] });

export const newSlug = object({ slug }, { $id: 'NewSlug', description: 'The slug to set' });

const settingExamples: Readonly<Record<OrganizerSetting, string>> = {
  contactEmail: 'hello@example.com',
  contactPhone: '+49 40 5550123',
  websiteUrl: 'https://club.example.com',
  imprintUrl: 'https://club.example.com/imprint',
  termsUrl: 'https://club.example.com/terms',
  privacyUrl: 'https://club.example.com/privacy',
  replyTo: 'tickets@example.com',
  logoUrl: 'https://images.example.com/club.svg',
  accentColor: '#0b6e99',
  accountHolder: 'Harbour Running Club e.V.',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  paymentText: 'Please transfer the amount within 7 days.',
  mailGreeting: 'See you at the start! Bring your ticket, on paper or on your phone.',
  returnOrigins: 'https://shop.example.com',
};
const settingText = (setting: OrganizerSetting) =>
  text(`The setting ${setting}`, { maxLength: 2_000, examples: [settingExamples[setting]] });

function settingFields<T>(field: (setting: OrganizerSetting) => T): Record<OrganizerSetting, T> {
  const names = Object.keys(settingExamples) as OrganizerSetting[];
  return Object.fromEntries(names.map((name) => [name, field(name)])) as Record<OrganizerSetting, T>;
}

const translatedTexts = { paymentText: settingText('paymentText'), mailGreeting: settingText('mailGreeting') };
const translatedExample = { paymentText: 'Bitte überweisen Sie den Betrag innerhalb von 7 Tagen.' };

export const newTranslations = object(
  { translations: translationsPatch('Organizer', translatedTexts, translatedExample) },
  { $id: 'NewTranslations', description: 'The texts to change' },
);

const suspendedAt = nullable(time('Since when the organizer is suspended; null if it is not'));
const createdAt = time('When the organizer was created');

export const organizerSettings = object(
  {
    slug: text('The slug of the organizer', { maxLength: 63, examples: ['harbor-city-events'] }),
    name: text('The name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
    currency,
    timezone: text('The time zone', { maxLength: 64, examples: ['Europe/Berlin'] }),
    profile: object(
      settingFields((setting) => nullable(settingText(setting))),
      {
        $id: 'OrganizerProfile',
        description: 'What buyers see, and how they pay by transfer',
      },
    ),
    translations: translationsView('Organizer', translatedTexts, translatedExample),
    feePolicy,
    holdLimits,
    reverseWithinSeconds,
    personalDataDays,
    suspendedAt,
    createdAt,
  },
  { $id: 'OrganizerSettings', description: 'The settings of the organizer. Only the operator can change the fees' },
);

export const profilePatch = object(
  settingFields((setting) => Type.Optional(settingText(setting))),
  {
    $id: 'OrganizerProfilePatch',
    description: 'The settings to change. An empty text removes a setting',
  },
);

export const organizerRow = object(
  {
    id: text('Id of the organizer', { maxLength: 30, examples: ['org_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    slug: text('The slug of the organizer', { maxLength: 63, examples: ['harbor-city-events'] }),
    name: text('The name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
    currency,
    timezone: text('The time zone', { maxLength: 64, examples: ['Europe/Berlin'] }),
    feePolicy,
    suspendedAt,
    createdAt,
  },
  { $id: 'OrganizerRow', description: 'An organizer of this service' },
);

const maxOrganizersPerPage = 100;

export const organizerPage = page('OrganizerPage', organizerRow, maxOrganizersPerPage);

export const organizerListQuery = listQuery(maxOrganizersPerPage, {
  text: Type.Optional(
    Type.String({ description: 'Only organizers whose name or slug contains this text', minLength: 1, maxLength: 200 }),
  ),
  status: Type.Optional(oneOf(organizerStatuses, 'Only organizers with this status')),
});

export const newOrganizer = object(
  {
    name: text('The name of the organizer', { maxLength: 200, examples: ['Harbour Running Club'] }),
    slug: text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
    currency: text('ISO 4217 code', { maxLength: 3, examples: ['EUR'] }),
    timezone: text('IANA time zone', { maxLength: 64, examples: ['Europe/Berlin'] }),
  },
  { $id: 'NewOrganizer', description: 'An organizer to create' },
);
