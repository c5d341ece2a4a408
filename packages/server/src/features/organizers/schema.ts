import { nullable, object, type TSchema, Type, text } from '../../platform/http/schema.ts';
import type { PublicSetting } from './profile.ts';

const url = (description: string, example: string) =>
  nullable(Type.String({ description, maxLength: 2_000, examples: [example] }));

/** An organizer as everyone may see it. */
export const publicOrganizer = object(
  {
    name: text('What it is called', { examples: ['Harbour Running Club'] }),
    contactEmail: nullable(text('Where buyers write to', { maxLength: 254, examples: ['hello@example.com'] })),
    contactPhone: nullable(text('Where buyers call', { maxLength: 50, examples: ['+49 40 5550123'] })),
    websiteUrl: url('Its own site', 'https://club.example.com'),
    imprintUrl: url('Its imprint (legal notice)', 'https://club.example.com/imprint'),
    termsUrl: url('Its terms of sale', 'https://club.example.com/terms'),
    privacyUrl: url('Its privacy policy', 'https://club.example.com/privacy'),
    logoUrl: url('Its logo: an image at an https address', 'https://images.example.com/club.svg'),
    accentColor: nullable(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        maxLength: 7,
        description: 'Its colour. Choose the colour of text on it so that it can be read',
        examples: ['#0b6e99'],
      }),
    ),
  } satisfies Record<'name' | PublicSetting, TSchema>,
  { $id: 'PublicOrganizer', description: 'Who sells' },
);
