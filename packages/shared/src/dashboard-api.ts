// Written by "npm run openapi" from the schemas of the API. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasPassword: boolean;
  readonly canResetPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasAuthenticator: boolean;
  readonly organizers: ReadonlyArray<AccountOrganizer>;
  readonly held: ReadonlyArray<"mails" | "webhooks" | "payments">;
}

export interface AccountOrganizer {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly isSuspended: boolean;
  readonly sandboxOf: string | null;
  readonly clockAheadMs: number;
  readonly isInReset: boolean;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly permissions: ReadonlyArray<string>;
}

export interface AccountUpdate {
  readonly name: string;
}

export interface AccountUpdated {
  readonly name: string;
}

export interface AddedDevice {
  readonly device: ManagedDevice;
  readonly pairingCode: string;
  readonly pairingExpiresAt: string;
  readonly pairingUrl: string;
}

export interface Addon {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly currency: string;
  readonly unitsPerPurchase: number;
  readonly assignedTo: "order" | "holder";
  readonly maxPerHolder: number | null;
  readonly quantity: number | null;
  readonly sold: number;
  readonly reserved: number;
  readonly available: number | null;
  readonly status: "active" | "archived";
  readonly translations?: AddonTranslations;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface AddonTexts {
  readonly name?: string;
}

export interface AddonTextsPatch {
  readonly name?: string | null;
}

export interface AddonTranslations {
  readonly en?: AddonTexts;
  readonly de?: AddonTexts;
  readonly fr?: AddonTexts;
  readonly es?: AddonTexts;
  readonly it?: AddonTexts;
  readonly nl?: AddonTexts;
  readonly pl?: AddonTexts;
}

export interface AddonTranslationsPatch {
  readonly en?: AddonTextsPatch | null;
  readonly de?: AddonTextsPatch | null;
  readonly fr?: AddonTextsPatch | null;
  readonly es?: AddonTextsPatch | null;
  readonly it?: AddonTextsPatch | null;
  readonly nl?: AddonTextsPatch | null;
  readonly pl?: AddonTextsPatch | null;
}

export interface AdmissionStep {
  readonly at: string;
  readonly admitted: number;
  readonly exited: number;
  readonly refused: number;
}

export interface Admissions {
  readonly stepMinutes: number;
  readonly from: string;
  readonly until: string;
  readonly gates: ReadonlyArray<GateAdmissions>;
}

export interface AgeClass {
  readonly name: string;
  readonly sex: "female" | "male" | "other" | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface AgeClassFields {
  readonly name: string;
  readonly sex?: "female" | "male" | "other" | null;
  readonly minimum?: number | null;
  readonly maximum?: number | null;
}

export interface AgeRule {
  readonly on: "event" | "yearEnd" | "previousYearEnd" | "date";
  readonly date: string | null;
  readonly leapRule: "feb28" | "mar1";
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export interface AgeRuleFields {
  readonly on?: "event" | "yearEnd" | "previousYearEnd" | "date";
  readonly date?: string | null;
  readonly leapRule?: "feb28" | "mar1";
  readonly minimum?: number | null;
  readonly maximum?: number | null;
}

export interface Answer {
  readonly questionId: string;
  readonly key: "birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian" | null;
  readonly kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
  readonly label: string;
  readonly value: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>>;
  readonly text: string;
  readonly version: number;
  readonly language: string;
  readonly answeredAt: string;
  readonly withdrawn?: WithdrawnConsent;
}

export interface ApiKey {
  readonly id: string;
  readonly kind: "secret" | "publishable";
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write">;
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

export interface AssignBibs {
  readonly by: "payment" | "name" | "category" | "answer" | "file";
  readonly questionId?: string;
  readonly csv?: string;
  readonly ticketTypeId?: string;
  readonly renumber?: boolean;
  readonly includeFixed?: boolean;
  readonly dryRun?: boolean;
}

export interface AssignedBibs {
  readonly changed: number;
  readonly notChanged: number;
  readonly withoutBib: number;
  readonly refused: number;
  readonly changes: ReadonlyArray<ChangedBib>;
  readonly refusedRows: ReadonlyArray<RefusedBibRow>;
}

export interface Attendee {
  readonly ticketTypeId: string;
  readonly holderName?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
  readonly addons?: ReadonlyArray<CartHolderAddon>;
}

export interface AttendeeAddon {
  readonly id: string;
  readonly addonId: string;
  readonly ticketId: string | null;
  readonly name: string;
  readonly type: string;
  readonly unitsTotal: number;
}

export interface AttendeeBuyer {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
}

export interface AttendeePage {
  readonly data: ReadonlyArray<ListedAttendee>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Attention {
  readonly unpayable: boolean;
  readonly failingEndpoints: ReadonlyArray<FailingEndpoint> | null;
  readonly failedMails: ReadonlyArray<string> | null;
  readonly failedRefunds: ReadonlyArray<FailedRefund> | null;
  readonly openDisputes: ReadonlyArray<OrderMoney> | null;
  readonly refundsWithoutTickets: ReadonlyArray<OrderMoney> | null;
  readonly unpaidOrders: number | null;
  readonly unpaidUnitsOfOneSource: number | null;
  readonly soldOut: ReadonlyArray<SoldOutTicketType>;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: "addon.consume" | "addon.create" | "addon.delete" | "addon.reorder" | "addon.return" | "addon.update" | "attendees.export" | "buyer.search" | "data.export" | "data.import" | "conflict.settle" | "device.create" | "device.pair" | "device.renew_code" | "device.revoke" | "device.scan" | "device.search" | "device.update" | "event.archive" | "event.assign_bibs" | "event.compute_categories" | "event.create" | "event.delete" | "event.duplicate" | "event.publish" | "event.set_poster" | "event.update" | "event.withdraw" | "gate.create" | "gate.update" | "key.create" | "key.decline_scope" | "key.grant" | "key.request_scope" | "key.revoke" | "key.roll" | "key.ungrant" | "mail.resend" | "member.invite" | "member.remove" | "member.revoke_invitation" | "member.set" | "order.anonymize" | "order.cancel" | "order.correct_buyer" | "order.create" | "order.erase_person" | "order.invalidate_links" | "order.pay" | "order.personal_data.read" | "order.refund" | "order.send_tickets" | "order.update" | "organizer.create" | "organizer.resume" | "organizer.set_fees" | "organizer.set_hold_limits" | "organizer.suspend" | "organizer.update" | "master_key.rotate" | "outgoing.drop" | "outgoing.hold" | "outgoing.release" | "person.erase" | "person.read" | "refund.retry" | "sandbox.create" | "sandbox.move_clock" | "sandbox.reset" | "question.create" | "question.delete" | "question.reorder" | "question.update" | "settlement.finalize" | "settlement.payout" | "start_list_view.delete" | "start_list_view.save" | "ticket.correct_holder" | "ticket.undo_use" | "ticket.update" | "ticket.use" | "ticket_type.create" | "ticket_type.delete" | "ticket_type.reorder" | "ticket_type.update" | "user.add" | "user.disable" | "user.enable" | "user.link" | "user.remove_second_factor" | "webhook.add" | "webhook.disable" | "webhook.delete" | "webhook.enable" | "webhook.replay" | "webhook.resend" | "webhook.reveal" | "webhook.rotate" | "webhook.test" | "webhook.update";
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

export interface Bibs {
  readonly first: number | null;
  readonly last: number | null;
}

export interface BibsFields {
  readonly first: number | null;
  readonly last: number | null;
}

export interface Buyer {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly answers?: ReadonlyArray<Answer>;
}

export type BuyerCorrected = Readonly<Record<string, never>>;

export interface BuyerCorrection {
  readonly email?: string;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
  readonly replaceQrCodes?: boolean;
}

export interface CartAddon {
  readonly addonId: string;
  readonly quantity: number;
}

export interface CartAttendee {
  readonly ticketTypeId: string;
  readonly addons?: ReadonlyArray<CartHolderAddon>;
}

export interface CartHolderAddon {
  readonly addonId: string;
  readonly quantity: number;
}

export interface CartTicket {
  readonly ticketTypeId: string;
  readonly quantity: number;
}

export interface CategoryRule {
  readonly prefix: string | null;
  readonly bySex: boolean;
  readonly ageClasses: "none" | "fiveYears" | "tenYears" | "table";
  readonly table: ReadonlyArray<AgeClass>;
}

export interface CategoryRuleFields {
  readonly prefix?: string | null;
  readonly bySex?: boolean;
  readonly ageClasses?: "none" | "fiveYears" | "tenYears" | "table";
  readonly table?: ReadonlyArray<AgeClassFields>;
}

export interface ChangedAddon {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly currency: string;
  readonly unitsPerPurchase: number;
  readonly assignedTo: "order" | "holder";
  readonly maxPerHolder: number | null;
  readonly quantity?: number | null;
  readonly status: "active" | "archived";
  readonly translations?: AddonTranslations;
  readonly externalId?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ChangedBib {
  readonly ticketId: string;
  readonly orderNumber: string;
  readonly holderName?: string | null;
  readonly bib?: string;
  readonly newBib?: string;
}

export interface ChangedEvent {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly status: "draft" | "published" | "archived";
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly timezone: string;
  readonly venue: Venue | null;
  readonly posterUrl: string | null;
  readonly currency: string;
  readonly ticketTypes: ReadonlyArray<ChangedTicketType>;
  readonly publicSlug: string | null;
  readonly defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
  readonly nameFields: "full" | "firstAndLast";
  readonly addons: ReadonlyArray<ChangedAddon>;
  readonly waitingRoom?: WaitingRoom | null;
  readonly answersUntil?: string | null;
  readonly questions?: ReadonlyArray<PublicQuestion>;
  readonly translations?: EventTranslations;
  readonly externalId?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ChangedTicketType {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly currency: string;
  readonly quantity?: number | null;
  readonly minPerOrder: number;
  readonly salesStartAt: string | null;
  readonly salesEndAt: string | null;
  readonly status: "active" | "archived";
  readonly position: number;
  readonly maxPerOrder: number | null;
  readonly startsAt: string | null;
  readonly showsQuantityLeft?: boolean;
  readonly holderName: "required" | "optional" | "none";
  readonly ageRule: AgeRule | null;
  readonly bibs?: Bibs | null;
  readonly categoryRule?: CategoryRule | null;
  readonly translations?: TicketTypeTranslations;
  readonly externalId?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface Checklist {
  readonly payments: boolean;
  readonly imprint: boolean;
  readonly terms: boolean;
  readonly privacy: boolean;
  readonly event: boolean;
  readonly testOrder: boolean;
  readonly hasSales: boolean;
}

export interface ClassChange {
  readonly ticketId: string;
  readonly orderNumber: string;
  readonly holderName: string | null;
  readonly category: string | null;
  readonly categoryThen: string | null;
  readonly ageError: "too_young" | "too_old" | null;
}

export interface ClassChanges {
  readonly count: number;
  readonly persons: ReadonlyArray<ClassChange>;
}

export interface ClockMove {
  readonly now: string;
}

export interface ComputeCategories {
  readonly ticketTypeId?: string;
  readonly dryRun?: boolean;
}

export interface ComputedCategories {
  readonly changed: number;
}

export interface ConflictSettlement {
  readonly note: string;
}

export interface ConflictTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeName: string;
  readonly bib: string;
}

export interface CreateAddon {
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly externalId?: string;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly unitsPerPurchase?: number;
  readonly assignedTo?: "order" | "holder";
  readonly maxPerHolder?: number | null;
  readonly quantity?: number | null;
  readonly status?: "active" | "archived";
  readonly translations?: AddonTranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface CreateEvent {
  readonly name: string;
  readonly startsAt: string;
  readonly status?: "draft" | "published";
  readonly externalId?: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly endsAt?: string | null;
  readonly timezone?: string;
  readonly venue?: VenueFields | null;
  readonly posterUrl?: string | null;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly defaultLanguage?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
  readonly nameFields?: "full" | "firstAndLast";
  readonly waitingRoom?: WaitingRoomFields | null;
  readonly translations?: EventTranslationsPatch | null;
  readonly answersUntil?: string | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface CreateQuestion {
  readonly askedOf: "buyer" | "holder";
  readonly kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
  readonly key?: "birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian" | null;
  readonly label: string;
  readonly position?: number;
  readonly help?: string | null;
  readonly isRequired?: boolean;
  readonly options?: ReadonlyArray<QuestionOptionFields> | null;
  readonly minimum?: number | string | null;
  readonly maximum?: number | string | null;
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly pattern?: string | null;
  readonly default?: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null;
  readonly shownIf?: QuestionConditionFields | null;
  readonly maxAge?: number | null;
  readonly offerIds?: ReadonlyArray<string> | null;
  readonly isMarketing?: boolean;
  readonly retentionDays?: number | null;
  readonly translations?: QuestionTranslationsFields;
}

export interface CreateTicketType {
  readonly name: string;
  readonly price: number;
  readonly externalId?: string;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly quantity?: number | null;
  readonly minPerOrder?: number;
  readonly maxPerOrder?: number | null;
  readonly bibs?: BibsFields | null;
  readonly salesStartAt?: string | null;
  readonly salesEndAt?: string | null;
  readonly startsAt?: string | null;
  readonly showsQuantityLeft?: boolean;
  readonly holderName?: "required" | "optional" | "none";
  readonly ageRule?: AgeRuleFields | null;
  readonly categoryRule?: CategoryRuleFields | null;
  readonly status?: "active" | "archived";
  readonly position?: number;
  readonly translations?: TicketTypeTranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface CreatedApiKey {
  readonly id: string;
  readonly key: string;
  readonly kind: "secret" | "publishable";
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write">;
}

export interface CreatedWebhookEndpoint {
  readonly endpoint: WebhookEndpointSettings;
  readonly secret: string;
  readonly publicKey: string | null;
}

export interface CustomHeader {
  readonly name: string;
  readonly value?: string;
}

export interface DatabaseHealth {
  readonly kind: string;
  readonly sizeBytes: number;
}

export interface DeliveredEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
  readonly createdAt: string;
  readonly body: string;
}

export interface DeliveryAttempt {
  readonly startedAt: string;
  readonly latencyMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly problem: "redirect" | "unauthorized" | "not_found" | "gone" | "rate_limited" | "rejected" | "server_error" | "timeout" | "connection_refused" | "connection_lost" | "host_unknown" | "unreachable" | "tls" | "private_address" | "invalid_response" | "other" | null;
  readonly requestUrl: string | null;
  readonly requestHeaders: ReadonlyArray<RequestHeader> | null;
}

export interface DeliveryCounts {
  readonly pending: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface DeliveryDetail {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endpoint: WebhookEndpointSettings;
  readonly event: DeliveredEvent;
  readonly attempts: ReadonlyArray<DeliveryAttempt>;
}

export interface DeliveryPage {
  readonly data: ReadonlyArray<ListedDelivery>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly searchedBackTo: string | null;
}

export interface DevicePairing {
  readonly pairingCode: string;
  readonly pairingExpiresAt: string;
  readonly pairingUrl: string;
}

export interface DevicePatch {
  readonly name: string;
}

export interface EndpointFailure {
  readonly deliveryId: string;
  readonly startedAt: string;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly problem: "redirect" | "unauthorized" | "not_found" | "gone" | "rate_limited" | "rejected" | "server_error" | "timeout" | "connection_refused" | "connection_lost" | "host_unknown" | "unreachable" | "tls" | "private_address" | "invalid_response" | "other" | null;
}

export interface EndpointHealth {
  readonly succeeded: number;
  readonly failed: number;
  readonly latencyMedianMs: number | null;
  readonly latencyHighMs: number | null;
  readonly hours: ReadonlyArray<EndpointHour>;
  readonly queue: EndpointQueue;
  readonly lastFailure: EndpointFailure | null;
}

export interface EndpointHour {
  readonly start: string;
  readonly succeeded: number;
  readonly failed: number;
}

export interface EndpointQueue {
  readonly pending: number;
  readonly hasMore: boolean;
  readonly oldestAt: string | null;
  readonly nextAttemptAt: string | null;
}

export interface EndpointThrottle {
  readonly deliveries: number;
  readonly per: "second" | "minute";
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

export interface EntitlementPage {
  readonly data: ReadonlyArray<Entitlement>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface EntitlementWithHistory {
  readonly entitlement: Entitlement;
  readonly history: ReadonlyArray<UnitChange>;
  readonly isComplete: boolean;
}

export interface ErasedInOrder {
  readonly orderNumber: string;
  readonly ticketIds: ReadonlyArray<string>;
}

export interface Erasure {
  readonly organizers: ReadonlyArray<ErasureAtOrganizer>;
}

export interface ErasureAtOrganizer {
  readonly slug: string;
  readonly name: string;
  readonly isSandbox: boolean;
  readonly isMember: boolean;
  readonly isInvited: boolean;
  readonly ordersLeft: number;
  readonly removed: ReadonlyArray<string>;
  readonly otherOrders: ReadonlyArray<ErasedInOrder>;
  readonly kept: ReadonlyArray<KeptOrder>;
}

export interface Event {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly status: "draft" | "published" | "archived";
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly timezone: string;
  readonly venue: Venue | null;
  readonly posterUrl: string | null;
  readonly currency: string;
  readonly ticketTypes: ReadonlyArray<TicketType>;
  readonly publicSlug: string | null;
  readonly defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
  readonly nameFields: "full" | "firstAndLast";
  readonly addons: ReadonlyArray<Addon>;
  readonly waitingRoom: WaitingRoom | null;
  readonly translations?: EventTranslations;
  readonly answersUntil: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface EventCopy {
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt?: string | null;
  readonly slug?: string;
}

export interface EventDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
}

export interface EventPage {
  readonly data: ReadonlyArray<Event | PublicEvent | ChangedEvent>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface EventPreview {
  readonly url: string;
  readonly expiresAt: string;
}

export interface EventTexts {
  readonly name?: string;
  readonly description?: string;
}

export interface EventTextsPatch {
  readonly name?: string | null;
  readonly description?: string | null;
}

export interface EventTranslations {
  readonly en?: EventTexts;
  readonly de?: EventTexts;
  readonly fr?: EventTexts;
  readonly es?: EventTexts;
  readonly it?: EventTexts;
  readonly nl?: EventTexts;
  readonly pl?: EventTexts;
}

export interface EventTranslationsPatch {
  readonly en?: EventTextsPatch | null;
  readonly de?: EventTextsPatch | null;
  readonly fr?: EventTextsPatch | null;
  readonly es?: EventTextsPatch | null;
  readonly it?: EventTextsPatch | null;
  readonly nl?: EventTextsPatch | null;
  readonly pl?: EventTextsPatch | null;
}

export interface EventWithPersonalData {
  readonly id: string;
  readonly name: string;
  readonly endedAt: string;
  readonly orders: number;
  readonly tickets: number;
}

export interface FailedRefund {
  readonly id: string;
  readonly orderNumber: string;
  readonly amount: number;
  readonly currency: string;
}

export interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly failingSince: string;
}

export interface FeeBreakdown {
  readonly subtotal: number;
  readonly discount: number;
  readonly platformFee: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
  readonly organizerNet: number;
  readonly paidBy: "buyer" | "organizer";
}

export interface FeePolicy {
  readonly platformFeeBps: number;
  readonly platformFeeFixed: number;
  readonly paymentFeeBps: number;
  readonly paymentFeeFixed: number;
  readonly taxBps: number;
  readonly taxMode: "included" | "on_top";
  readonly paidBy: "buyer" | "organizer";
}

export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Figures {
  readonly orders: number;
  readonly tickets: number;
  readonly ticketsRefunded: number;
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
  readonly net: number;
}

export interface FirstOperator {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export interface GateAdmissions {
  readonly gateId: string;
  readonly steps: ReadonlyArray<AdmissionStep>;
}

export interface GateCounts {
  readonly gateId: string;
  readonly admitted: number;
  readonly exited: number;
  readonly refused: number;
  readonly minutes: ReadonlyArray<GateMinute>;
}

export interface GateMinute {
  readonly at: string;
  readonly admitted: number;
  readonly exited: number;
  readonly refused: number;
}

export interface GatePatch {
  readonly name?: string;
  readonly direction?: "entry" | "exit" | "both";
  readonly reentry?: boolean;
  readonly ticketTypeIds?: ReadonlyArray<string> | null;
  readonly categories?: ReadonlyArray<string> | null;
  readonly opensAt?: string | null;
  readonly closesAt?: string | null;
  readonly isArchived?: boolean;
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

export interface Health {
  readonly version: string;
  readonly database: DatabaseHealth;
  readonly migrations: ReadonlyArray<string>;
  readonly queues: QueuesHealth;
  readonly outgoing: ReadonlyArray<OutgoingState>;
  readonly failingEndpointCount: number;
  readonly failingEndpoints: ReadonlyArray<OperatorFailingEndpoint>;
  readonly disabledEndpointCount: number;
  readonly newestFailedMails: ReadonlyArray<OperatorFailedMail>;
  readonly failedMails: number;
  readonly failedRefunds: number;
  readonly uncountedEvents: number;
  readonly uncountedEventsMax: number;
  readonly settings: ReadonlyArray<SettingView>;
}

export interface HoldLimits {
  readonly perAddress: number | null;
  readonly perEmail: number | null;
}

export interface HoldLimitsPatch {
  readonly perAddress?: number | null;
  readonly perEmail?: number | null;
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

export type HolderCorrected = Readonly<Record<string, never>>;

export interface HolderCorrection {
  readonly holderName?: string | null;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly bib?: string;
  readonly category?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
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

export interface ItemToRefund {
  readonly itemId: string;
  readonly quantity: number;
}

export interface KeptOrder {
  readonly orderNumber: string;
  readonly reason: "pending" | "payment_open";
}

export interface KeyScope {
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write";
  readonly description: string;
  readonly kinds: ReadonlyArray<"secret" | "publishable">;
  readonly needsOperator: boolean;
}

export interface KeyScopeList {
  readonly data: ReadonlyArray<KeyScope>;
}

export interface LedgerEntry {
  readonly id: string;
  readonly position: number;
  readonly kind: "sale" | "refund" | "payout";
  readonly orderNumber: string | null;
  readonly reference: string | null;
  readonly currency: string;
  readonly gross: number;
  readonly refunds: number;
  readonly platformFees: number;
  readonly paymentFees: number;
  readonly taxes: number;
  readonly paidOut: number;
  readonly receivedBy: "platform" | "organizer" | "nobody" | null;
  readonly change: number;
  readonly at: string;
}

export interface LedgerPage {
  readonly data: ReadonlyArray<LedgerEntry>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface LinkInvalidation {
  readonly replaceQrCodes?: boolean;
}

export interface LinksInvalidated {
  readonly orderNumber: string;
  readonly replacedQrCodes: number;
}

export interface ListedAttendee {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly issuedAt: string;
  readonly updatedAt: string;
  readonly usedAt: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly holderName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly bib: string;
  readonly category: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly answers: ReadonlyArray<Answer>;
  readonly buyer: AttendeeBuyer;
  readonly addons: ReadonlyArray<AttendeeAddon>;
}

export interface ListedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly eventCreatedAt: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
}

export interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
  readonly createdAt: string;
  readonly deliveries: ReadonlyArray<EventDelivery>;
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

export interface ManagedDevice {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly roles: ReadonlyArray<"gate" | "bar">;
  readonly gateIds: ReadonlyArray<string> | null;
  readonly carriesNames: boolean;
  readonly createdAt: string;
  readonly pairedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastSeenAt: string | null;
  readonly battery: number | null;
  readonly appVersion: string | null;
  readonly queueLength: number | null;
}

export interface ManagedDevices {
  readonly data: ReadonlyArray<ManagedDevice>;
}

export interface ManagedGate {
  readonly id: string;
  readonly name: string;
  readonly direction: "entry" | "exit" | "both";
  readonly reentry: boolean;
  readonly ticketTypeIds: ReadonlyArray<string> | null;
  readonly categories: ReadonlyArray<string> | null;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly eventId: string;
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

export interface ManagedGates {
  readonly data: ReadonlyArray<ManagedGate>;
}

export interface MarkAsPaid {
  readonly late: boolean;
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
  readonly hasSecondFactor: boolean;
  readonly joinedAt: string;
}

export interface MemberKey {
  readonly id: string;
  readonly name: string;
  readonly kind: "publishable" | "secret";
  readonly last4: string;
  readonly scopes: ReadonlyArray<string>;
}

export interface MemberKeyList {
  readonly data: ReadonlyArray<MemberKey>;
}

export interface MemberList {
  readonly members: ReadonlyArray<Member>;
  readonly invitations: ReadonlyArray<Invitation>;
  readonly operators: ReadonlyArray<ServiceOperator>;
}

export interface MemberOrder {
  readonly orderNumber: string;
  readonly eventId: string;
  readonly status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
  readonly currency: string;
  readonly subtotal: number;
  readonly total: number;
  readonly refundedTotal: number;
  readonly ticketCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly paidAt: string | null;
  readonly expiresAt: string | null;
  readonly paymentMethod: string | null;
  readonly buyer?: Buyer;
}

export interface MemberOrderDetail {
  readonly order: OrderDetail;
  readonly entitlements: ReadonlyArray<Entitlement>;
  readonly paymentMethod: string | null;
  readonly buyerRemovedAt: string | null;
  readonly refundedTax: number;
  readonly actions: ReadonlyArray<"pay" | "pay_late" | "cancel" | "refund" | "send_tickets" | "open_tickets" | "correct_buyer" | "invalidate_links" | "correct_holder">;
  readonly payments: ReadonlyArray<Payment>;
}

export interface MemberOrderPage {
  readonly data: ReadonlyArray<MemberOrder>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface MemberTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly issuedAt: string;
  readonly updatedAt: string;
  readonly usedAt: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly holderName?: string | null;
  readonly bib?: string;
}

export interface MemberTicketPage {
  readonly data: ReadonlyArray<MemberTicket>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface MemberUpdate {
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface MemberUpdated {
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface MissingAnswers {
  readonly count: number;
}

export interface NewApiKey {
  readonly kind: "secret" | "publishable";
  readonly name: string;
  readonly scopes?: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write">;
  readonly lifetimeDays?: number | null;
}

export interface NewBuyer {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface NewDevice {
  readonly name: string;
  readonly roles: ReadonlyArray<"gate" | "bar">;
  readonly gateIds?: ReadonlyArray<string> | null;
  readonly carriesNames?: boolean;
}

export interface NewEndpointThrottle {
  readonly deliveries: number;
  readonly per: "second" | "minute";
}

export interface NewFeePolicy {
  readonly platformFeeBps: number;
  readonly platformFeeFixed: number;
  readonly paymentFeeBps: number;
  readonly paymentFeeFixed: number;
  readonly taxBps: number;
  readonly taxMode: "included" | "on_top";
  readonly paidBy: "buyer" | "organizer";
}

export interface NewGate {
  readonly name: string;
  readonly direction?: "entry" | "exit" | "both";
  readonly reentry?: boolean;
  readonly ticketTypeIds?: ReadonlyArray<string> | null;
  readonly categories?: ReadonlyArray<string> | null;
  readonly opensAt?: string | null;
  readonly closesAt?: string | null;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface NewOrderByHand {
  readonly eventId: string;
  readonly items?: ReadonlyArray<CartTicket>;
  readonly addons?: ReadonlyArray<CartAddon>;
  readonly expectedTotal?: number;
  readonly buyer: NewBuyer;
  readonly attendees?: ReadonlyArray<Attendee>;
  readonly sale: "box_office" | "complimentary";
}

export interface NewOrganizer {
  readonly name: string;
  readonly slug: string;
  readonly currency: string;
  readonly timezone: string;
}

export interface NewPasskey {
  readonly name: string;
  readonly response: PasskeyAttestation;
}

export interface NewPayout {
  readonly amount: number;
  readonly reference?: string;
}

export interface NewPersonalDataDays {
  readonly personalDataDays: number | null;
}

export interface NewReplay {
  readonly since: string;
  readonly onlyFailed: boolean;
}

export interface NewReversalTime {
  readonly reverseWithinSeconds: number;
}

export interface NewScopeRequest {
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write";
  readonly reason: string;
}

export interface NewSecondFactor {
  readonly uri: string;
  readonly recoveryCodes: ReadonlyArray<string>;
}

export interface NewSlug {
  readonly slug: string;
}

export interface NewStartListView {
  readonly name: string;
  readonly format: "csv" | "xlsx" | "raceResult";
  readonly columns: ReadonlyArray<"bib" | "holderName" | "firstName" | "lastName" | "ticketType" | "category" | "birthDate" | "age" | "sex" | "nationality" | "club" | "team" | "addons" | "status" | "usedAt" | "issuedAt" | "buyerName" | "buyerEmail" | "buyerPhone" | "orderNumber" | "paidAt" | "ticketId" | "qrValue" | "fields">;
  readonly questions: ReadonlyArray<string>;
  readonly includeVoid: boolean;
}

export interface NewTranslations {
  readonly translations?: OrganizerTranslationsPatch | null;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: ReadonlyArray<string>;
  readonly description?: string | null;
  readonly ed25519?: boolean;
  readonly headers?: ReadonlyArray<CustomHeader>;
  readonly throttle?: NewEndpointThrottle | null;
  readonly eventIds?: ReadonlyArray<string>;
}

export interface OfferSequence {
  readonly ids: ReadonlyArray<string>;
}

export interface OperatorFailedMail {
  readonly id: string;
  readonly organizerSlug: string | null;
  readonly organizerName: string | null;
  readonly orderNumber: string | null;
  readonly kind: string;
  readonly error: string | null;
  readonly failedAt: string;
}

export interface OperatorFailingEndpoint {
  readonly id: string;
  readonly organizerSlug: string;
  readonly organizerName: string;
  readonly host: string;
  readonly failingSince: string;
  readonly isDisabled: boolean;
  readonly undelivered: number;
}

export interface OperatorScopeRequest {
  readonly id: string;
  readonly keyId: string;
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write";
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

export interface OrderChanged {
  readonly orderNumber: string;
  readonly status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
}

export interface OrderDetail {
  readonly orderNumber: string;
  readonly eventId: string;
  readonly status: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
  readonly currency: string;
  readonly subtotal: number;
  readonly total: number;
  readonly refundedTotal: number;
  readonly ticketCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly paidAt: string | null;
  readonly expiresAt: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly buyer?: Buyer;
  readonly feeBreakdown: FeeBreakdown;
  readonly items: ReadonlyArray<OrderItem>;
  readonly tickets: ReadonlyArray<OrderTicket>;
}

export interface OrderItem {
  readonly id: string;
  readonly kind: "ticket" | "addon";
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly quantityRefunded: number;
  readonly unitPrice: number;
  readonly total: number;
}

export interface OrderMoney {
  readonly orderNumber: string;
  readonly amount: number;
  readonly currency: string;
}

export interface OrderSearch {
  readonly text: string;
  readonly status?: "pending" | "paid" | "partially_refunded" | "refunded" | "cancelled" | "expired";
  readonly eventId?: string;
  readonly method?: string;
  readonly createdSince?: string;
  readonly createdBefore?: string;
}

export interface OrderTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly issuedAt: string;
  readonly updatedAt: string;
  readonly usedAt: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly holderName?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly bib?: string;
  readonly category?: string | null;
  readonly qrValue?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly answers?: ReadonlyArray<Answer>;
  readonly addons?: ReadonlyArray<HolderAddon>;
}

export interface OrganizerPage {
  readonly data: ReadonlyArray<OrganizerRow>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface OrganizerProfile {
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly websiteUrl: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly replyTo: string | null;
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly paymentText: string | null;
  readonly mailGreeting: string | null;
  readonly returnOrigins: string | null;
}

export interface OrganizerProfilePatch {
  readonly contactEmail?: string;
  readonly contactPhone?: string;
  readonly websiteUrl?: string;
  readonly imprintUrl?: string;
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
  readonly replyTo?: string;
  readonly logoUrl?: string;
  readonly accentColor?: string;
  readonly accountHolder?: string;
  readonly iban?: string;
  readonly bic?: string;
  readonly paymentText?: string;
  readonly mailGreeting?: string;
  readonly returnOrigins?: string;
}

export interface OrganizerRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly feePolicy: FeePolicy;
  readonly suspendedAt: string | null;
  readonly createdAt: string;
}

export interface OrganizerSettings {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly profile: OrganizerProfile;
  readonly translations: OrganizerTranslations;
  readonly feePolicy: FeePolicy;
  readonly holdLimits: HoldLimits;
  readonly reverseWithinSeconds: number;
  readonly personalDataDays: number | null;
  readonly suspendedAt: string | null;
  readonly createdAt: string;
}

export interface OrganizerTexts {
  readonly paymentText?: string;
  readonly mailGreeting?: string;
}

export interface OrganizerTextsPatch {
  readonly paymentText?: string | null;
  readonly mailGreeting?: string | null;
}

export interface OrganizerTranslations {
  readonly en?: OrganizerTexts;
  readonly de?: OrganizerTexts;
  readonly fr?: OrganizerTexts;
  readonly es?: OrganizerTexts;
  readonly it?: OrganizerTexts;
  readonly nl?: OrganizerTexts;
  readonly pl?: OrganizerTexts;
}

export interface OrganizerTranslationsPatch {
  readonly en?: OrganizerTextsPatch | null;
  readonly de?: OrganizerTextsPatch | null;
  readonly fr?: OrganizerTextsPatch | null;
  readonly es?: OrganizerTextsPatch | null;
  readonly it?: OrganizerTextsPatch | null;
  readonly nl?: OrganizerTextsPatch | null;
  readonly pl?: OrganizerTextsPatch | null;
}

export interface OutgoingState {
  readonly kind: "mails" | "webhooks" | "payments";
  readonly heldSince: string | null;
  readonly waiting: number;
}

export interface Overview {
  readonly from: string;
  readonly to: string;
  readonly previousFrom: string;
  readonly previousTo: string;
  readonly timezone: string;
  readonly currencies: ReadonlyArray<OverviewCurrency>;
}

export interface OverviewCurrency {
  readonly currency: string;
  readonly total: Figures;
  readonly previous: Figures;
  readonly balance: number | null;
  readonly balanceBefore: number | null;
  readonly days: ReadonlyArray<OverviewDay>;
  readonly previousDays: ReadonlyArray<OverviewDay>;
  readonly events: ReadonlyArray<OverviewEvent>;
  readonly offers: ReadonlyArray<OverviewOffer>;
}

export interface OverviewDay {
  readonly day: string;
  readonly orders: number;
  readonly tickets: number;
  readonly ticketsRefunded: number;
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
  readonly net: number;
  readonly balance: number | null;
}

export interface OverviewEvent {
  readonly eventId: string;
  readonly name: string;
  readonly previousGross: number;
  readonly orders: number;
  readonly tickets: number;
  readonly ticketsRefunded: number;
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
  readonly net: number;
}

export interface OverviewOffer {
  readonly eventId: string;
  readonly eventName: string;
  readonly offerId: string;
  readonly kind: "ticket" | "addon";
  readonly name: string;
  readonly orders: number;
  readonly tickets: number;
  readonly ticketsRefunded: number;
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
  readonly net: number;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface PasskeyAlgorithm {
  readonly type: "public-key";
  readonly alg: number;
}

export interface PasskeyAssertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export interface PasskeyAttestation {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: ReadonlyArray<string>;
}

export interface PasskeyCreated {
  readonly passkey: Passkey;
  readonly recoveryCodes: ReadonlyArray<string>;
}

export interface PasskeyCreationOptions {
  readonly rp: PasskeyWebsite;
  readonly user: PasskeyUser;
  readonly challenge: string;
  readonly pubKeyCredParams: ReadonlyArray<PasskeyAlgorithm>;
  readonly timeout: number;
  readonly attestation: "none";
  readonly excludeCredentials: ReadonlyArray<PasskeyDescriptor>;
  readonly authenticatorSelection: PasskeySelection;
}

export interface PasskeyDescriptor {
  readonly id: string;
  readonly type: "public-key";
  readonly transports: ReadonlyArray<string>;
}

export interface PasskeyList {
  readonly data: ReadonlyArray<Passkey>;
}

export interface PasskeyOptionsRequest {
  readonly currentPassword?: string;
}

export interface PasskeyRemoval {
  readonly currentPassword?: string;
}

export type PasskeyRemoved = Readonly<Record<string, never>>;

export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: "required" | "preferred";
  readonly allowCredentials?: ReadonlyArray<PasskeyDescriptor>;
}

export interface PasskeySelection {
  readonly residentKey: "preferred";
  readonly userVerification: "required" | "preferred";
}

export type PasskeySignInRequest = Readonly<Record<string, never>>;

export interface PasskeyUpdate {
  readonly name: string;
}

export interface PasskeyUpdated {
  readonly name: string;
}

export interface PasskeyUser {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
}

export interface PasskeyWebsite {
  readonly id: string;
  readonly name: string;
}

export interface PasswordChange {
  readonly currentPassword?: string;
  readonly newPassword: string;
}

export type PasswordChanged = Readonly<Record<string, never>>;

export interface Payment {
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly status: "open" | "closing" | "closed" | "paid" | "refused" | "failed";
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly refunds: ReadonlyArray<PaymentRefund>;
  readonly disputes: ReadonlyArray<PaymentDispute>;
}

export interface PaymentDispute {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: "open" | "won" | "lost";
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PaymentRefund {
  readonly id: string;
  readonly retryOf: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: "pending" | "succeeded" | "failed";
  readonly error: string | null;
  readonly origin: "provider" | "dispute" | null;
  readonly asksTickets: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Payout {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly currency: string;
  readonly status: "open" | "final" | "paid";
  readonly ordersPaid: number;
  readonly ticketsSold: number;
  readonly gross: number;
  readonly refunds: number;
  readonly platformFees: number;
  readonly paymentFees: number;
  readonly taxes: number;
  readonly net: number;
  readonly collectedByPlatform: number;
  readonly collectedByOrganizer: number;
  readonly held: number;
  readonly paidOut: number;
  readonly balance: number;
  readonly updatedAt: string;
  readonly organizerSlug: string;
  readonly organizerName: string;
  readonly isSuspended: boolean;
  readonly account: PayoutAccount;
  readonly eventEndsAt: string;
}

export interface PayoutAccount {
  readonly holder: string;
  readonly iban: string | null;
  readonly bic: string | null;
}

export interface PayoutPage {
  readonly data: ReadonlyArray<Payout>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Person {
  readonly email: string;
  readonly organizers: ReadonlyArray<PersonAtOrganizer>;
}

export interface PersonAtOrganizer {
  readonly slug: string;
  readonly name: string;
  readonly isSandbox: boolean;
  readonly isMember: boolean;
  readonly isInvited: boolean;
  readonly ordersLeft: number;
  readonly orders: ReadonlyArray<PersonOrder>;
  readonly otherOrders: ReadonlyArray<PersonInOrder>;
}

export interface PersonInOrder {
  readonly orderNumber: string;
  readonly ticketId: string | null;
  readonly answers: ReadonlyArray<Answer>;
  readonly ticket: OrderTicket | null;
  readonly scans: ReadonlyArray<ScanRecord>;
}

export interface PersonOrder {
  readonly eventName: string;
  readonly language: string | null;
  readonly detail: MemberOrderDetail;
  readonly timeline: ReadonlyArray<TimelineEntry>;
  readonly scans: ReadonlyArray<ScanRecord>;
}

export interface PersonRequest {
  readonly email: string;
}

export interface PricedLine {
  readonly kind: "ticket" | "addon";
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
  readonly attendee: number | null;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: "invalid_request" | "not_signed_in" | "sign_in_failed" | "not_permitted" | "not_found" | "method_not_allowed" | "request_timeout" | "insufficient_units" | "ref_conflict" | "idempotency_conflict" | "capacity_below_sold" | "sold_out" | "price_changed" | "invalid_state" | "link_not_valid" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "too_many_failed_attempts" | "headers_too_large" | "internal_error" | "unavailable";
  readonly reason: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly errors?: ReadonlyArray<FieldError>;
}

export interface PublicAddon {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly currency: string;
  readonly unitsPerPurchase: number;
  readonly assignedTo: "order" | "holder";
  readonly maxPerHolder: number | null;
  readonly soldOut: boolean;
  readonly status: "active" | "archived";
}

export interface PublicEvent {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly status: "draft" | "published" | "archived";
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly timezone: string;
  readonly venue: Venue | null;
  readonly posterUrl: string | null;
  readonly currency: string;
  readonly ticketTypes: ReadonlyArray<PublicTicketType>;
  readonly publicSlug: string | null;
  readonly defaultLanguage: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
  readonly nameFields: "full" | "firstAndLast";
  readonly addons: ReadonlyArray<PublicAddon>;
  readonly questions: ReadonlyArray<PublicQuestion>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PublicQuestion {
  readonly id: string;
  readonly eventId: string;
  readonly position: number;
  readonly askedOf: "buyer" | "holder";
  readonly kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
  readonly key: "birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian" | null;
  readonly label: string;
  readonly help: string | null;
  readonly isRequired: boolean;
  readonly options: ReadonlyArray<PublicQuestionOption> | null;
  readonly minimum: number | string | null;
  readonly maximum: number | string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly default: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null;
  readonly shownIf: QuestionCondition | null;
  readonly maxAge: number | null;
  readonly offerIds: ReadonlyArray<string> | null;
  readonly version: number;
  readonly translations: QuestionTranslations;
}

export interface PublicQuestionOption {
  readonly code: string;
  readonly label: string;
}

export interface PublicTicketType {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly currency: string;
  readonly soldOut: boolean;
  readonly minPerOrder: number;
  readonly salesStartAt: string | null;
  readonly salesEndAt: string | null;
  readonly status: "active" | "archived";
  readonly position: number;
  readonly maxPerOrder: number;
  readonly startsAt: string | null;
  readonly quantityLeft: number | null;
  readonly holderName: "required" | "optional" | "none";
  readonly ageRule: AgeRule | null;
}

export interface Question {
  readonly id: string;
  readonly eventId: string;
  readonly position: number;
  readonly askedOf: "buyer" | "holder";
  readonly kind: "text" | "longText" | "number" | "date" | "choice" | "choices" | "boolean" | "country" | "phone" | "email" | "consent" | "contact" | "address";
  readonly key: "birthDate" | "sex" | "nationality" | "club" | "team" | "company" | "diet" | "emergencyContact" | "postalAddress" | "guardian" | null;
  readonly label: string;
  readonly help: string | null;
  readonly isRequired: boolean;
  readonly options: ReadonlyArray<QuestionOption> | null;
  readonly minimum: number | string | null;
  readonly maximum: number | string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly default: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null;
  readonly shownIf: QuestionCondition | null;
  readonly maxAge: number | null;
  readonly offerIds: ReadonlyArray<string> | null;
  readonly isMarketing: boolean;
  readonly retentionDays: number | null;
  readonly isArchived: boolean;
  readonly version: number;
  readonly translations: QuestionTranslations;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface QuestionCondition {
  readonly questionId: string;
  readonly values: ReadonlyArray<string>;
}

export interface QuestionConditionFields {
  readonly questionId: string;
  readonly values: ReadonlyArray<string>;
}

export interface QuestionList {
  readonly data: ReadonlyArray<Question>;
}

export interface QuestionOption {
  readonly code: string;
  readonly label: string;
  readonly isArchived: boolean;
}

export interface QuestionOptionFields {
  readonly code: string;
  readonly label: string;
  readonly isArchived?: boolean;
}

export interface QuestionToForget {
  readonly eventId: string;
  readonly eventName: string;
  readonly endedAt: string;
  readonly id: string;
  readonly label: string;
  readonly answers: number;
}

export interface QuestionTranslation {
  readonly label?: string;
  readonly help?: string;
  readonly options?: Readonly<Record<string, string>>;
}

export interface QuestionTranslationFields {
  readonly label?: string;
  readonly help?: string;
  readonly options?: Readonly<Record<string, string>>;
}

export interface QuestionTranslations {
  readonly en?: QuestionTranslation;
  readonly de?: QuestionTranslation;
  readonly fr?: QuestionTranslation;
  readonly es?: QuestionTranslation;
  readonly it?: QuestionTranslation;
  readonly nl?: QuestionTranslation;
  readonly pl?: QuestionTranslation;
}

export interface QuestionTranslationsFields {
  readonly en?: QuestionTranslationFields;
  readonly de?: QuestionTranslationFields;
  readonly fr?: QuestionTranslationFields;
  readonly es?: QuestionTranslationFields;
  readonly it?: QuestionTranslationFields;
  readonly nl?: QuestionTranslationFields;
  readonly pl?: QuestionTranslationFields;
}

export interface QueueHealth {
  readonly waiting: number;
  readonly due: number;
  readonly oldestDueAt: string | null;
}

export interface QueuesHealth {
  readonly webhooks: QueueHealth;
  readonly mails: QueueHealth;
  readonly refunds: QueueHealth;
}

export interface QuoteByHand {
  readonly eventId: string;
  readonly items?: ReadonlyArray<CartTicket>;
  readonly addons?: ReadonlyArray<CartAddon>;
  readonly expectedTotal?: number;
  readonly attendees?: ReadonlyArray<CartAttendee>;
  readonly sale: "box_office" | "complimentary";
}

export interface QuotedByHand {
  readonly currency: string;
  readonly lines: ReadonlyArray<PricedLine>;
  readonly feeBreakdown: FeeBreakdown;
  readonly shortages: ReadonlyArray<Shortage>;
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

export interface RefundPreview {
  readonly currency: string;
  readonly amount: number;
  readonly tax: number;
  readonly fees: number;
  readonly balanceDecrease: number;
  readonly byProvider: number;
  readonly byOrganizer: number;
  readonly ticketsVoided: number;
  readonly ticketsUsed: number;
  readonly unitsVoided: number;
  readonly unitsConsumed: number;
  readonly isWhole: boolean;
  readonly refundedQuantity: number;
  readonly refundedTotal: number;
  readonly tickets: ReadonlyArray<RefundableTicket>;
  readonly items: ReadonlyArray<RefundableItem>;
}

export interface RefundRequest {
  readonly items?: ReadonlyArray<ItemToRefund>;
  readonly ticketIds?: ReadonlyArray<string>;
  readonly amount?: number;
  readonly reason?: string;
  readonly refundedQuantity: number;
  readonly refundedTotal?: number;
}

export interface RefundResult {
  readonly currency: string;
  readonly amount: number;
  readonly byProvider: number;
  readonly byOrganizer: number;
}

export interface RefundSelection {
  readonly items?: ReadonlyArray<ItemToRefund>;
  readonly ticketIds?: ReadonlyArray<string>;
  readonly amount?: number;
  readonly reason?: string;
}

export interface RefundableItem {
  readonly itemId: string;
  readonly quantity: number;
  readonly refundable: number;
}

export interface RefundableTicket {
  readonly ticketId: string;
  readonly isChosen: boolean;
}

export interface RefusedBibRow {
  readonly row: number;
  readonly problem: "no_key" | "unknown_ticket" | "several_tickets" | "repeated_ticket" | "repeated_bib" | "bib_taken" | "bib_too_long";
}

export interface RequestHeader {
  readonly name: string;
  readonly value: string;
}

export interface RetentionPreview {
  readonly events: ReadonlyArray<EventWithPersonalData>;
  readonly questions: ReadonlyArray<QuestionToForget>;
}

export interface RetriedRefund {
  readonly id: string;
}

export interface RevokedApiKey {
  readonly id: string;
  readonly revokedAt: string;
}

export interface RolledApiKey {
  readonly id: string;
  readonly key: string;
  readonly kind: "secret" | "publishable";
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write">;
  readonly previous: RolledApiKeyPrevious;
}

export interface RolledApiKeyPrevious {
  readonly id: string;
  readonly expiresAt: string;
}

export interface RotatedSecret {
  readonly secret: string;
  readonly publicKey: string | null;
  readonly previousUntil: string;
}

export interface Sandbox {
  readonly slug: string;
  readonly now: string;
  readonly isClockMoved: boolean;
  readonly clockLimit: string;
  readonly resetStartedAt: string | null;
}

export interface ScanConflict {
  readonly id: string;
  readonly eventId: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly source: "device" | "key";
  readonly ticketId: string | null;
  readonly direction: "entry" | "exit";
  readonly scannedAt: string;
  readonly receivedAt: string;
  readonly isOffline: boolean;
  readonly result: "admitted" | "refused";
  readonly reason: "already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown" | null;
  readonly isForced: boolean;
  readonly isConflict: boolean;
  readonly hasImplausibleTime: boolean;
  readonly undoneAt: string | null;
  readonly ticket: ConflictTicket | null;
  readonly previous: ScanRecord | null;
  readonly settled: SettledConflict | null;
}

export interface ScanConflictPage {
  readonly data: ReadonlyArray<ScanConflict>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface ScanRecord {
  readonly id: string;
  readonly eventId: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly source: "device" | "key";
  readonly ticketId: string | null;
  readonly direction: "entry" | "exit";
  readonly scannedAt: string;
  readonly receivedAt: string;
  readonly isOffline: boolean;
  readonly result: "admitted" | "refused";
  readonly reason: "already_used" | "void" | "wrong_event" | "wrong_gate" | "not_open" | "closed" | "exited" | "not_inside" | "wrong_direction" | "unknown" | null;
  readonly isForced: boolean;
  readonly isConflict: boolean;
  readonly hasImplausibleTime: boolean;
  readonly undoneAt: string | null;
}

export interface ScanRecords {
  readonly data: ReadonlyArray<ScanRecord>;
}

export interface ScopeDecision {
  readonly status: "granted" | "declined";
  readonly note?: string | null;
}

export interface ScopeRequest {
  readonly id: string;
  readonly keyId: string;
  readonly scope: "events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write";
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

export interface SecondFactorChoice {
  readonly hasAuthenticator: boolean;
  readonly passkey: PasskeyRequestOptions | null;
}

export type SecondFactorChoiceRequest = Readonly<Record<string, never>>;

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

export interface SecretRotation {
  readonly graceHours: number;
}

export interface ServiceOperator {
  readonly id: string;
  readonly name: string;
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

export interface SettingView {
  readonly name: string;
  readonly value: string | null;
}

export interface SettledConflict {
  readonly at: string;
  readonly by: string;
  readonly note: string;
}

export interface Settlement {
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly currency: string;
  readonly status: "open" | "final" | "paid";
  readonly ordersPaid: number;
  readonly ticketsSold: number;
  readonly gross: number;
  readonly refunds: number;
  readonly platformFees: number;
  readonly paymentFees: number;
  readonly taxes: number;
  readonly net: number;
  readonly collectedByPlatform: number;
  readonly collectedByOrganizer: number;
  readonly held: number;
  readonly paidOut: number;
  readonly balance: number;
  readonly updatedAt: string;
}

export interface SettlementPage {
  readonly data: ReadonlyArray<Settlement>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Shortage {
  readonly kind: "ticket" | "addon";
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly requested: number;
  readonly available: number;
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

export interface SigningSecret {
  readonly secret: string;
  readonly publicKey: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export interface SigningSecrets {
  readonly secrets: ReadonlyArray<SigningSecret>;
}

export interface SoldOutTicketType {
  readonly eventId: string;
  readonly eventName: string;
  readonly ticketTypeId: string;
  readonly name: string;
}

export interface StartListView {
  readonly id: string;
  readonly name: string;
  readonly format: "csv" | "xlsx" | "raceResult";
  readonly columns: ReadonlyArray<"bib" | "holderName" | "firstName" | "lastName" | "ticketType" | "category" | "birthDate" | "age" | "sex" | "nationality" | "club" | "team" | "addons" | "status" | "usedAt" | "issuedAt" | "buyerName" | "buyerEmail" | "buyerPhone" | "orderNumber" | "paidAt" | "ticketId" | "qrValue" | "fields">;
  readonly questions: ReadonlyArray<string>;
  readonly includeVoid: boolean;
}

export interface StartListViews {
  readonly data: ReadonlyArray<StartListView>;
}

export interface StoredHeader {
  readonly name: string;
}

export interface Ticket {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly issuedAt: string;
  readonly updatedAt: string;
  readonly usedAt: string | null;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface TicketType {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly currency: string;
  readonly quantity: number | null;
  readonly sold: number;
  readonly reserved: number;
  readonly available: number | null;
  readonly minPerOrder: number;
  readonly salesStartAt: string | null;
  readonly salesEndAt: string | null;
  readonly status: "active" | "archived";
  readonly position: number;
  readonly maxPerOrder: number | null;
  readonly startsAt: string | null;
  readonly showsQuantityLeft: boolean;
  readonly holderName: "required" | "optional" | "none";
  readonly ageRule: AgeRule | null;
  readonly bibs: Bibs | null;
  readonly categoryRule: CategoryRule | null;
  readonly translations?: TicketTypeTranslations;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface TicketTypeTexts {
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
}

export interface TicketTypeTextsPatch {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly category?: string | null;
}

export interface TicketTypeTranslations {
  readonly en?: TicketTypeTexts;
  readonly de?: TicketTypeTexts;
  readonly fr?: TicketTypeTexts;
  readonly es?: TicketTypeTexts;
  readonly it?: TicketTypeTexts;
  readonly nl?: TicketTypeTexts;
  readonly pl?: TicketTypeTexts;
}

export interface TicketTypeTranslationsPatch {
  readonly en?: TicketTypeTextsPatch | null;
  readonly de?: TicketTypeTextsPatch | null;
  readonly fr?: TicketTypeTextsPatch | null;
  readonly es?: TicketTypeTextsPatch | null;
  readonly it?: TicketTypeTextsPatch | null;
  readonly nl?: TicketTypeTextsPatch | null;
  readonly pl?: TicketTypeTextsPatch | null;
}

export interface Timeline {
  readonly data: ReadonlyArray<TimelineEntry>;
}

export interface TimelineEntry {
  readonly at: string;
  readonly kind: "order" | "payment" | "refund" | "mail" | "webhook" | "action";
  readonly name: string;
  readonly id: string;
  readonly status: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly actor: string | null;
  readonly error: string | null;
  readonly fields: ReadonlyArray<string>;
  readonly deliveries: DeliveryCounts | null;
}

export interface UnitChange {
  readonly id: string;
  readonly kind: "consumed" | "returned";
  readonly units: number;
  readonly ref: string;
  readonly reason: string | null;
  readonly actor: string | null;
  readonly createdAt: string;
  readonly reversedAt: string | null;
}

export interface UnitChangeRequest {
  readonly units: number;
  readonly ref: string;
  readonly reason: string;
}

export interface UpdateAddon {
  readonly name?: string;
  readonly type?: string;
  readonly price?: number;
  readonly externalId?: string;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly unitsPerPurchase?: number;
  readonly assignedTo?: "order" | "holder";
  readonly maxPerHolder?: number | null;
  readonly quantity?: number | null;
  readonly status?: "active" | "archived";
  readonly translations?: AddonTranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface UpdateEvent {
  readonly name?: string;
  readonly startsAt?: string;
  readonly status?: "draft" | "published" | "archived";
  readonly externalId?: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly endsAt?: string | null;
  readonly timezone?: string;
  readonly venue?: VenueFields | null;
  readonly posterUrl?: string | null;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly defaultLanguage?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pl";
  readonly nameFields?: "full" | "firstAndLast";
  readonly waitingRoom?: WaitingRoomFields | null;
  readonly translations?: EventTranslationsPatch | null;
  readonly answersUntil?: string | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface UpdateQuestion {
  readonly label?: string;
  readonly position?: number;
  readonly help?: string | null;
  readonly isRequired?: boolean;
  readonly options?: ReadonlyArray<QuestionOptionFields> | null;
  readonly minimum?: number | string | null;
  readonly maximum?: number | string | null;
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly pattern?: string | null;
  readonly default?: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null;
  readonly shownIf?: QuestionConditionFields | null;
  readonly maxAge?: number | null;
  readonly offerIds?: ReadonlyArray<string> | null;
  readonly isMarketing?: boolean;
  readonly retentionDays?: number | null;
  readonly translations?: QuestionTranslationsFields;
  readonly isArchived?: boolean;
}

export interface UpdateTicketType {
  readonly name?: string;
  readonly price?: number;
  readonly externalId?: string;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly quantity?: number | null;
  readonly minPerOrder?: number;
  readonly maxPerOrder?: number | null;
  readonly bibs?: BibsFields | null;
  readonly salesStartAt?: string | null;
  readonly salesEndAt?: string | null;
  readonly startsAt?: string | null;
  readonly showsQuantityLeft?: boolean;
  readonly holderName?: "required" | "optional" | "none";
  readonly ageRule?: AgeRuleFields | null;
  readonly categoryRule?: CategoryRuleFields | null;
  readonly status?: "active" | "archived";
  readonly position?: number;
  readonly translations?: TicketTypeTranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

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

export interface UserOrganizer {
  readonly slug: string;
  readonly name: string;
  readonly role: "owner" | "manager" | "developer" | "viewer";
}

export interface UserPage {
  readonly data: ReadonlyArray<UserRow>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
  readonly organizers: ReadonlyArray<UserOrganizer>;
  readonly lastSignedInAt: string | null;
  readonly disabledAt: string | null;
  readonly createdAt: string;
}

export interface UserStatus {
  readonly id: string;
  readonly disabledAt: string | null;
}

export interface Venue {
  readonly name: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

export interface VenueFields {
  readonly name?: string | null;
  readonly address?: string | null;
  readonly city?: string | null;
  readonly country?: string | null;
}

export interface VoidedParts {
  readonly items?: ReadonlyArray<ItemToRefund>;
  readonly ticketIds?: ReadonlyArray<string>;
}

export interface WaitingRoom {
  readonly admitPerMinute: number;
}

export interface WaitingRoomFields {
  readonly admitPerMinute: number;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WebhookEndpointPage {
  readonly data: ReadonlyArray<WebhookEndpointWithHealth>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface WebhookEndpointSettings {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: ReadonlyArray<string>;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly failingSince: string | null;
  readonly ed25519: boolean;
  readonly headers: ReadonlyArray<StoredHeader>;
  readonly throttle: EndpointThrottle | null;
  readonly eventIds: ReadonlyArray<string>;
}

export interface WebhookEndpointUpdate {
  readonly url?: string;
  readonly events?: ReadonlyArray<string>;
  readonly description?: string | null;
  readonly ed25519?: boolean;
  readonly headers?: ReadonlyArray<CustomHeader>;
  readonly throttle?: NewEndpointThrottle | null;
  readonly eventIds?: ReadonlyArray<string>;
}

export interface WebhookEndpointWithHealth {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: ReadonlyArray<string>;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly failingSince: string | null;
  readonly ed25519: boolean;
  readonly headers: ReadonlyArray<StoredHeader>;
  readonly throttle: EndpointThrottle | null;
  readonly eventIds: ReadonlyArray<string>;
  readonly health: EndpointHealth;
}

export interface WebhookEventDetail {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
  readonly createdAt: string;
  readonly body: string;
  readonly deliveries: ReadonlyArray<ListedDelivery>;
}

export interface WebhookEventPage {
  readonly data: ReadonlyArray<ListedEvent>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface WebhookEventType {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  readonly example: string;
}

export interface WebhookEventTypes {
  readonly types: ReadonlyArray<WebhookEventType>;
}

export interface WebhookReplay {
  readonly id: string;
  readonly endpointId: string;
  readonly status: "running" | "finished" | "stopped";
  readonly since: string;
  readonly onlyFailed: boolean;
  readonly scheduled: number;
  readonly percent: number;
  readonly lastDueAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WebhookReplayList {
  readonly replays: ReadonlyArray<WebhookReplay>;
}

export interface WebhookTest {
  readonly type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.expired" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.voided" | "ticket.updated" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
}

export interface WithdrawnConsent {
  readonly at: string;
  readonly value: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>>;
}
