import { expect, test } from 'vitest';
import { describeSettings } from './describe-settings.ts';

test('settings are shown without secrets', () => {
  const env = {
    MASTER_KEY: 'k-1234567890',
    STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    DATABASE_URL: 'postgres://ada:pass@db.example.com:5432/tickets?password=pass',
    SMTP_URL: 'smtp://mail:pa/ss@mail.example.com',
    BRAND: 'Tickets',
    PORT: '',
    HOME: '/home/ada',
  };
  const names = ['PORT', 'BRAND', 'MASTER_KEY', 'STRIPE_WEBHOOK_SECRET', 'DATABASE_URL', 'SMTP_URL', 'HOST'];
  const shown = describeSettings(names, env);
  expect(shown.map(({ name }) => name)).toEqual([...names].sort());
  expect(Object.fromEntries(shown.map(({ name, value }) => [name, value]))).toEqual({
    BRAND: 'Tickets',
    DATABASE_URL: 'postgres://db.example.com:5432/tickets',
    HOST: null,
    MASTER_KEY: '(hidden)',
    PORT: null,
    SMTP_URL: expect.not.stringContaining('ss@'),
    STRIPE_WEBHOOK_SECRET: '(hidden)',
  });
});
