import type { Role } from '../src/features/accounts/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { listGates, scanBatch } from '../src/features/gate/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { sendTest } from '../src/features/webhooks/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import type { TestApp } from './harness/app.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { insertFailedRefund } from './harness/failed-refund.ts';
import { jsonOf } from './harness/responses.ts';
import { makeEndpoint } from './harness/webhooks.ts';
import type { OrganizerData } from './keyed-routes.ts';

/** An organizer in which a route names a resource. */
export interface OwnOrganizer {
  readonly app: TestApp;
  readonly organizer: Organizer;
  readonly data: OrganizerData;
  readonly owner: DashboardClient;
}

interface DashboardRoute {
  /** Who can send the request: members with these roles, the operator, every signed-in user, or everybody. */
  readonly access: readonly Role[] | 'operator' | 'signed in' | 'everybody';
  /** Creates what the path names, and returns the path parameters other than `organizer`. */
  readonly parameters?: (own: OwnOrganizer) => Promise<Readonly<Record<string, string>>>;
  /** A valid body, by the path parameters; `{}` by default. A buffer is sent as a PNG image. */
  readonly body?: object | ((parameters: Readonly<Record<string, string>>) => object);
}

const all = ['owner', 'manager', 'developer', 'viewer'] as const;
const owner = ['owner'] as const;

const managers = ['owner', 'manager'] as const;
const developers = ['owner', 'developer'] as const;
const sandboxUsers = ['owner', 'manager', 'developer'] as const;

const ownOrder = async ({ data: { orderNumber } }: OwnOrganizer) => ({ orderNumber });
const ownTicket = async ({ data: { ticketId } }: OwnOrganizer) => ({ id: ticketId });
const ownUnits = async ({ data: { entitlementId } }: OwnOrganizer) => ({ id: entitlementId });
const unitChange = { units: 1, ref: 'table', reason: 'The scanner was broken' };

const settlementReaders = ['owner', 'manager', 'viewer'] as const;
const feePolicy = {
  platformFeeBps: 0,
  platformFeeFixed: 0,
  paymentFeeBps: 0,
  paymentFeeFixed: 0,
  taxBps: 0,
  taxMode: 'included',
  paidBy: 'buyer',
};

const startListView = { name: 'Shirts', format: 'csv', columns: ['bib'], questions: [], includeVoid: false };

const ownEvent = async ({ owner: client }: OwnOrganizer) => {
  const created = await client.post('/events', { name: 'Race', startsAt: '2083-05-01T06:00:00Z' });
  const { id } = jsonOf<{ id: string }>(created);
  return { id, eventId: id };
};

const ownOffer = async (own: OwnOrganizer) => {
  const { id } = await ownEvent(own);
  const offer = { name: 'Half marathon', price: 2_000 };
  const ticketType = jsonOf<{ id: string }>(await own.owner.post(`/events/${id}/ticket-types`, offer));
  const addon = jsonOf<{ id: string }>(await own.owner.post(`/events/${id}/addons`, addonFields));
  return { id, ticketTypeId: ticketType.id, addonId: addon.id };
};

const questionFields = { askedOf: 'holder', kind: 'text', label: 'Club' };

const ownQuestion = async (own: OwnOrganizer) => {
  const { id } = await ownEvent(own);
  const created = await own.owner.post(`/events/${id}/questions`, questionFields);
  return { id, questionId: jsonOf<{ id: string }>(created).id };
};

const addonFields = { name: 'Shirt', type: 'shirt', price: 900 };
const newPasskey = {
  name: 'Phone',
  response: { id: 'a', clientDataJSON: 'a', attestationObject: 'a', transports: [] },
};
/** The beginning of a PNG image. */
const image = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const eventCopy = { name: 'Next race', startsAt: '2084-05-01T06:00:00Z' };

const ownKey = async ({ owner: client }: OwnOrganizer) => {
  const created = await client.post('/keys', { kind: 'secret', name: 'Shop', scopes: ['events:read'] });
  return { keyId: jsonOf<{ id: string }>(created).id };
};

const otherMember = async ({ app, organizer }: OwnOrganizer) => ({
  memberId: (await signIn(app, { organizer, role: 'viewer' })).userId,
});

const ownRefund = async ({ app, organizer, data: { orderNumber } }: OwnOrganizer) => ({
  id: await insertFailedRefund(app.db, organizer.id, orderNumber, systemClock),
});

