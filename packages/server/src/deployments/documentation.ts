import { type KeyPolicy, type Scope, scopeTexts } from '../features/keys/index.ts';
import { describeWebhooks, eventTypesPage, webhookRequestsTag } from '../features/webhooks/http.ts';
import type { WebhookTypes } from '../features/webhooks/index.ts';
import type { ApiDescription, DeploymentDescription } from '../platform/http/openapi.ts';
import type { PlaneDescription } from '../platform/http/plane.ts';
import { clientMethods } from './client-methods.ts';
import { webhookTypes as typesOfDeployments } from './webhook-types.ts';

/** The path of the OpenAPI document of the devices. */
const gateDocumentPath = '/gate.json';

const tags = (baseUrl: string) => [
  {
    name: 'Add-ons',
    description: 'Purchased things that are not tickets, such as drinks, parking or shirts, and their use.',
  },
  {
    name: 'Check-ins',
    description: 'Admit the holders of tickets, with a turnstile or an app of your own.',
    externalDocs: { description: 'The API of the devices at gates and bars', url: `${baseUrl}${gateDocumentPath}` },
  },
  {
    name: 'Checkout',
    description:
      'Endpoints for buyers, without a key: price, reserve, verify the e-mail address, pay, and read an order.',
  },
  { name: 'Embed', description: 'Published events for your own website, with `ETag`s and a separate rate limit.' },
  { name: 'Events', description: 'Events, each with its ticket types.' },
  { name: 'Keys', description: 'What your key may do.' },
  { name: 'Orders', description: 'Orders of buyers, with fees, items and tickets.' },
  { name: 'Questions', description: 'What an event asks its buyers and the holders of its tickets.' },
  { name: 'Sandbox', description: 'Test data, with keys that begin with `sk_test_`.' },
  {
    name: 'Settlements',
    description: 'The revenue of each event, its fees and refunds, and what is still to be paid out.',
  },
  { name: 'Tickets', description: 'Issued tickets: one for each person who is admitted.' },
  {
    name: webhookRequestsTag,
    description: 'What the service sends to your endpoints: each event in a signed POST request.',
  },
  { name: 'Webhooks', description: 'Your endpoints, the deliveries to them, and the events.' },
];

/** The parts of the OpenAPI document of a deployment that are not generated from its routes. */
export function describeApi(deployment: {
  name: DeploymentDescription['siteFolder'];
  summary: string;
  keyPolicy: KeyPolicy;
  webhookTypes: WebhookTypes;
  baseUrl: string;
  /** null if devices have no API. */
  gateApi: ApiDescription | null;
}): DeploymentDescription {
  const { name, summary, keyPolicy, webhookTypes, baseUrl, gateApi } = deployment;
  return {
    siteFolder: name,
    title: `Organizer Open API (${name})`,
    summary,
    description: (planes) =>
      [
        summary,
        authentication(keyPolicy),
        values,
        lists,
        errors,
        limits(planes),
        webhooks,
        ...(gateApi === null ? [] : [devices(baseUrl)]),
      ].join('\n\n'),
    tags: tags(baseUrl),
    clientMethods,
    otherApis: gateApi === null ? {} : { [gateDocumentPath]: gateApi },
    webhooks: (schemas) => describeWebhooks(webhookTypes, schemas),
  };
}

/** The page about the event types of all deployments, in Markdown. */
export function webhookPage(): Promise<string> {
  return eventTypesPage(typesOfDeployments.extended, typesOfDeployments.baseline);
}

function authentication({ secretDefault, granted }: KeyPolicy): string {
  const list = (scopes: readonly Scope[]) => scopes.map((scope) => `* \`${scope}\`: ${scopeTexts[scope]}`).join('\n');
  return `## Authentication

Send a key with every request: \`Authorization: Bearer <key>\`, or as the user name of Basic authentication without a
password (\`curl -u <key>:\`). A publishable key (\`pk_…\`) has only the scope \`events:read\` and can read only published
events. A secret key (\`sk_…\`) has these scopes, or a part of them that was chosen when the key was created. Store it on your
servers only.

${list(secretDefault)}${granted.length === 0 ? '' : `\n\nOnly the operator can grant these scopes to a secret key:\n\n${list(granted)}`}`;
}

const values = `## Values

Money is in whole minor units (cents) of \`currency\`. Times are RFC 3339 in UTC with milliseconds. Ids are a prefix and 26
characters, such as \`evt_01kamz0g5ve4q8v5x2c4g6t0yd\`. Order numbers have 10 characters, in upper or lower case. A field without
a value is \`null\`. A response does not contain fields that the key must not read. Later versions can add fields to responses, and
values to texts with \`x-extensible-enum\`.`;

const lists = `## Lists

A list returns \`{"data": […], "hasMore": true, "nextCursor": "…"}\`, newest first. Send \`nextCursor\` as \`cursor\` to get the
next page; the cursor stays valid while rows are added. To get changes, send \`updatedSince\`: the list then contains the
resources that changed since that time, with the oldest change first. \`updatedAt\` changes with every field that a resource shows,
except the sold quantities of events, which these lists leave out. Begin a minute before the last change that you have read, because
a change can become visible after a later one.`;

const errors = `## Errors

Errors are \`application/problem+json\` (RFC 9457) with a \`code\` for programs, a \`detail\` that says what to do, and the
\`requestId\`. If fields are invalid, \`errors\` lists them. \`type\` is the URL of a page that explains the error.`;

const webhooks = `## Webhooks

The service sends an event by POST to every endpoint that is registered for its type. \`data\` is the resource as the API
returned it at the time of the event, without personal fields.

* **Verify each delivery** before you trust it: compute the HMAC-SHA256 of \`t\`, \`.\` and the body exactly as it was received,
  keyed with the endpoint's signing secret (the whole \`whsec_…\`), and compare it in constant time with each \`v1\` of the
  header \`X-SERVICE-Signature: t=<unix seconds>,v1=<hex>\`, where SERVICE stands for the service's name. Reject
  deliveries that were signed more than five minutes ago. Libraries for Standard Webhooks verify the \`webhook-*\` headers instead.
* **Respond with 2xx within 15 seconds.** After any other response, also a redirect, the event is sent again, for about three
  days. With 429 or 503, the service waits for the time in \`Retry-After\`. 410 disables the endpoint.
* **An event arrives at least once**, and can arrive twice: compare its \`id\`. Events can arrive in a
  different order than they were emitted: compare \`sequence\`.`;

const devices = (baseUrl: string) => `## Devices

Phones at gates and bars have an API of their own, with the token of a device. Its OpenAPI document is
[gate.json](${baseUrl}${gateDocumentPath}).`;

function limits(planes: readonly PlaneDescription[]): string {
  const rows = planes.flatMap(({ prefix, perMinute, failedPerMinute, callers, name }) => [
    `| \`${prefix}\` | ${perMinute} a minute for each ${callers === 'anonymous' ? 'IP address' : name} |`,
    ...(failedPerMinute === null
      ? []
      : [`| \`${prefix}\` without a valid ${name} | ${failedPerMinute} a minute for each IP address |`]),
  ]);
  return `## Rate limits

| Requests to | Limit |
| --- | --- |
${rows.join('\n')}

A minute starts with the first request. Operations that state another limit are counted separately. Above the limit, the response is 429 with \`Retry-After\` in seconds.${
    planes.some(({ announceLimits }) => announceLimits)
      ? ' Every response has\n`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` and `RateLimit-Policy`.'
      : ''
  }`;
}
