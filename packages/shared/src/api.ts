// Written by "npm run openapi" from the schemas of the API. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.

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

export interface AddonAvailability {
  readonly id: string;
  readonly soldOut: boolean;
}

export interface AddonConsumedWebhook {
  readonly id: string;
  readonly type: "addon.consumed";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Entitlement;
}

export interface AddonConsumptionReversedWebhook {
  readonly id: string;
  readonly type: "addon.consumption_reversed";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Entitlement;
}

export interface AddonGrantedWebhook {
  readonly id: string;
  readonly type: "addon.granted";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Entitlement;
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

export interface Availability {
  readonly eventId: string;
  readonly soldOut: boolean;
  readonly ticketTypes: ReadonlyArray<TicketTypeAvailability>;
  readonly addons: ReadonlyArray<AddonAvailability>;
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

export interface BuyerAnswers {
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface BuyerDetails {
  readonly email: string;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface BuyerOrder {
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
  readonly buyer: Buyer;
  readonly feeBreakdown: FeeBreakdown;
  readonly items: ReadonlyArray<OrderItem>;
  readonly tickets: ReadonlyArray<BuyerTicket>;
  readonly answersUntil: string;
  readonly entitlements: ReadonlyArray<Entitlement>;
  readonly paymentInstructions: PaymentInstructions | null;
}

export interface BuyerTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly issuedAt: string;
  readonly updatedAt: string;
  readonly usedAt: string | null;
  readonly startsAt: string | null;
  readonly holderName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly bib: string;
  readonly category: string | null;
  readonly qrValue: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly answers?: ReadonlyArray<Answer>;
  readonly addons?: ReadonlyArray<HolderAddon>;
}

export interface BuyerToken {
  readonly buyerToken: string;
  readonly expiresAt: string;
}

export interface CancelRequest {
  readonly orderNumber: string;
  readonly reservationToken: string;
}

export interface Cancellation {
  readonly notifyBuyer: boolean;
}

export interface CancelledReservation {
  readonly orderNumber: string;
  readonly status: "cancelled";
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

export interface CheckIn {
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
  readonly ticket: CheckedInTicket | null;
  readonly previous: GatePreviousScan | null;
}

export interface CheckInRequest {
  readonly eventId: string;
  readonly qrValue?: string;
  readonly ticketId?: string;
  readonly nonce: string;
  readonly scannedAt?: string;
  readonly gateId?: string;
  readonly direction?: "entry" | "exit";
  readonly force?: boolean;
}

export interface CheckedInTicket {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly status: "valid" | "used" | "void";
  readonly inside: boolean | null;
  readonly addons: ReadonlyArray<HolderAddon>;
  readonly holderName?: string | null;
  readonly bib?: string;
  readonly category?: string | null;
}

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

export interface ConsumptionPage {
  readonly data: ReadonlyArray<Consumption>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface ConsumptionReversal {
  readonly consumption: Consumption;
  readonly entitlement: Entitlement;
  readonly replayed: boolean;
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

export interface CreatedWebhookEndpoint {
  readonly endpoint: WebhookEndpointSettings;
  readonly secret: string;
  readonly publicKey: string | null;
}

export interface CustomHeader {
  readonly name: string;
  readonly value?: string;
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

export interface DisputedOrder {
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
  readonly feeBreakdown: FeeBreakdown;
  readonly items: ReadonlyArray<OrderItem>;
  readonly tickets: ReadonlyArray<Ticket>;
  readonly dispute: OrderDispute;
}

export interface EndpointDisabledWebhook {
  readonly id: string;
  readonly type: "endpoint.disabled";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: WebhookEndpoint;
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

export interface EventArchivedWebhook {
  readonly id: string;
  readonly type: "event.archived";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Event;
}

export interface EventCreatedWebhook {
  readonly id: string;
  readonly type: "event.created";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Event;
}

export interface EventDeletedWebhook {
  readonly id: string;
  readonly type: "event.deleted";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Event;
}

export interface EventOnSale {
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
  readonly organizer: PublicOrganizer;
}

export interface EventPage {
  readonly data: ReadonlyArray<Event | PublicEvent | ChangedEvent>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface EventPublishedWebhook {
  readonly id: string;
  readonly type: "event.published";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Event;
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

export interface EventUpdatedWebhook {
  readonly id: string;
  readonly type: "event.updated";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Event;
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

export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface GatePreviousScan {
  readonly scanId: string | null;
  readonly gateId: string | null;
  readonly gateName: string | null;
  readonly deviceName: string | null;
  readonly at: string;
  readonly direction: "entry" | "exit";
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

export interface ItemToRefund {
  readonly itemId: string;
  readonly quantity: number;
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

export interface Me {
  readonly organizer: MeOrganizer;
  readonly key: MeKey;
  readonly mode: "live" | "sandbox";
  readonly limits: MeLimits;
}

export interface MeKey {
  readonly id: string;
  readonly name: string;
  readonly kind: "secret" | "publishable";
  readonly scopes: ReadonlyArray<"events:read" | "orders:read" | "orders:read:pii" | "orders:write" | "tickets:read" | "settlements:read" | "addons:read" | "addons:write" | "events:write" | "webhooks:write" | "tickets:write">;
  readonly expiresAt: string | null;
}

export interface MeLimits {
  readonly apiPerMinute: number;
  readonly embedPerMinute: number;
}

export interface MeOrganizer {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface NewBuyer {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface NewEndpointThrottle {
  readonly deliveries: number;
  readonly per: "second" | "minute";
}

export interface NewOrder {
  readonly eventId: string;
  readonly items?: ReadonlyArray<SoldTicket>;
  readonly addons?: ReadonlyArray<SoldAddon>;
  readonly expectedTotal?: number;
  readonly currency?: string;
  readonly buyer: NewBuyer;
  readonly attendees?: ReadonlyArray<SoldAttendee>;
  readonly status: "paid" | "pending";
  readonly expiresAt?: string;
  readonly externalId?: string;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface NewRefund {
  readonly items?: ReadonlyArray<ItemToRefund>;
  readonly ticketIds?: ReadonlyArray<string>;
  readonly amount?: number;
  readonly reason?: string;
  readonly whole?: boolean;
  readonly dryRun?: boolean;
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

export interface Order {
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
  readonly feeBreakdown?: FeeBreakdown;
  readonly items?: ReadonlyArray<OrderItem>;
  readonly tickets?: ReadonlyArray<OrderTicket>;
}

export interface OrderAnonymizedWebhook {
  readonly id: string;
  readonly type: "order.anonymized";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
}

export interface OrderCancelledWebhook {
  readonly id: string;
  readonly type: "order.cancelled";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
}

export interface OrderCreatedWebhook {
  readonly id: string;
  readonly type: "order.created";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
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
  readonly payments?: ReadonlyArray<Payment>;
  readonly refunds?: ReadonlyArray<Refund>;
}

export interface OrderDispute {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly reason: string;
  readonly status: "open" | "won" | "lost";
}

export interface OrderDisputedWebhook {
  readonly id: string;
  readonly type: "order.disputed";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: DisputedOrder;
}

export interface OrderExpiredWebhook {
  readonly id: string;
  readonly type: "order.expired";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
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

export interface OrderPage {
  readonly data: ReadonlyArray<Order>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface OrderPaidWebhook {
  readonly id: string;
  readonly type: "order.paid";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
}

export interface OrderRefundedWebhook {
  readonly id: string;
  readonly type: "order.refunded";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: OrderSnapshot;
}

export interface OrderSnapshot {
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
  readonly feeBreakdown: FeeBreakdown;
  readonly items: ReadonlyArray<OrderItem>;
  readonly tickets: ReadonlyArray<Ticket>;
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

export interface OrderUpdatedWebhook {
  readonly id: string;
  readonly type: "order.updated";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: UpdatedOrder;
}

export interface OtpRequest {
  readonly email: string;
  readonly cart?: QuoteRequest;
}

export interface OtpSent {
  readonly expiresInSeconds: number;
}

export interface OtpVerifyRequest {
  readonly email: string;
  readonly code: string;
}

export interface OwnAnswers {
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface OwnOrderAnswers {
  readonly buyer?: OwnAnswers;
  readonly tickets?: ReadonlyArray<OwnTicketAnswers>;
}

export interface OwnTicketAnswers {
  readonly id: string;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
}

export interface PayRequest {
  readonly orderNumber: string;
  readonly reservationToken: string;
  readonly buyerToken: string;
  readonly method?: "test" | "manual" | "stripe";
  readonly returnUrl?: string;
}

export interface PayResult {
  readonly orderNumber: string;
  readonly status: "paid" | "pending";
  readonly redirectUrl: string | null;
  readonly expiresAt: string | null;
  readonly paymentInstructions: PaymentInstructions | null;
}

export interface Payment {
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly status: "open" | "closing" | "closed" | "paid" | "refused" | "failed";
  readonly amount: number;
  readonly currency: string;
  readonly receivedBy: "platform" | "organizer" | "nobody" | null;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly paidAt: string | null;
}

export interface PaymentInstructions {
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly text: string | null;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly dueAt: string;
  readonly epcQr: string | null;
}

export interface PaymentPage {
  readonly data: ReadonlyArray<Payment>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface PaymentReceivedWebhook {
  readonly id: string;
  readonly type: "payment.received";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: ReceivedPayment;
}

export interface Ping {
  readonly endpointId: string;
  readonly message: string;
}

export interface PingWebhook {
  readonly id: string;
  readonly type: "ping";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Ping;
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
  readonly code: "invalid_request" | "missing_key" | "invalid_key" | "insufficient_scope" | "not_admitted" | "not_found" | "method_not_allowed" | "request_timeout" | "insufficient_units" | "ref_conflict" | "idempotency_conflict" | "capacity_below_sold" | "sold_out" | "price_changed" | "too_many_holds" | "invalid_state" | "events_deleted" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "too_many_failed_attempts" | "headers_too_large" | "internal_error" | "unavailable";
  readonly reason: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly errors?: ReadonlyArray<FieldError>;
}

export interface ProviderRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly method: string;
  readonly retryOf: string | null;
  readonly status: "pending" | "succeeded" | "failed";
  readonly amount: number;
  readonly origin: "provider" | "dispute" | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
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

export interface PublicEventPage {
  readonly data: ReadonlyArray<PublicEvent | ChangedEvent>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface PublicOrganizer {
  readonly name: string;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly websiteUrl: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
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

export interface Quote {
  readonly eventId: string;
  readonly currency: string;
  readonly lines: ReadonlyArray<PricedLine>;
  readonly feeBreakdown: FeeBreakdown;
  readonly shortages: ReadonlyArray<Shortage>;
  readonly paymentMethods: ReadonlyArray<"test" | "manual" | "stripe">;
  readonly requiresVerifiedEmail: boolean;
}

export interface QuoteRequest {
  readonly eventId: string;
  readonly items?: ReadonlyArray<CartTicket>;
  readonly addons?: ReadonlyArray<CartAddon>;
  readonly expectedTotal?: number;
  readonly attendees?: ReadonlyArray<CartAttendee>;
}

export interface ReceivedMoney {
  readonly receivedAt: string;
  readonly reference?: string;
  readonly late?: boolean;
}

export interface ReceivedPayment {
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly status: "open" | "closing" | "closed" | "paid" | "refused" | "failed";
  readonly amount: number;
  readonly currency: string;
  readonly receivedBy: "platform" | "organizer" | "nobody" | null;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly paidAt: string | null;
  readonly eventId: string;
}

export interface Refund {
  readonly id: string;
  readonly orderNumber: string | null;
  readonly eventId: string;
  readonly status: "pending" | "succeeded" | "failed";
  readonly amount: number;
  readonly tax: number;
  readonly byProvider: number;
  readonly byOrganizer: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly items: ReadonlyArray<RefundedItem> | null;
  readonly providerRefunds: ReadonlyArray<ProviderRefund>;
  readonly createdAt: string;
}

export interface RefundCreatedWebhook {
  readonly id: string;
  readonly type: "refund.created";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Refund;
}

export interface RefundFailedWebhook {
  readonly id: string;
  readonly type: "refund.failed";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Refund;
}

export interface RefundPage {
  readonly data: ReadonlyArray<Refund>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
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

export interface RefundSucceededWebhook {
  readonly id: string;
  readonly type: "refund.succeeded";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Refund;
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

export interface RefundedItem {
  readonly itemId: string;
  readonly quantity: number;
  readonly ticketIds: ReadonlyArray<string>;
}

export interface RefusedBibRow {
  readonly row: number;
  readonly problem: "no_key" | "unknown_ticket" | "several_tickets" | "repeated_ticket" | "repeated_bib" | "bib_taken" | "bib_too_long";
}

export interface RequestHeader {
  readonly name: string;
  readonly value: string;
}

export interface Reservation {
  readonly orderNumber: string;
  readonly reservationToken: string;
  readonly status: "pending";
  readonly eventId: string;
  readonly currency: string;
  readonly expiresAt: string;
  readonly lines: ReadonlyArray<PricedLine>;
  readonly feeBreakdown: FeeBreakdown;
  readonly paymentMethods: ReadonlyArray<"test" | "manual" | "stripe">;
}

export interface ReserveRequest {
  readonly eventId: string;
  readonly items?: ReadonlyArray<CartTicket>;
  readonly addons?: ReadonlyArray<CartAddon>;
  readonly expectedTotal?: number;
  readonly buyer: BuyerDetails;
  readonly attendees?: ReadonlyArray<Attendee>;
  readonly buyerToken?: string;
}

export interface ReversalRequest {
  readonly reason: string;
}

export interface RotatedSecret {
  readonly secret: string;
  readonly publicKey: string | null;
  readonly previousUntil: string;
}

export interface SecretRotation {
  readonly graceHours: number;
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

export interface SettlementPaidWebhook {
  readonly id: string;
  readonly type: "settlement.paid";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Settlement;
}

export interface SettlementUpdatedWebhook {
  readonly id: string;
  readonly type: "settlement.updated";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Settlement;
}

export interface Shortage {
  readonly kind: "ticket" | "addon";
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly requested: number;
  readonly available: number;
}

export interface SoldAddon {
  readonly addonId: string;
  readonly quantity: number;
  readonly unitPrice?: number;
}

export interface SoldAttendee {
  readonly ticketTypeId: string;
  readonly holderName?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
  readonly addons?: ReadonlyArray<SoldHolderAddon>;
}

export interface SoldHolderAddon {
  readonly addonId: string;
  readonly quantity: number;
  readonly unitPrice?: number;
}

export interface SoldTicket {
  readonly ticketTypeId: string;
  readonly quantity: number;
  readonly unitPrice?: number;
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

export interface TicketCheckInUndoneWebhook {
  readonly id: string;
  readonly type: "ticket.check_in_undone";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Ticket;
}

export interface TicketDetail {
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
  readonly answers?: ReadonlyArray<Answer>;
}

export interface TicketGate {
  readonly id: string;
  readonly name: string;
}

export interface TicketIssuedWebhook {
  readonly id: string;
  readonly type: "ticket.issued";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Ticket;
}

export interface TicketPage {
  readonly data: ReadonlyArray<Ticket>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
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

export interface TicketTypeAvailability {
  readonly id: string;
  readonly soldOut: boolean;
  readonly onSale: boolean;
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

export interface TicketUpdatedWebhook {
  readonly id: string;
  readonly type: "ticket.updated";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: UpdatedTicket;
}

export interface TicketUsedWebhook {
  readonly id: string;
  readonly type: "ticket.used";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: UsedTicket;
}

export interface TicketVoidedWebhook {
  readonly id: string;
  readonly type: "ticket.voided";
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Ticket;
}

export interface TriggerRequest {
  readonly type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
  readonly eventId?: string;
}

export interface TriggerResult {
  readonly type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
  readonly emitted: ReadonlyArray<"order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping">;
  readonly eventId: string | null;
  readonly orderNumber: string | null;
  readonly ticketIds: ReadonlyArray<string>;
  readonly events: ReadonlyArray<TriggeredEvent>;
}

export interface TriggeredEvent {
  readonly id: string;
  readonly type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "order.expired" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.updated" | "ticket.voided" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
  readonly objectId: string | null;
  readonly deliveryIds: ReadonlyArray<string>;
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

export interface UpdateOrder {
  readonly buyer?: BuyerAnswers;
  readonly externalId?: string;
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

export interface UpdateTicket {
  readonly holderName?: string | null;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly bib?: string;
  readonly category?: string | null;
  readonly answers?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>> | null>>;
  readonly externalId?: string;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
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

export interface UpdatedOrder {
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
  readonly feeBreakdown: FeeBreakdown;
  readonly items: ReadonlyArray<OrderItem>;
  readonly tickets: ReadonlyArray<Ticket>;
  readonly changed: ReadonlyArray<string>;
}

export interface UpdatedTicket {
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
  readonly changed: ReadonlyArray<string>;
}

export interface UpsertAddon {
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly currency?: "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SLL" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XDR" | "XOF" | "XPF" | "XSU" | "YER" | "ZAR" | "ZMW" | "ZWG" | "ZWL";
  readonly unitsPerPurchase?: number;
  readonly assignedTo?: "order" | "holder";
  readonly maxPerHolder?: number | null;
  readonly quantity?: number | null;
  readonly status?: "active" | "archived";
  readonly translations?: AddonTranslationsPatch | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

export interface UpsertEvent {
  readonly name: string;
  readonly startsAt: string;
  readonly status?: "draft" | "published";
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

export interface UpsertTicketType {
  readonly name: string;
  readonly price: number;
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

export interface UsedTicket {
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
  readonly gate: TicketGate | null;
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

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: ReadonlyArray<string>;
  readonly status: "enabled" | "disabled";
  readonly disabledReason: string | null;
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

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly apiVersion: "v1";
  readonly createdAt: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookEventFeed {
  readonly data: ReadonlyArray<WebhookEvent>;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface WebhookTest {
  readonly type: "order.created" | "order.paid" | "order.refunded" | "order.cancelled" | "order.expired" | "order.updated" | "order.anonymized" | "order.disputed" | "payment.received" | "refund.created" | "refund.succeeded" | "refund.failed" | "ticket.issued" | "ticket.used" | "ticket.check_in_undone" | "ticket.voided" | "ticket.updated" | "addon.granted" | "addon.consumed" | "addon.consumption_reversed" | "event.created" | "event.updated" | "event.published" | "event.archived" | "event.deleted" | "settlement.updated" | "settlement.paid" | "endpoint.disabled" | "ping";
}

export interface WithdrawnConsent {
  readonly at: string;
  readonly value: string | number | boolean | ReadonlyArray<string> | Readonly<Record<string, string>>;
}
