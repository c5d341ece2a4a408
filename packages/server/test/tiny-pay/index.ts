import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../src/errors/index.ts';
import {
  type PaymentEvent,
  type PaymentMethod,
  PaymentRejected,
  type ProviderClient,
} from '../../src/features/payments/provider.ts';
import { type Environment, readSecret, readSetting } from '../../src/platform/settings.ts';

const secretPattern = /^\w+$/;

/** A payment method for tests. It consists of this folder and one entry in the list of methods. */
export const tinyMethod: PaymentMethod = {
  name: 'tiny',
  flow: { kind: 'redirect', redirectMs: 60 * 60 * 1_000 },
  receivedBy: 'platform',
  refundStep: () => 5,
  settingNames: ['TINY_SECRET', 'TINY_URL'],
  configure: (env) => {
    const settings = readTinySettings(env);
    return async () => tinyClient(settings);
  },
};

interface TinySettings {
  readonly secret: string;
  readonly url: string;
}

function readTinySettings(env: Environment): TinySettings {
  const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text).origin : null);
  return {
    secret: readSecret(env, 'TINY_SECRET', secretPattern, {
      requiredWhen: 'PAYMENTS includes tiny',
      expected: 'a word of letters and digits',
    }),
    url: readSetting(env, 'TINY_URL', 'https://tiny.example', parseUrl, 'a URL'),
  };
}

/** The signature of a webhook with this body. */
export function signTiny(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function tinyClient({
  secret,
  url,
}: TinySettings): Required<Omit<ProviderClient, 'findRefund' | 'findPayment' | 'listOutsideRefunds'>> {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status === 400) throw new PaymentRejected(`Tiny: ${await response.text()}`);
    if (!response.ok) throw new Error(`Tiny returned ${response.status}.`);
    return (await response.json()) as T;
  };
  return {
    async start({ id, organizerId, amount, currency, returnUrls }) {
      const request = { id, organizerId, amount, currency, returnUrl: returnUrls.paid };
      const { reference, page } = await post<{ reference: string; page: string }>('/payments', request);
      return { state: 'awaits_buyer', reference, redirectUrl: page };
    },
    async refund({ id, chargeReference, amount }) {
      return (await post<{ reference: string }>('/refunds', { id, charge: chargeReference, amount })).reference;
    },
    async close(reference) {
      await post('/close', { reference });
      return null;
    },
    parseWebhook(body, headers) {
      const expected = Buffer.from(signTiny(secret, body));
      const receivedSignature = Buffer.from(String(headers['tiny-signature']));
      if (receivedSignature.length !== expected.length || !timingSafeEqual(receivedSignature, expected)) {
        throw new ApiError('invalid_webhook_signature', { header: 'Tiny-Signature' });
      }
      return JSON.parse(body.toString()) as PaymentEvent;
    },
  };
}
