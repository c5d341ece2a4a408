import { nullable, object, type TSchema, Type, text } from '../../platform/http/schema.ts';
import type { PublicSetting } from './profile.ts';

const url = (description: string, example: string) =>
  nullable(Type.String({ description, maxLength: 2_000, examples: [example] }));

/** The public fields of an organizer. */
export const publicOrganizer = object(
  {
    name: text('Name of the organizer', { examples: ['Harbour Running Club'] }),
    contactEmail: nullable(text('E-mail address for buyers', { maxLength: 254, examples: ['hello@example.com'] })),
    contactPhone: nullable(text('Telephone number for buyers', { maxLength: 50, examples: ['+49 40 5550123'] })),
    websiteUrl: url('Website of the organizer', 'https://club.example.com'),
    imprintUrl: url('URL of the imprint (legal notice)', 'https://club.example.com/imprint'),
    termsUrl: url('URL of the terms of sale', 'https://club.example.com/terms'),
    privacyUrl: url('URL of the privacy policy', 'https://club.example.com/privacy'),
    logoUrl: url('HTTPS URL of the logo', 'https://images.example.com/club.svg'),
    accentColor: nullable(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        maxLength: 7,
        description: 'Colour of the organizer, used as a background: choose a text colour with enough contrast',
        examples: ['#0b6e99'],
      }),
    ),
  } satisfies Record<'name' | PublicSetting, TSchema>,
  { $id: 'PublicOrganizer', description: 'The organizer of an event' },
);
