import { describe, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { connectProviders } from '../src/features/payments/index.ts';
import type { PaymentToStart } from '../src/features/payments/provider.ts';
import { readStripeSettings } from '../src/features/payments/stripe/settings.ts';
import { ConfigError } from '../src/platform/settings.ts';

const { loadConfig } = deployments.extended;

const secretKey = 'sk_test_51AbCdEf';
const webhookSecret = 'whsec_aSecret';
const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret };

const configErrorOf = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
};

describe('PAYMENTS', () => {
  test.each([
    [undefined, ['manual']],
    ['', ['manual']],
    ['test', ['test']],
    ['manual,test', ['manual', 'test']],
    [' manual , stripe ', ['manual', 'stripe']],
    ['manual,manual', ['manual']],
  ])('%j configures the methods %j in this order, and the settings are frozen', (PAYMENTS, methods) => {
    const { payments } = loadConfig({ ...stripe, PAYMENTS });
    expect(payments.configured.map(({ method }) => method.name)).toEqual(methods);
    expect([payments, payments.configured, ...payments.configured].every((value) => Object.isFrozen(value))).toBe(true);
  });

  test.each(['paypal', 'Stripe', 'manual,', ',', ' ', 'manual stripe', 'manual;test'])(
    '%j is rejected in one line that names PAYMENTS and the accepted values',
    (PAYMENTS) => {
      const message = configErrorOf({ ...stripe, PAYMENTS });
      expect(message).toMatch(
        /^PAYMENTS must be a comma-separated list of these names: test, manual, stripe\. It is .+\.$/,
      );
    },
  );

  test('does not require the settings of Stripe if it does not contain stripe', () => {
    const { payments } = loadConfig({ ...stripe, PAYMENTS: 'manual', STRIPE_SECRET_KEY: 'nonsense' });
    expect(payments.configured.map(({ method }) => method.name)).toEqual(['manual']);
  });
});

describe('the settings of Stripe', () => {
  test('have the key and the secret; without STRIPE_API_URL, apiUrl is null', () => {
    const settings = readStripeSettings(stripe);
    expect(settings).toEqual({ secretKey, webhookSecret, apiUrl: null });
    expect(Object.isFrozen(settings)).toBe(true);
    expect(readStripeSettings({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }).secretKey).toBe('rk_live_1');
  });

  test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'are rejected if %s is missing, and the error names it',
    (name) => {
      expect(configErrorOf({ ...stripe, [name]: '' })).toBe(`${name} must be set when PAYMENTS includes stripe.`);
    },
  );

  test.each([
    ['STRIPE_SECRET_KEY', 'pk_test_51AbCdEf'],
    ['STRIPE_SECRET_KEY', 'whsec_51AbCdEf'],
    ['STRIPE_SECRET_KEY', 'sk_test_51AbCdEf\n'],
    ['STRIPE_SECRET_KEY', 'sk_test 51AbCdEf'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_51AbCdEf'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_51AbCdEf\n'],
  ])('are rejected if %s is invalid, in one line that does not contain the value', (name, value) => {
    const message = configErrorOf({ ...stripe, [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be .+\\.$`));
    expect(message).not.toContain('51AbCdEf');
  });

  test.each([
    ['http://127.0.0.1:12111', 'http://127.0.0.1:12111'],
    ['https://stripe.example.com/', 'https://stripe.example.com'],
  ])('accept %s as STRIPE_API_URL', (STRIPE_API_URL, apiUrl) => {
    expect(readStripeSettings({ ...stripe, STRIPE_API_URL }).apiUrl).toBe(apiUrl);
  });

  test.each([
    'stripe',
    'ftp://example.com',
    'https://example.com/v1',
    'https://example.com/?a',
    'https://a@example.com',
  ])('reject %s as STRIPE_API_URL', (STRIPE_API_URL) => {
    expect(configErrorOf({ ...stripe, STRIPE_API_URL })).toMatch(/^STRIPE_API_URL must be .+\.$/);
  });
});

const payment: PaymentToStart = {
  id: 'pay_01kamz0g5ve4q8v5x2c4g6t0yd',
  organizerId: 'org_01kamz0g5ve4q8v5x2c4g6t0yd',
  orderNumber: '7K3Q9MX2PA',
  amount: 5800,
  currency: 'EUR',
  buyerEmail: 'ada@example.com',
  description: 'Order 7K3Q9MX2PA',
  returnUrls: { paid: 'https://tickets.example.com/paid', cancelled: 'https://tickets.example.com/back' },
  expiresAtMs: 0,
};

describe('MANUAL_HOLD_HOURS', () => {
  test.each([
    [undefined, 72],
    ['1', 1],
    ['720', 720],
  ])('%j holds the stock for %i hours', async (MANUAL_HOLD_HOURS, hours) => {
    const [provider] = await connectProviders(loadConfig({ MANUAL_HOLD_HOURS }).payments.configured);
    const startResult = await provider?.client.start(payment);
    expect(startResult).toEqual({ state: 'awaits_organizer', holdMs: hours * 60 * 60 * 1_000 });
  });

  test.each(['0', '721', '1.5', '-1', '3 days'])(
    '%j is rejected, and the error names the setting',
    (MANUAL_HOLD_HOURS) => {
      expect(configErrorOf({ MANUAL_HOLD_HOURS })).toMatch(
        /^MANUAL_HOLD_HOURS must be a whole number of hours from 1 to 720, /,
      );
    },
  );
});
