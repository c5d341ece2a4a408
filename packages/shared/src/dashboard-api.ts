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

export interface NewInvitation {
  readonly email: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface NewSecondFactor {
  readonly uri: string;
  readonly recoveryCodes: ReadonlyArray<string>;
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
