import { object, Type, time } from '../../platform/http/schema.ts';

export const eventPreview = object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 2_000,
      description: 'The URL of the preview. Everyone who has the URL can see the event until the URL expires',
      examples: ['https://tickets.example.com/e/evt_01kamz0g5ve4q8v5x2c4g6t0yd?preview=pvw_…'],
    }),
    expiresAt: time('When the URL expires'),
  },
  { $id: 'EventPreview', description: 'The link to the preview of a draft' },
);
