// Written by "npm run openapi" from the schemas of the API. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly organizers: ReadonlyArray<AccountOrganizer>;
}

export interface AccountOrganizer {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly permissions: ReadonlyArray<string>;
}

export interface AccountUpdate {
  readonly name: string;
}

export interface AccountUpdated {
  readonly name: string;
}

export interface ApiKey {
  readonly id: string;
  readonly kind: "secret" | "publishable";
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write">;
  readonly status: "active" | "expired" | "revoked";
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ApiKeyPage {
  readonly data: ReadonlyArray<ApiKey>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface ApiKeyRoll {
  readonly graceSeconds: number;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: "buyer.search" | "data.export" | "data.import" | "key.create" | "key.decline_scope" | "key.grant" | "key.request_scope" | "key.revoke" | "key.roll" | "key.ungrant" | "member.invite" | "member.remove" | "member.revoke_invitation" | "member.set" | "order.cancel" | "order.pay" | "order.personal_data.read" | "order.refund" | "order.send_tickets" | "organizer.create" | "organizer.set_fees" | "organizer.set_hold_limits" | "organizer.update" | "refund.retry" | "settlement.finalize" | "settlement.payout" | "ticket.undo_use" | "ticket.use" | "webhook.add" | "webhook.disable" | "webhook.enable" | "webhook.replay" | "webhook.resend" | "webhook.rotate" | "webhook.test" | "webhook.update";
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface AuditPage {
  readonly data: ReadonlyArray<AuditEntry>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface CreatedApiKey {
  readonly id: string;
  readonly key: string;
  readonly kind: "secret" | "publishable";
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write">;
}

export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface FirstOperator {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface InvitationAcceptance {
  readonly token: string;
  readonly name?: string;
  readonly password?: string;
}

export interface InvitationAccepted {
  readonly state: "signed_in" | "sign_in";
}

export type InvitationRevoked = Readonly<Record<string, never>>;

export interface InvitationToken {
  readonly token: string;
}

export interface KeyScope {
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write";
  readonly description: string;
  readonly kinds: ReadonlyArray<"secret" | "publishable">;
  readonly needsOperator: boolean;
}

export interface KeyScopeList {
  readonly data: ReadonlyArray<KeyScope>;
}

export interface LoggedFieldError {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface LoggedProblem {
  readonly code: string;
  readonly reason: string;
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: ReadonlyArray<LoggedFieldError>;
}

export interface LoggedRequest {
  readonly id: string;
  readonly keyId: string;
  readonly startedAt: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly problem: LoggedProblem | null;
}

export interface LoggedRequestPage {
  readonly data: ReadonlyArray<LoggedRequest>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly isLogging: boolean;
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly hasSecondFactor: boolean;
  readonly joinedAt: string;
}

export interface MemberList {
  readonly members: ReadonlyArray<Member>;
  readonly invitations: ReadonlyArray<Invitation>;
}

export type MemberRemoved = Readonly<Record<string, never>>;

export interface MemberUpdate {
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface MemberUpdated {
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface NewApiKey {
  readonly kind: "secret" | "publishable";
  readonly name: string;
  readonly scopes?: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write">;
  readonly lifetimeDays?: number | null;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface NewScopeRequest {
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write";
  readonly reason: string;
}

export interface NewSecondFactor {
  readonly uri: string;
  readonly recoveryCodes: ReadonlyArray<string>;
}

export interface OperatorScopeRequest {
  readonly id: string;
  readonly keyId: string;
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write";
  readonly reason: string;
  readonly status: "pending" | "granted" | "declined" | "withdrawn";
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly note: string | null;
  readonly organizerSlug: string;
  readonly organizerName: string;
  readonly keyName: string;
  readonly keyLast4: string;
  readonly requestedByEmail: string;
}

export interface OperatorScopeRequestPage {
  readonly data: ReadonlyArray<OperatorScopeRequest>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface PasswordChange {
  readonly currentPassword?: string;
  readonly newPassword: string;
}

export type PasswordChanged = Readonly<Record<string, never>>;

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: "invalid_request" | "missing_key" | "invalid_key" | "insufficient_scope" | "not_signed_in" | "sign_in_failed" | "not_permitted" | "not_found" | "method_not_allowed" | "request_timeout" | "insufficient_units" | "ref_conflict" | "idempotency_conflict" | "capacity_below_sold" | "sold_out" | "too_many_holds" | "invalid_state" | "link_not_valid" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "rate_limited" | "too_many_failed_attempts" | "headers_too_large" | "internal_error" | "not_implemented" | "unavailable" | "http_version_not_supported";
  readonly reason: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly errors?: ReadonlyArray<FieldError>;
}

export interface ReceivedInvitation {
  readonly organizer: string;
  readonly organizerSlug: string;
  readonly email: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly hasAccount: boolean;
}

export interface RecoveryCodes {
  readonly recoveryCodes: ReadonlyArray<string>;
}

export interface RecoveryCodesRequest {
  readonly currentPassword?: string;
}

export interface RevokedApiKey {
  readonly id: string;
  readonly revokedAt: string;
}

export interface RolledApiKey {
  readonly id: string;
  readonly key: string;
  readonly kind: "secret" | "publishable";
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write">;
  readonly previous: RolledApiKeyPrevious;
}

export interface RolledApiKeyPrevious {
  readonly id: string;
  readonly expiresAt: string;
}

export interface ScopeDecision {
  readonly status: "granted" | "declined";
  readonly note?: string | null;
}

export interface ScopeRequest {
  readonly id: string;
  readonly keyId: string;
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write";
  readonly reason: string;
  readonly status: "pending" | "granted" | "declined" | "withdrawn";
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly note: string | null;
}

export interface ScopeRequestPage {
  readonly data: ReadonlyArray<ScopeRequest>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface SecondFactorCode {
  readonly code?: string;
  readonly recoveryCode?: string;
}

export interface SecondFactorConfirmation {
  readonly code: string;
}

export type SecondFactorConfirmed = Readonly<Record<string, never>>;

export interface SecondFactorRemoval {
  readonly currentPassword?: string;
}

export type SecondFactorRemoved = Readonly<Record<string, never>>;

export interface SecondFactorRequest {
  readonly currentPassword?: string;
}

export interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export type SessionEnded = Readonly<Record<string, never>>;

export interface SessionList {
  readonly data: ReadonlyArray<Session>;
}

export interface SignInLinkRequest {
  readonly email: string;
}

export type SignInLinkRequested = Readonly<Record<string, never>>;

export interface SignInLinkToken {
  readonly token: string;
}

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
}

export interface SignInResult {
  readonly state: "signed_in" | "second_factor";
}

export type SignedOut = Readonly<Record<string, never>>;

export interface Usage {
  readonly interval: "hour" | "day";
  readonly series: ReadonlyArray<UsageInterval>;
  readonly keys: ReadonlyArray<UsageOfKey>;
  readonly isLogging: boolean;
}

export interface UsageInterval {
  readonly start: string;
  readonly requests: number;
  readonly errors: number;
  readonly limitRefusals: number;
}

export interface UsageOfKey {
  readonly keyId: string;
  readonly requests: number;
  readonly errors: number;
  readonly limitRefusals: number;
}
