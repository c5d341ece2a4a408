import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { anyTarget, webhookSecrets } from '../../../test/harness/webhooks.ts';
import { systemClock } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { addEndpoint, changeEndpoint, type EndpointSettings, getEndpoint } from './index.ts';

const eventTypes: readonly string[] = ['order.created', 'order.paid', 'order.refunded', 'ticket.issued'];
const strictRules = { allowHttp: false, allowPrivateNetworks: false, eventTypes };

describe('the registration of an endpoint', () => {
  const database = useDatabase('sqlite');
  let organizerId: string;
  beforeAll(async () => {
    organizerId = (await makeOrganizer(database.db)).id;
  });

  const register = (url: string, rules = strictRules, options: Partial<EndpointSettings> = {}) =>
    addEndpoint(
      database.db,
      organizerScope(organizerId, systemClock, byOperator),
      { url, events: [], description: null, ...options },
      rules,
      webhookSecrets,
    );
  const rejectionOf = (message: string | RegExp) => ({
    code: 'invalid_request',
    detail: typeof message === 'string' ? `url: ${message}` : expect.stringMatching(message),
    reason: 'invalid_endpoint',
    fields: [
      { path: 'url', code: 'unusable_url', params: { problem: expect.any(String) }, message: expect.any(String) },
    ],
  });

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['10.0.0.1', '10.0.0.1'],
    ['172.16.0.1', '172.16.0.1'],
    ['192.168.1.1', '192.168.1.1'],
    ['100.64.0.1', '100.64.0.1'],
    ['169.254.169.254', '169.254.169.254'],
    ['224.0.0.1', '224.0.0.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['[::1]', '::1'],
    ['[::]', '::'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['[::ffff:a9fe:a9fe]', '::ffff:a9fe:a9fe'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['[2002:7f00:1::]', '2002:7f00:1::'],
    ['[fe80::1]', 'fe80::1'],
    ['[fd00:ec2::254]', 'fd00:ec2::254'],
  ])('https://%s/ is rejected, because its IP address is not public', async (host, address) => {
    await expect(register(`https://${host}/`)).rejects.toMatchObject(
      rejectionOf(`${address} is not a public address.`),
    );
  });

  // It depends on the machine which of these names can be resolved.
  test.each([
    ['localhost', 'localhost'],
    ['LOCALHOST', 'localhost'],
    ['localhost.', 'localhost.'],
    ['localhost..', 'localhost..'],
    ['LocalHost%2E', 'localhost.'],
    ['localhost。', 'localhost.'],
    ['%6c%6Fcalhost', 'localhost'],
    ['ｌｏｃａｌｈｏｓｔ．', 'localhost.'],
    ['ⓛocalhost', 'localhost'],
    ['local\u00adhost', 'localhost'],
    ['hooks.localhost', 'hooks.localhost'],
    ['a.b.LOCALHOST.', 'a.b.localhost.'],
    ['.localhost', '.localhost'],
    ['localhost.localdomain', 'localhost.localdomain'],
    ['localhost6.localdomain6.', 'localhost6.localdomain6.'],
    ['ip6-localhost', 'ip6-localhost'],
    ['redis', 'redis'],
    ['redis.', 'redis.'],
    ['printer.local', 'printer.local'],
    ['metadata.google.internal.', 'metadata.google.internal.'],
    ['router.home.arpa', 'router.home.arpa'],
  ])('the private host name %s is rejected, regardless of its IP addresses', async (host, name) => {
    const message = `${name} is a name of a private network, not of the public internet.`;
    await expect(register(`https://${host}/`)).rejects.toMatchObject(rejectionOf(message));
  });

  test('a private host name is accepted if private networks are allowed', async () => {
    const privateAllowed = { allowHttp: false, allowPrivateNetworks: true, eventTypes };
    expect(await register('https://LOCALHOST./', privateAllowed)).toMatchObject({ url: 'https://localhost./' });
  });

  test.each([
    ['http://example.com/', 'Begin the URL with https://.'],
    ['https://me:secret@example.com/', 'Leave the user name and the password out of the URL.'],
    ['https://example.com:22/', 'Use port 80, 443 or one above 1023 in the URL.'],
    ['https://example.com:25/', 'Use port 80, 443 or one above 1023 in the URL.'],
    ['file:///etc/passwd', 'Begin the URL with https://.'],
    ['example.com', 'Give a full URL such as https://example.com/hooks.'],
    ['https://example.com/#a', 'Leave the fragment, the part from "#" on, out of the URL.'],
  ])('%s is rejected with a message that tells how to correct it', async (url, message) => {
    await expect(register(url)).rejects.toMatchObject(rejectionOf(message));
  });

  test('a URL that is too long is rejected', async () => {
    const registration = register(`https://example.com/${'a'.repeat(2_000)}`);
    await expect(registration).rejects.toMatchObject(rejectionOf('Shorten the URL to at most 2,000 characters.'));
  });

  test('a rejected request creates and changes nothing', async () => {
    const listIds = () =>
      database.db.selectFrom('webhook_endpoints').select('id').where('organizer_id', '=', organizerId).execute();
    const idsBefore = await listIds();
    await expect(register('https://127.0.0.1/')).rejects.toThrow();
    expect(await listIds()).toEqual(idsBefore);
    const endpoint = await register('https://127.0.0.1:8443/', anyTarget);
    for (const url of ['https://10.0.0.1/', 'http://127.0.0.1/']) {
      const change = changeEndpoint(
        database.db,
        organizerScope(organizerId, systemClock, byOperator),
        endpoint.id,
        { url, events: ['ping'] },
        strictRules,
        webhookSecrets,
      );
      await expect(change).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(await getEndpoint(database.db, organizerId, endpoint.id)).toMatchObject({
      url: 'https://127.0.0.1:8443/',
      events: ['*'],
    });
  });

  test('allowHttp does not allow private networks, and allowPrivateNetworks does not allow HTTP', async () => {
    const httpAllowed = { allowHttp: true, allowPrivateNetworks: false, eventTypes };
    const privateAllowed = { allowHttp: false, allowPrivateNetworks: true, eventTypes };
    await expect(register('http://127.0.0.1/', httpAllowed)).rejects.toMatchObject(
      rejectionOf('127.0.0.1 is not a public address.'),
    );
    await expect(register('http://127.0.0.1/', privateAllowed)).rejects.toMatchObject(
      rejectionOf('Begin the URL with https://.'),
    );
    expect(await register('https://10.0.0.1/', privateAllowed)).toMatchObject({ url: 'https://10.0.0.1/' });
    expect(await register('http://93.184.215.14/', httpAllowed)).toMatchObject({ url: 'http://93.184.215.14/' });
  });

  test('the error contains all invalid fields', async () => {
    const settings = { url: 'https://127.0.0.1/', events: ['order.paid', 'order.lost'], description: 'x'.repeat(501) };
    const registration = addEndpoint(
      database.db,
      organizerScope(organizerId, systemClock, byOperator),
      settings,
      strictRules,
      webhookSecrets,
    );
    await expect(registration).rejects.toMatchObject({
      fields: [
        {
          path: 'url',
          code: 'unusable_url',
          params: { problem: '127.0.0.1 is not a public address' },
          message: '127.0.0.1 is not a public address',
        },
        {
          path: 'events',
          code: 'unknown_event_type',
          params: { type: 'order.lost', allowed: eventTypes },
          message: expect.stringMatching(/^"order\.lost" is not an event type; the event types are: order\.created/),
        },
        {
          path: 'description',
          code: 'too_long',
          params: { lengthMax: 500 },
          message: 'must not have more than 500 characters',
        },
      ],
    });
  });

  test('custom headers must be valid, and must not replace headers of the service', async () => {
    const reserved = ['Host', 'webhook-id', 'Content-Type', 'X-Service-Signature', 'Transfer-Encoding'];
    const headers = [
      ...reserved.map((name) => ({ name, value: 'a' })),
      { name: 'X Key', value: 'a' },
      { name: '', value: 'a' },
      { name: 'X-Key', value: 'a' },
      { name: 'x-key', value: 'a' },
    ];
    const values = ['a\r\nX-Other: b', 'a\0', '', ' a', 'a ', 'é', 'a'.repeat(2_049)];
    const change = (settings: Partial<EndpointSettings>) => register('https://10.0.0.1/', anyTarget, settings);
    const invalid = (code: string, path: RegExp) =>
      expect.objectContaining({ code, path: expect.stringMatching(path) });
    await expect(change({ headers })).rejects.toMatchObject({
      fields: [
        ...reserved.map((_, index) => invalid('reserved_header', new RegExp(`^headers\\.${index}\\.name$`))),
        invalid('not_a_header_name', /name$/),
        invalid('not_a_header_name', /name$/),
        invalid('repeated_header', /^headers\.8\.name$/),
      ],
    });
    await expect(
      change({ headers: values.map((value, index) => ({ name: `X-${index}`, value })) }),
    ).rejects.toMatchObject({ fields: values.map(() => invalid('not_a_header_value', /value$/)) });
    await expect(change({ headers: [{ name: 'X-Key' }] })).rejects.toMatchObject({
      fields: [invalid('header_value_missing', /value$/)],
    });
    const long = ['A', 'B', 'C'].map((name) => ({ name, value: 'a'.repeat(1_400) }));
    await expect(change({ headers: long })).rejects.toMatchObject({ fields: [{ code: 'headers_too_long' }] });
    await expect(change({ throttle: { deliveries: 0, per: 'second' }, eventIds: ['evt_other'] })).rejects.toMatchObject(
      {
        fields: [{ code: 'not_a_throttle' }, { code: 'unknown_event', params: { eventId: 'evt_other' } }],
      },
    );
  });
});
