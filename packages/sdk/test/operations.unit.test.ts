import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientDocument } from '../client-document.ts';
import { generateTypes } from '../generate-types.ts';
import { type ClientOptions, Organizer } from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');
const [api, ofDevices] = ['extended', 'gate'].map((name) =>
  readFileSync(join(root, `openapi/${name}.json`), 'utf8'),
) as [string, string];

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
}

const document = JSON.parse(api) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Runs a sample, and returns the requests that it sends. */
async function requestsOf(source: string): Promise<Request[]> {
  const requests: Request[] = [];
  class RecordedOrganizer extends Organizer {
    constructor(options: ClientOptions) {
      const fetch = async (url: string | URL | Request, init?: RequestInit) => {
        requests.push(new Request(url, init));
        return new Response('{}', { status: 418 });
      };
      super({ ...options, fetch });
    }
  }
  const [statement = '', ...lines] = source.split('\n');
  expect(statement).toBe("import { Organizer } from '@organizer/sdk';");
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const program = new AsyncFunction('Organizer', 'process', lines.join('\n'));
  await expect(program(RecordedOrganizer, { env: { ORGANIZER_KEY: 'sk_1' } })).rejects.toMatchObject({ status: 418 });
  return requests;
}

test('each operation has a sample with curl and with each client', () => {
  const languages = ['Shell', 'TypeScript', 'Python'];
  const missing = operations.filter(({ operation }) => {
    const samples = operation['x-codeSamples']?.map(({ lang }) => lang) ?? [];
    return samples.join() !== languages.join();
  });
  const message = 'Add the method of both clients to packages/server/src/deployments/client-methods.ts';
  expect(
    missing.map(({ operation }) => operation.operationId),
    message,
  ).toEqual([]);
  expect(operations.length).toBeGreaterThan(20);
});

test.each([
  ['TypeScript', 'packages/sdk/README.md'],
  ['Python', 'packages/sdk-python/README.md'],
])('the table of the %s client lists the method of each operation', (language, file) => {
  const readme = readFileSync(join(root, file), 'utf8');
  const methods = operations.flatMap(({ operation }) =>
    (operation['x-codeSamples'] ?? [])
      .filter(({ lang }) => lang === language)
      .flatMap(({ source }) => Array.from(source.matchAll(/\bclient\.(\w+)\.(\w+)\(/g))),
  );
  const missing = methods.filter(([, resource, method]) => {
    const row = new RegExp(`^\\| \`${resource}\` \\| (.*) \\|`, 'm').exec(readme)?.[1];
    return row?.includes(`\`${method}\``) !== true;
  });
  expect(methods.length).toBeGreaterThan(20);
  expect(missing.map(([, resource, method]) => `${resource}.${method}`)).toEqual([]);
});

test.each(operations)(
  'the sample of $operation.operationId sends its request, with the key only if it is needed',
  async ({ method, path, operation }) => {
    const { parameters = [], requestBody, security = [] } = operation;
    const [scheme] = security.flatMap((option) => Object.keys(option));
    const sample = operation['x-codeSamples']?.find(({ lang }) => lang === 'TypeScript');
    const [request, ...further] = await requestsOf(String(sample?.source));
    const examples = new Map(parameters.map(({ name, example }) => [name, example]));
    expect(further).toEqual([]);
    expect([request?.method, new URL(String(request?.url)).pathname]).toEqual([
      method,
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(examples.get(name))),
    ]);
    const token = { key: /^Bearer sk_1$/, buyer: /^Bearer rsv_/ }[scheme ?? ''] ?? /^null$/;
    expect(String(request?.headers.get('authorization'))).toMatch(token);
    const body = (await request?.text()) || 'null';
    expect(JSON.parse(body)).toEqual(requestBody?.content['application/json'].example ?? null);
  },
);

const scanned = {
  qrValue: 'qr',
  nonce: 'phone-1-1',
  scannedAt: '2026-11-20T09:00:00Z',
  gateId: 'gat_1',
  direction: 'entry',
} as const;

/** A call of each operation of devices. */
const callsOfDevices: Record<string, (client: Organizer) => Promise<unknown>> = {
  pairDevice: ({ gate }) => gate.pair('K7MP-3XQ9'),
  getDevice: ({ gate }) => gate.device(),
  reportDeviceStatus: ({ gate }) => gate.reportStatus({ battery: 0.5, appVersion: '1.0.0', queueLength: 0 }),
  scanTicket: ({ gate }) => gate.scan(scanned),
  sendScans: ({ gate }) =>
    gate.sendScans([{ ...scanned, offline: true, deviceResult: 'admitted', deviceReason: null }]),
  undoScan: ({ gate }) => gate.undo('id'),
  searchTickets: ({ gate }) => gate.search('lovelace'),
  getStats: ({ gate }) => gate.stats(),
  lookUpEntitlements: ({ gate }) => gate.lookUp('qr'),
  consumeUnits: ({ gate }) => gate.consume({ entitlementId: 'ent_1', units: 1, ref: 'bar-1' }),
  reverseConsumption: ({ gate }) => gate.reverse('id', { reason: 'The wrong drink' }),
};
/** A client has no methods for them: they are not JSON. */
const withoutMethod = ['streamStats', 'getOfflineBundle'];

test('the client has a method for each operation of devices, which sends the token only if it is needed', async () => {
  const { paths } = JSON.parse(ofDevices) as typeof document;
  const expected = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => !withoutMethod.includes(operationId))
      .map(([method, { operationId, security = [] }]) => {
        const token = security.length === 0 ? null : 'Bearer gd_1';
        return [operationId, `${method.toUpperCase()} ${path.replaceAll(/[{}]/g, '')}`, token];
      }),
  );
  const sent: unknown[] = [];
  for (const [operationId, call] of Object.entries(callsOfDevices)) {
    const client = new Organizer({
      baseUrl: 'https://tickets.example.com/api/v1/',
      apiKey: 'gd_1',
      fetch: async (url, init) => {
        const { pathname } = new URL(String(url));
        sent.push([operationId, `${init?.method} ${pathname}`, new Headers(init?.headers).get('authorization')]);
        return new Response('{}');
      },
    });
    await call(client);
  }
  expect(expected.length).toBeGreaterThan(10);
  expect(sent.toSorted()).toEqual(expected.toSorted());
});

test('the types are those of the OpenAPI documents', async () => {
  const types = await generateTypes(clientDocument(api, ofDevices));
  expect(readFileSync(join(root, 'packages/sdk/src/api.ts'), 'utf8') === types).toBe(true);
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test.for([
  ['sdk', (name: string) => name],
  ['sdk-python', snakeCase],
] as const)('the documentation of %s names each method', ([folder, nameOf]) => {
  const page = readFileSync(join(root, `packages/${folder}/README.md`), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|/gm)];
  const resources = Object.entries(new Organizer({ baseUrl: 'https://tickets.example.com' }));
  const methodsOf = (resource: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => name !== 'constructor');
  expect(rows.map(([, resource, methods = '']) => [resource, methods.match(/\w+/g)])).toEqual(
    resources.map(([name, resource]) => [nameOf(name), methodsOf(resource).map(nameOf)]),
  );
});
