import type { FieldError } from '../field-errors.ts';
import type { NoParams } from '../params.ts';
import { reason, reasonOfFields } from '../reason.ts';

const fieldSentence = (fields: readonly FieldError[]) =>
  `${fields.map(({ path, message }) => `"${path}" ${message.replace(/\.$/, '')}`).join('; ')}.`;

type NamedOrganizer = { slug: string };
type NamedKey = { keyId: string };
type NamedScope = { scope: string };
type NamedRequest = { requestId: string };
type NamedEndpoint = { endpointId: string };

const organizer: NamedOrganizer = { slug: 'city-runners' };
const key: NamedKey = { keyId: 'key_01kamz0g5ve4q8v5x2c4g6t0yd' };
const scope: NamedScope = { scope: 'orders:read:pii' };
const scopeRequest: NamedRequest = { requestId: 'srq_01kamz0g5ve4q8v5x2c4g6t0yd' };
const endpoint: NamedEndpoint = { endpointId: 'whk_01kamz0g5ve4q8v5x2c4g6t0yd' };

/** Reasons that concern resources that an operator manages: organizers, keys, webhook endpoints. */
export const operationReasons = {
  organizer_not_found: reason(
    'not_found',
    ({ slug }: NamedOrganizer) =>
      `There is no organizer with the slug "${slug}". "organizers list" shows all organizers.`,
    organizer,
  ),
  sandbox_in_reset: reason(
    'unavailable',
    'The data of this sandbox is being deleted. Send the request again when the reset has ended.',
  ),
  export_running: reason(
    'invalid_state',
    'An export of this organizer is running. Wait until it has ended, or cancel its download.',
  ),
  sandbox_not_found: reason('not_found', 'This organizer has no sandbox yet. Switch to test mode to create it.'),
  live_only: reason('invalid_state', 'This is possible only for a live organizer, not in a sandbox.'),
  sandbox_only: reason('invalid_state', 'This is possible only in a sandbox.'),
  no_enabled_endpoint: reason(
    'invalid_state',
    'A ping needs an enabled webhook endpoint of the sandbox. Add one with "webhooks add", or in the dashboard.',
  ),
  clock_not_forward: reason(
    'invalid_state',
    ({ now }: { now: string }) => `The clock of the sandbox can only be moved forward. It shows ${now}.`,
    { now: '2026-11-20T09:00:00.000Z' },
  ),
  clock_too_far: reason(
    'invalid_state',
    ({ until }: { until: string }) =>
      `The clock of the sandbox can be moved at most to ${until}. Reset the sandbox to set its clock back.`,
    { until: '2027-11-20T09:00:00.000Z' },
  ),
  members_of_sandbox: reason(
    'invalid_state',
    'The members of a sandbox are those of its live organizer. Add the member there.',
  ),
  organizer_slug_taken: reason(
    'invalid_state',
    ({ slug }: NamedOrganizer) => `Another organizer has or had the slug "${slug}". Choose another slug.`,
    organizer,
  ),
  organizer_suspended: reason(
    'invalid_state',
    'The operator of this service has suspended the organizer. Nothing can be sold until the operator resumes it.',
  ),
  invalid_settings: reason('invalid_request', (_: NoParams, fields) => fieldSentence(fields), {}, [
    ['slug', 'not_a_dns_label'],
  ]),
  key_not_found: reason(
    'not_found',
    ({ keyId }: NamedKey) => `There is no key "${keyId}". "keys list --organizer SLUG" shows the keys of an organizer.`,
    key,
  ),
  key_inactive: reason(
    'invalid_state',
    ({ keyId }: NamedKey) => `The key ${keyId} is revoked or has expired. Create a new key instead.`,
    key,
  ),
  key_revoked: reason(
    'invalid_state',
    ({ keyId }: NamedKey) => `The key ${keyId} is revoked. Create a new key instead.`,
    key,
  ),
  key_rolled: reason(
    'invalid_state',
    ({ keyId, newKeyId }: NamedKey & { newKeyId: string }) =>
      `The key ${keyId} was replaced by ${newKeyId} already. Replace ${newKeyId} instead.`,
    { ...key, newKeyId: 'key_01kamz0g5ve4q8v5x2c4g6t0ye' },
  ),
  key_beyond_role: reason(
    'not_permitted',
    ({ keyId, scopes }: NamedKey & { scopes: readonly string[] }) =>
      `The key ${keyId} has, or was requested, scopes that your role does not permit: ${scopes.join(', ')}. ` +
      'Only an owner of the organizer or the operator can replace it.',
    { ...key, scopes: ['orders:read:pii'] },
  ),
  key_publishable: reason(
    'invalid_state',
    'A publishable key has the scope events:read only. Create a secret key for other scopes.',
  ),
  key_changed: reason('invalid_state', 'The key was changed at the same time. Try again.'),
  invalid_key_name: reason('invalid_request', 'The name must have 1 to 200 characters.', {}, [['name', 'not_a_name']]),
  invalid_key_scopes: reasonOfFields('invalid_request', [['scopes', 'scope_not_allowed']]),
  scope_not_grantable: reason(
    'invalid_request',
    ({ scope, allowed }: { scope: string; allowed: readonly string[] }) =>
      `"${scope}" is not a scope that the operator can grant. ` +
      (allowed.length > 0 ? `Grantable scopes: ${allowed.join(', ')}.` : 'This deployment has no such scopes.'),
    { scope: 'orders:read', allowed: ['orders:read:pii', 'events:write', 'orders:write'] },
    [['scope', 'scope_not_grantable']],
  ),
  scope_granted_already: reason(
    'invalid_state',
    ({ scope }: NamedScope) => `The key has the scope ${scope} already.`,
    scope,
  ),
  scope_requested_already: reason(
    'invalid_state',
    ({ scope }: NamedScope) =>
      `The scope ${scope} was requested for this key already. Wait for the operator's decision.`,
    scope,
  ),
  scope_request_not_found: reason(
    'not_found',
    ({ requestId }: NamedRequest) => `There is no request for a scope with the id "${requestId}".`,
    scopeRequest,
  ),
  scope_requester_left: reason(
    'invalid_state',
    'The member who requested the scope can no longer manage the keys of this organizer. Decline the request.',
  ),
  scope_request_closed: reason(
    'invalid_state',
    ({ requestId }: NamedRequest) => `The request ${requestId} was decided or withdrawn already.`,
    scopeRequest,
  ),
  invalid_grace_period: reason('invalid_request', 'The grace period must be from 0 to 7 days.', {}, [
    ['grace', 'not_a_grace_period'],
  ]),
  endpoint_not_found: reason(
    'not_found',
    ({ endpointId }: NamedEndpoint) =>
      `There is no endpoint "${endpointId}". \`GET /webhook-endpoints\` and "webhooks list --organizer SLUG" show the endpoints of an organizer.`,
    endpoint,
  ),
  endpoint_disabled: reason(
    'invalid_state',
    ({ endpointId }: NamedEndpoint) =>
      `The endpoint ${endpointId} is disabled, and nothing is sent to it. Enable it first.`,
    endpoint,
  ),
  invalid_endpoint: reason(
    'invalid_request',
    (_: NoParams, fields) => fields.map(({ path, message }) => `${path}: ${message.replace(/\.$/, '')}.`).join(' '),
    {},
    [['url', 'unusable_url']],
  ),
  delivery_not_found: reason(
    'not_found',
    ({ deliveryId }: { deliveryId: string }) =>
      `There is no delivery "${deliveryId}". \`GET /webhook-deliveries\` and "webhooks deliveries ENDPOINT_ID" show the deliveries to an endpoint.`,
    { deliveryId: 'dlv_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  webhook_event_not_found: reason(
    'not_found',
    ({ eventId }: { eventId: string }) => `There is no webhook event "${eventId}".`,
    { eventId: 'msg_01kamz0g5ve4q8v5x2c4g64102' },
  ),
  webhook_events_deleted: reason(
    'events_deleted',
    ({ after }: { after: number }) =>
      `Events after the position ${after} were deleted, because they were older than 30 days.`,
    { after: 4102 },
  ),
  replay_not_found: reason('not_found', ({ replayId }: { replayId: string }) => `There is no replay "${replayId}".`, {
    replayId: 'rpl_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  signing_secret_unreadable: reason(
    'invalid_state',
    ({ endpointId }: NamedEndpoint) =>
      `The signing secret of ${endpointId} was encrypted with another master key and cannot be shown. Rotate it.`,
    endpoint,
  ),
  invalid_webhook_signature: reason(
    'invalid_request',
    ({ header }: { header: string }) =>
      `The webhook is not authentic: the header "${header}" is missing, was created with another secret, does not match ` +
      'the body, or is older than 5 minutes.',
    { header: 'Provider-Signature' },
  ),
};
