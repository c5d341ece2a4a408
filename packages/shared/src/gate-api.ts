// Written by "npm run openapi" from the schemas of the API. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.

export interface ConsumeRequest {
  readonly entitlementId: string;
  readonly units: number;
  readonly ref: string;
}

export interface ConsumeResult {
  readonly consumption: Consumption;
  readonly entitlement: Entitlement;
  readonly replayed: boolean;
}

export interface Consumption {
  readonly id: string;
  readonly entitlementId: string;
  readonly units: number;
  readonly ref: string;
  readonly createdAt: string;
  readonly reversedAt: string | null;
}

export interface ConsumptionReversal {
  readonly consumption: Consumption;
  readonly entitlement: Entitlement;
  readonly replayed: boolean;
}

export interface Entitlement {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly addonId: string;
  readonly ticketId: string | null;
  readonly name: string;
  readonly type: string;
  readonly unitsTotal: number;
  readonly unitsConsumed: number;
  readonly unitsRemaining: number;
  readonly consumed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Gate {
  readonly id: string;
  readonly name: string;
  readonly direction: "entry" | "exit" | "both";
  readonly reentry: boolean;
  readonly ticketTypeIds: ReadonlyArray<string> | null;
  readonly categories: ReadonlyArray<string> | null;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

export interface GateContext {
  readonly device: GateDevice;
  readonly organizer: GateOrganizer;
  readonly event: GateEvent;
  readonly gates: ReadonlyArray<Gate>;
  readonly ticketTypes: ReadonlyArray<GateTicketType>;
  readonly reverseWithinSeconds: number;
  readonly bundleKey: string;
  readonly serverTime: string;
}

export interface GateCounts {
  readonly gateId: string;
  readonly admitted: number;
  readonly exited: number;
  readonly refused: number;
  readonly minutes: ReadonlyArray<GateMinute>;
}

export interface GateDevice {
  readonly id: string;
  readonly name: string;
  readonly roles: ReadonlyArray<"gate" | "bar">;
  readonly carriesNames: boolean;
  readonly expiresAt: string;
}

export interface GateDeviceStatus {
  readonly battery: number | null;
  readonly appVersion: string;
  readonly queueLength: number;
}

export interface GateEvent {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
}

export interface GateFoundTicket {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly category: string | null;
  readonly bib: string;
  readonly holderName: string | null;
  readonly status: "valid" | "used" | "void";
  readonly inside: boolean | null;
  readonly addons: ReadonlyArray<HolderAddon>;
  readonly orderNumber: string;
}

export interface GateLookupRequest {
  readonly qrValue: string;
}

export interface GateLookupResult {
  readonly ticket: GateTicket | null;
  readonly entitlements: ReadonlyArray<Entitlement>;
}

export interface GateMinute {
  readonly at: string;
  readonly admitted: number;
  readonly exited: number;
  readonly refused: number;
}

export interface GateOfflineScan {
  readonly qrValue?: string;
  readonly ticketId?: string;
  readonly nonce: string;
  readonly scannedAt: string;
  readonly gateId: string;
  readonly direction: "entry" | "exit";
  readonly force?: boolean;
  readonly offline: true;
  readonly deviceResult: "admitted" | "refused";
  readonly deviceReason: "already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown" | null;
}

export interface GateOrganizer {
  readonly name: string;
}

export interface GatePairRequest {
  readonly code: string;
}

export interface GatePairing {
  readonly token: string;
  readonly device: GateDevice;
}

export interface GatePreviousScan {
  readonly scanId: string | null;
  readonly gateId: string | null;
  readonly gateName: string | null;
  readonly deviceName: string | null;
  readonly at: string;
  readonly direction: "entry" | "exit";
}

export interface GateScan {
  readonly id: string;
  readonly result: "admitted" | "refused";
  readonly reason: "already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown" | null;
  readonly direction: "entry" | "exit";
  readonly gateId: string;
  readonly scannedAt: string;
  readonly receivedAt: string;
  readonly forced: boolean;
  readonly conflict: boolean;
  readonly implausibleTime: boolean;
  readonly replayed: boolean;
  readonly undoneAt: string | null;
  readonly ticket: GateTicket | null;
  readonly previous: GatePreviousScan | null;
}

export interface GateScanBatch {
  readonly scans: ReadonlyArray<GateOfflineScan>;
}

export interface GateScanBatchResult {
  readonly results: ReadonlyArray<GateScan>;
}

export interface GateScanRequest {
  readonly qrValue?: string;
  readonly ticketId?: string;
  readonly nonce: string;
  readonly scannedAt: string;
  readonly gateId: string;
  readonly direction: "entry" | "exit";
  readonly force?: boolean;
}

export interface GateSearchResult {
  readonly tickets: ReadonlyArray<GateFoundTicket>;
}

export interface GateServerTime {
  readonly serverTime: string;
}

export interface GateStats {
  readonly tickets: number;
  readonly admitted: number;
  readonly exited: number;
  readonly inside: number;
  readonly conflicts: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly gates: ReadonlyArray<GateCounts>;
}

export interface GateTicket {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly category: string | null;
  readonly bib: string;
  readonly holderName: string | null;
  readonly status: "valid" | "used" | "void";
  readonly inside: boolean | null;
  readonly addons: ReadonlyArray<HolderAddon>;
}

export interface GateTicketType {
  readonly id: string;
  readonly name: string;
}

export interface HolderAddon {
  readonly id: string;
  readonly itemId: string;
  readonly addonId: string;
  readonly name: string;
  readonly type: string;
  readonly unitsTotal: number;
  readonly unitsConsumed: number;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: "invalid_request" | "missing_key" | "invalid_key" | "insufficient_scope" | "not_found" | "method_not_allowed" | "request_timeout" | "insufficient_units" | "ref_conflict" | "idempotency_conflict" | "invalid_state" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "too_many_failed_attempts" | "headers_too_large" | "internal_error" | "unavailable";
  readonly reason: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly errors?: ReadonlyArray<FieldError>;
}

export interface ReversalRequest {
  readonly reason: string;
}