/** A refund that was made at the payment provider, and that asks which tickets it voids. */
const ownOutsideRefund = async (own: OwnOrganizer) => {
  const { id: refundId } = await ownRefund(own);
  await own.app.db.updateTable('payment_refunds').set({ asks_tickets: 1 }).where('id', '=', refundId).execute();
  return { orderNumber: own.data.orderNumber, refundId };
};

const ownEndpoint = async ({ app, organizer }: OwnOrganizer) => ({
  endpointId: (await makeEndpoint(app.db, organizer.id, 'https://1.1.1.1/hooks')).id,
});

const ownDelivery = async (own: OwnOrganizer) => {
  const { endpointId } = await ownEndpoint(own);
  const { id, eventId } = await sendTest(
    own.app.db,
    organizerScope(own.organizer.id, systemClock, byOperator),
    endpointId,
  );
  return { deliveryId: id, eventId };
};

const ownGate = async (own: OwnOrganizer) => {
  const { id } = await ownEvent(own);
  const gate = jsonOf<{ id: string }>(await own.owner.post(`/events/${id}/gates`, { name: 'Main entrance' }));
  return { gateId: gate.id };
};

const newDevice = { name: 'Phone 3', roles: ['gate'] };

const ownDevice = async (own: OwnOrganizer) => {
  const { id } = await ownEvent(own);
  const added = await own.owner.post(`/events/${id}/gate-devices`, newDevice);
  return { deviceId: jsonOf<{ device: { id: string } }>(added).device.id };
};

const ownConflict = async (own: OwnOrganizer) => {
  const { id: eventId } = await ownEvent(own);
  const { db } = own.app;
  const organizerId = own.organizer.id;
  const { id: gateId } = jsonOf<{ id: string }>(await own.owner.post(`/events/${eventId}/gates`, { name: 'East' }));
  const added = await own.owner.post(`/events/${eventId}/gate-devices`, newDevice);
  const { id } = jsonOf<{ device: { id: string } }>(added).device;
  const device = { id, eventId, gateIds: null, gates: await listGates(db, organizerId, eventId) };
  const decided = { offline: true, deviceResult: 'admitted', deviceReason: null, direction: 'entry' } as const;
  const scan = { qrValue: 'nobody', nonce: 'offline-1', scannedAt: '2026-11-20T09:00:00Z', gateId, ...decided };
  const [stored] = await scanBatch(db, { organizerId, clock: systemClock }, device, [scan]);
  return { scanId: stored!.id };
};

const replayOptions = { since: '2026-11-20T09:00:00Z', onlyFailed: true };

const ownReplay = async (own: OwnOrganizer) => {
  const { endpointId } = await ownEndpoint(own);
  const started = await own.owner.post(`/webhook-endpoints/${endpointId}/replays`, replayOptions);
  return { replayId: jsonOf<{ id: string }>(started).id };
};

/** Every route of the dashboard, by method and path after `/dashboard/api`. The suite fails if a route is missing here. */
export const dashboardRoutes: Readonly<Record<string, DashboardRoute>> = {
  'POST /account/sign-in': { access: 'everybody' },
  'POST /account/sign-in/link': { access: 'everybody' },
  'POST /account/sign-in/link/open': { access: 'everybody' },
  'POST /account/sign-in/second-factor': { access: 'everybody' },
  'POST /account/sign-in/second-factor/options': { access: 'everybody' },
  'POST /account/sign-in/second-factor/passkey': { access: 'everybody' },
  'POST /account/sign-in/passkey/options': { access: 'everybody' },
  'POST /account/sign-in/passkey': { access: 'everybody' },
  'POST /account/invitation/read': { access: 'everybody' },
  'POST /account/invitation/accept': { access: 'everybody' },
  'POST /account/start': { access: 'everybody' },
  'GET /account/me': { access: 'signed in' },
  'PATCH /account/me': { access: 'signed in', body: { name: 'Grace Hopper' } },
  'POST /account/sign-out': { access: 'signed in' },
  'POST /account/password': { access: 'signed in', body: { newPassword: 'correct horse battery' } },
  'POST /account/second-factor': { access: 'signed in' },
  'POST /account/second-factor/confirm': { access: 'signed in', body: { code: '000000' } },
  'POST /account/second-factor/recovery-codes': { access: 'signed in' },
  'POST /account/second-factor/remove': { access: 'signed in' },
  'GET /account/passkeys': { access: 'signed in' },
  'POST /account/passkeys/options': { access: 'signed in' },
  'POST /account/passkeys': { access: 'signed in', body: newPasskey },
  'PATCH /account/passkeys/:passkeyId': { access: 'signed in', body: { name: 'Phone' } },
  'POST /account/passkeys/:passkeyId/remove': { access: 'signed in' },
  'GET /account/sessions': { access: 'signed in' },
  'DELETE /account/sessions/:sessionId': { access: 'signed in' },
  'GET /organizers/:organizer/members': { access: all },
  'PATCH /organizers/:organizer/members/:memberId': {
    access: owner,
    parameters: otherMember,
    body: { role: 'manager' },
  },
  'GET /organizers/:organizer/members/:memberId/keys': { access: owner, parameters: otherMember },
  'DELETE /organizers/:organizer/members/:memberId': { access: owner, parameters: otherMember },
  'POST /organizers/:organizer/invitations': { access: owner },
  'DELETE /organizers/:organizer/invitations/:invitationId': {
    access: owner,
    parameters: async (own) => {
      const created = await own.owner.post('/invitations', { email: 'ada@example.com', role: 'viewer' });
      return { invitationId: jsonOf<{ id: string }>(created).id };
    },
  },
  'GET /organizers/:organizer/keys': { access: developers },
  'GET /organizers/:organizer/keys/scopes': { access: developers },
  'GET /organizers/:organizer/keys/scope-requests': { access: developers },
  'POST /organizers/:organizer/keys': { access: developers },
  'POST /organizers/:organizer/keys/:keyId/roll': {
    access: developers,
    parameters: ownKey,
    body: { graceSeconds: 60 },
  },
  'POST /organizers/:organizer/keys/:keyId/revoke': { access: developers, parameters: ownKey },
  'POST /organizers/:organizer/keys/:keyId/scope-requests': {
    access: developers,
    parameters: ownKey,
    body: { scope: 'orders:read:pii', reason: 'Badges need names.' },
  },
  'GET /organizers/:organizer/requests': { access: developers },
  'GET /organizers/:organizer/usage': { access: developers },
  'GET /organizers/:organizer/audit': { access: owner },
  'GET /organizers/:organizer/audit.csv': { access: owner },
  'GET /organizers/:organizer/orders': { access: managers },
  'POST /organizers/:organizer/orders': { access: managers },
  'POST /organizers/:organizer/orders/quote': { access: managers },
  'POST /organizers/:organizer/orders/search': { access: managers, body: { text: 'ada' } },
  'GET /organizers/:organizer/orders/:orderNumber': { access: managers, parameters: ownOrder },
  'GET /organizers/:organizer/orders/:orderNumber/timeline': { access: managers, parameters: ownOrder },
  'GET /organizers/:organizer/orders/:orderNumber/tickets': { access: managers, parameters: ownOrder },
  'POST /organizers/:organizer/orders/:orderNumber/pay': {
    access: managers,
    parameters: ownOrder,
    body: { late: false },
  },
  'POST /organizers/:organizer/orders/:orderNumber/cancel': { access: managers, parameters: ownOrder },
  'POST /organizers/:organizer/orders/:orderNumber/send-tickets': { access: managers, parameters: ownOrder },
  'POST /organizers/:organizer/orders/:orderNumber/invalidate-links': {
    access: managers,
    parameters: ownOrder,
    body: {},
  },
  'POST /organizers/:organizer/orders/:orderNumber/refund-preview': { access: managers, parameters: ownOrder },
  'POST /organizers/:organizer/orders/:orderNumber/refund': {
    access: managers,
    parameters: ownOrder,
    body: { refundedQuantity: 0 },
  },
  'POST /organizers/:organizer/orders/:orderNumber/refunds/:refundId/tickets': {
    access: managers,
    parameters: ownOutsideRefund,
    body: {},
  },
  'POST /organizers/:organizer/refunds/:id/retry': { access: managers, parameters: ownRefund },
  'PATCH /organizers/:organizer/orders/:orderNumber/buyer': {
    access: managers,
    parameters: ownOrder,
    body: { name: 'Ada King' },
  },
  'PATCH /organizers/:organizer/orders/:orderNumber/tickets/:ticketId': {
    access: managers,
    parameters: async ({ data: { orderNumber, ticketId } }) => ({ orderNumber, ticketId }),
    body: { holderName: 'Ada King' },
  },
  'POST /organizers/:organizer/events/:id/bibs': { access: managers, parameters: ownEvent, body: { by: 'payment' } },
  'POST /organizers/:organizer/events/:id/categories': { access: managers, parameters: ownEvent, body: {} },
  'GET /organizers/:organizer/tickets': { access: managers },
  'GET /organizers/:organizer/tickets/:id': { access: managers, parameters: ownTicket },
  'POST /organizers/:organizer/tickets/:id/use': { access: managers, parameters: ownTicket },
  'POST /organizers/:organizer/tickets/:id/undo-use': { access: managers, parameters: ownTicket },
  'GET /organizers/:organizer/addons': { access: managers },
  'GET /organizers/:organizer/addons/:id': { access: managers, parameters: ownUnits },
  'POST /organizers/:organizer/addons/:id/consume': { access: managers, parameters: ownUnits, body: unitChange },
  'POST /organizers/:organizer/addons/:id/return': { access: managers, parameters: ownUnits, body: unitChange },
  'GET /organizers/:organizer/attendees': { access: managers },
  'GET /organizers/:organizer/attendees/file': { access: managers },
  'GET /organizers/:organizer/events/:id/class-changes': { access: managers, parameters: ownEvent },
  'GET /organizers/:organizer/events/:id/missing-answers': { access: managers, parameters: ownEvent },
  'GET /organizers/:organizer/start-list-views': { access: managers },
  'PUT /organizers/:organizer/start-list-views': { access: managers, body: startListView },
  'DELETE /organizers/:organizer/start-list-views/:id': {
    access: managers,
    parameters: async (own) => {
      const saved = await own.owner.put('/start-list-views', startListView);
      return { id: jsonOf<{ data: { id: string }[] }>(saved).data[0]!.id };
    },
  },
  'GET /organizers/:organizer/webhooks/event-types': { access: developers },
  'GET /organizers/:organizer/webhook-endpoints': { access: developers },
  'POST /organizers/:organizer/webhook-endpoints': { access: developers },
  'GET /organizers/:organizer/webhook-endpoints/:endpointId': { access: developers, parameters: ownEndpoint },
  'PATCH /organizers/:organizer/webhook-endpoints/:endpointId': {
    access: developers,
    parameters: ownEndpoint,
    body: { description: 'Syncs orders' },
  },
  'DELETE /organizers/:organizer/webhook-endpoints/:endpointId': { access: developers, parameters: ownEndpoint },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/enable': { access: developers, parameters: ownEndpoint },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/disable': { access: developers, parameters: ownEndpoint },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/reveal-secret': {
    access: developers,
    parameters: ownEndpoint,
  },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/rotate-secret': {
    access: developers,
    parameters: ownEndpoint,
    body: { graceHours: 24 },
  },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/test': {
    access: developers,
    parameters: ownEndpoint,
    body: { type: 'order.paid' },
  },
  'GET /organizers/:organizer/webhook-endpoints/:endpointId/replays': { access: developers, parameters: ownEndpoint },
  'POST /organizers/:organizer/webhook-endpoints/:endpointId/replays': {
    access: developers,
    parameters: ownEndpoint,
    body: replayOptions,
  },
  'GET /organizers/:organizer/webhooks/replays/:replayId': { access: developers, parameters: ownReplay },
  'GET /organizers/:organizer/webhook-deliveries': { access: developers },
  'GET /organizers/:organizer/webhook-deliveries/:deliveryId': { access: developers, parameters: ownDelivery },
  'POST /organizers/:organizer/webhook-deliveries/:deliveryId/resend': { access: developers, parameters: ownDelivery },
  'GET /organizers/:organizer/webhooks/events': { access: developers },
  'GET /organizers/:organizer/webhooks/events/:eventId': { access: developers, parameters: ownDelivery },
  'GET /organizers/:organizer/overview': { access: all },
  'GET /organizers/:organizer/attention': { access: all },
  'GET /organizers/:organizer/checklist': { access: all },
  'GET /organizers/:organizer/live': { access: all },
  'GET /organizers/:organizer/events': { access: all },
  'GET /organizers/:organizer/events/:id': { access: all, parameters: ownEvent },
  'GET /organizers/:organizer/events/:id/preview': { access: all, parameters: ownEvent },
  'POST /organizers/:organizer/events': { access: managers },
  'PATCH /organizers/:organizer/events/:id': { access: managers, parameters: ownEvent },
  'POST /organizers/:organizer/events/:id/copies': { access: managers, parameters: ownEvent, body: eventCopy },
  'DELETE /organizers/:organizer/events/:id': { access: managers, parameters: ownEvent },
  'PUT /organizers/:organizer/events/:id/poster': { access: managers, parameters: ownEvent, body: image },
  'POST /organizers/:organizer/events/:id/ticket-types': {
    access: managers,
    parameters: ownEvent,
    body: { name: 'Half marathon', price: 2_000 },
  },
  'PATCH /organizers/:organizer/events/:id/ticket-types/:ticketTypeId': { access: managers, parameters: ownOffer },
  'DELETE /organizers/:organizer/events/:id/ticket-types/:ticketTypeId': { access: managers, parameters: ownOffer },
  'PUT /organizers/:organizer/events/:id/ticket-types/sequence': {
    access: managers,
    parameters: ownOffer,
    body: ({ ticketTypeId }: Readonly<Record<string, string>>) => ({ ids: [ticketTypeId] }),
  },
  'POST /organizers/:organizer/events/:id/addons': { access: managers, parameters: ownEvent, body: addonFields },
  'PATCH /organizers/:organizer/events/:id/addons/:addonId': { access: managers, parameters: ownOffer },
  'DELETE /organizers/:organizer/events/:id/addons/:addonId': { access: managers, parameters: ownOffer },
  'PUT /organizers/:organizer/events/:id/addons/sequence': {
    access: managers,
    parameters: ownOffer,
    body: ({ addonId }: Readonly<Record<string, string>>) => ({ ids: [addonId] }),
  },
  'GET /organizers/:organizer/events/:id/questions': { access: all, parameters: ownEvent },
  'GET /organizers/:organizer/events/:id/questions/:questionId': { access: all, parameters: ownQuestion },
  'POST /organizers/:organizer/events/:id/questions': { access: managers, parameters: ownEvent, body: questionFields },
  'PATCH /organizers/:organizer/events/:id/questions/:questionId': { access: managers, parameters: ownQuestion },
  'DELETE /organizers/:organizer/events/:id/questions/:questionId': { access: managers, parameters: ownQuestion },
  'PUT /organizers/:organizer/events/:id/questions/sequence': {
    access: managers,
    parameters: ownQuestion,
    body: ({ questionId }: Readonly<Record<string, string>>) => ({ ids: [questionId] }),
  },
  'GET /organizers/:organizer/events/:id/gates': { access: all, parameters: ownEvent },
  'POST /organizers/:organizer/events/:id/gates': {
    access: managers,
    parameters: ownEvent,
    body: { name: 'Main entrance', opensAt: '2083-05-01T08:00:00+02:00' },
  },
  'GET /organizers/:organizer/gates/:gateId': { access: all, parameters: ownGate },
  'PATCH /organizers/:organizer/gates/:gateId': { access: managers, parameters: ownGate, body: { isArchived: true } },
  'GET /organizers/:organizer/events/:id/gate-devices': { access: managers, parameters: ownEvent },
  'POST /organizers/:organizer/events/:id/gate-devices': { access: managers, parameters: ownEvent, body: newDevice },
  'POST /organizers/:organizer/gate-devices/:deviceId/pairing-code': { access: managers, parameters: ownDevice },
  'PATCH /organizers/:organizer/gate-devices/:deviceId': {
    access: managers,
    parameters: ownDevice,
    body: { name: 'Phone 4' },
  },
  'POST /organizers/:organizer/gate-devices/:deviceId/revoke': { access: managers, parameters: ownDevice },
  'GET /organizers/:organizer/events/:id/gate-stats': { access: all, parameters: ownEvent },
  'GET /organizers/:organizer/events/:id/gate-admissions': { access: all, parameters: ownEvent },
  'GET /organizers/:organizer/events/:id/gate-conflicts': { access: managers, parameters: ownEvent },
  'POST /organizers/:organizer/gate-conflicts/:scanId/settle': {
    access: managers,
    parameters: ownConflict,
    body: { note: 'A copy of the ticket' },
  },
  'GET /organizers/:organizer/orders/:orderNumber/scans': { access: managers, parameters: ownOrder },
  'GET /organizers/:organizer/settlements': { access: settlementReaders },
  'GET /organizers/:organizer/settlements/:eventId': { access: settlementReaders, parameters: ownEvent },
  'GET /organizers/:organizer/settlements/:eventId/ledger': { access: settlementReaders, parameters: ownEvent },
  'GET /organizers/:organizer/settlements/:eventId/ledger.csv': { access: settlementReaders, parameters: ownEvent },
  // The organizers of this table are live. `sandbox.test.ts` sends these requests for sandboxes.
  'GET /organizers/:organizer/sandbox': { access: all },
  'PUT /organizers/:organizer/sandbox': { access: sandboxUsers },
  'POST /organizers/:organizer/sandbox/clock': { access: sandboxUsers, body: { now: '2030-01-01T00:00:00Z' } },
  'POST /organizers/:organizer/sandbox/reset': { access: sandboxUsers },
  'GET /organizers/:organizer/settings': { access: all },
  'PATCH /organizers/:organizer/settings/profile': { access: owner, body: { contactPhone: '+49 40 5550123' } },
  'PATCH /organizers/:organizer/settings/translations': {
    access: owner,
    body: { translations: { de: { paymentText: 'Binnen 7 Tagen' } } },
  },
  'PATCH /organizers/:organizer/settings/hold-limits': { access: owner, body: { perEmail: 4 } },
  'PUT /organizers/:organizer/settings/slug': { access: owner, body: { slug: 'Not a slug' } },
  'PUT /organizers/:organizer/settings/reversal-time': { access: owner, body: { reverseWithinSeconds: 300 } },
  'PUT /organizers/:organizer/settings/personal-data-days': { access: owner, body: { personalDataDays: 90 } },
  'GET /organizers/:organizer/privacy/retention': { access: owner },
  'POST /organizers/:organizer/privacy/person': { access: owner, body: { email: 'nobody@example.com' } },
  'POST /organizers/:organizer/privacy/erasures': { access: owner, body: { email: 'nobody@example.com' } },
  'GET /organizers/:organizer/export.jsonl': { access: owner },
  'GET /operator/organizers': { access: 'operator' },
  'POST /operator/organizers': { access: 'operator' },
  'GET /operator/organizers/:organizer/settings': { access: 'operator' },
  'PATCH /operator/organizers/:organizer/settings/profile': { access: 'operator' },
  'PATCH /operator/organizers/:organizer/settings/translations': { access: 'operator' },
  'PATCH /operator/organizers/:organizer/settings/hold-limits': { access: 'operator' },
  'PUT /operator/organizers/:organizer/settings/slug': { access: 'operator', body: { slug: 'Not a slug' } },
  'PUT /operator/organizers/:organizer/settings/reversal-time': {
    access: 'operator',
    body: { reverseWithinSeconds: 300 },
  },
  'PUT /operator/organizers/:organizer/settings/personal-data-days': {
    access: 'operator',
    body: { personalDataDays: 90 },
  },
  'PUT /operator/organizers/:organizer/fees': { access: 'operator', body: feePolicy },
  'POST /operator/organizers/:organizer/suspend': { access: 'operator' },
  'POST /operator/organizers/:organizer/resume': { access: 'operator' },
  'GET /operator/organizers/:organizer/members': { access: 'operator' },
  'PATCH /operator/organizers/:organizer/members/:memberId': { access: 'operator', body: { role: 'manager' } },
  'GET /operator/organizers/:organizer/members/:memberId/keys': { access: 'operator' },
  'DELETE /operator/organizers/:organizer/members/:memberId': { access: 'operator' },
  'POST /operator/organizers/:organizer/invitations': { access: 'operator' },
  'DELETE /operator/organizers/:organizer/invitations/:invitationId': { access: 'operator' },
  'GET /operator/organizers/:organizer/settlements': { access: 'operator' },
  'GET /operator/organizers/:organizer/settlements/:eventId': { access: 'operator' },
  'GET /operator/organizers/:organizer/settlements/:eventId/ledger': { access: 'operator' },
  'GET /operator/organizers/:organizer/settlements/:eventId/ledger.csv': { access: 'operator' },
  'POST /operator/organizers/:organizer/settlements/:eventId/finalize': { access: 'operator' },
  'POST /operator/organizers/:organizer/settlements/:eventId/payouts': { access: 'operator', body: { amount: 1 } },
  'GET /operator/users': { access: 'operator' },
  'POST /operator/users/:userId/disable': { access: 'operator' },
  'POST /operator/users/:userId/enable': { access: 'operator' },
  'GET /operator/payouts': { access: 'operator' },
  'GET /operator/health': { access: 'operator' },
  'GET /operator/scope-requests': { access: 'operator' },
  'POST /operator/scope-requests/:requestId/decision': { access: 'operator', body: { status: 'granted' } },
};
