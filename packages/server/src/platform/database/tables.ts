import type { GeneratedAlways } from 'kysely';
import type { Language } from '#messages/languages';
import type { AskedPerson, QuestionKey, QuestionKind } from '#shared/questions/question';

/**
 * The tables that `migrations/` creates. Times are RFC 3339 text in UTC with milliseconds, which sorts by time on both
 * databases. Amounts are integers in minor units. Ids are TypeIDs. In each table that belongs to an organizer, the first column
 * is `organizer_id`, and so is the first column of its keys.
 */
/** Who received the money of a payment: `nobody` if it was only simulated, or is settled elsewhere. */
export type Receiver = 'platform' | 'organizer' | 'nobody';

export interface Tables {
  organizers: {
    id: string;
    slug: string;
    name: string;
    currency: string;
    timezone: string;
    platform_fee_bps: number;
    platform_fee_fixed: number;
    payment_fee_bps: number;
    payment_fee_fixed: number;
    tax_bps: number;
    tax_mode: 'included' | 'on_top';
    fees_paid_by: 'buyer' | 'organizer';
    contact_email: string | null;
    contact_phone: string | null;
    website_url: string | null;
    imprint_url: string | null;
    terms_url: string | null;
    privacy_url: string | null;
    reply_to: string | null;
    logo_url: string | null;
    /** `#rrggbb` in lower case. */
    accent_color: string | null;
    account_holder: string | null;
    /** Without spaces, in upper case. */
    iban: string | null;
    bic: string | null;
    payment_text: string | null;
    /** The text in the e-mails with tickets. */
    mail_greeting: string | null;
    /** JSON: the texts in other languages, `{"de":{"paymentText":"…"}}`; null if there are none. */
    translations: string | null;
    /** The origins to which a payment can return a buyer, separated by spaces; null for none. */
    return_origins: string | null;
    /** The maximum number of unpaid units that one IP address can reserve; null for the operator's default, 0 for no limit. */
    holds_per_address: number | null;
    /** The same maximum for one e-mail address; null for the operator's default, 0 for no limit. */
    holds_per_email: number | null;
    /** The time within which a bar can reverse a consumption, in seconds; null for the default. */
    reverse_within_seconds: number | null;
    /** How many days after an event the personal data of its buyers and ticket holders is removed; null: it is kept. */
    personal_data_days: number | null;
    /** Since when the organizer is suspended; null if it is not. */
    suspended_at: string | null;
    /** The live organizer of a sandbox; null if the organizer is live. */
    sandbox_of: string | null;
    /** By how much the clock of a sandbox is ahead of the clock of the server, in milliseconds. 0 for a live organizer. */
    clock_offset_ms: number;
    /** Since when the data of a sandbox is being deleted; null if no reset is in progress. */
    reset_started_at: string | null;
    /** The number of edits of the settings, for the entity tag. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  users: {
    id: string;
    /** In lower case. */
    email: string;
    name: string;
    email_verified: 0 | 1;
    /** Not used. */
    image: string | null;
    is_operator: 0 | 1;
    two_factor_enabled: 0 | 1;
    disabled_at: string | null;
    last_signed_in_at: string | null;
    created_at: string;
    updated_at: string;
  };
  user_sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: string;
    ip_address: string | null;
    user_agent: string | null;
    created_at: string;
    updated_at: string;
  };
  user_credentials: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    /** The hash of the password (scrypt). */
    password: string | null;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: string | null;
    refresh_token_expires_at: string | null;
    scope: string | null;
    created_at: string;
    updated_at: string;
  };
  user_verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: string;
    created_at: string;
    updated_at: string;
  };
  user_second_factors: {
    id: string;
    user_id: string;
    /** The secret of the authenticator app, encrypted. */
    secret: string;
    /** The recovery codes, encrypted. */
    backup_codes: string;
    /** Whether the authenticator app was confirmed. Users with passkeys only have unconfirmed secrets. */
    verified: 0 | 1;
    failed_verification_count: number;
    locked_until: string | null;
  };
  user_passkeys: {
    id: string;
    user_id: string;
    name: string;
    /** Base64url, like `public_key` (COSE). */
    credential_id: string;
    public_key: string;
    /** The number of signatures that the authenticator has counted; 0 if it does not count. */
    counter: number;
    /** JSON: how browsers reach the authenticator, such as `["internal"]`. */
    transports: string;
    created_at: string;
    last_used_at: string | null;
  };
  members: {
    organizer_id: string;
    user_id: string;
    role: 'owner' | 'manager' | 'developer' | 'viewer';
    created_at: string;
  };
  invitations: {
    organizer_id: string;
    id: string;
    /** In lower case. */
    email: string;
    role: 'owner' | 'manager' | 'developer' | 'viewer';
    token_hash: string;
    /** The actor who invited. */
    invited_by: string;
    created_at: string;
    expires_at: string;
    accepted_at: string | null;
    revoked_at: string | null;
  };
  events: {
    organizer_id: string;
    id: string;
    external_id: string | null;
    /** JSON: an object whose values are text; null if it is empty. */
    metadata: string | null;
    /** JSON: the texts in other languages, `{"de":{"name":"…"}}`; null if there are none. */
    translations: string | null;
    name: string;
    slug: string;
    description: string | null;
    status: 'draft' | 'published' | 'archived';
    starts_at: string;
    ends_at: string | null;
    timezone: string;
    venue_name: string | null;
    venue_address: string | null;
    venue_city: string | null;
    venue_country: string | null;
    poster_url: string | null;
    currency: string;
    /** How many visitors its waiting room admits in a minute; null: it has none. */
    admit_per_minute: number | null;
    /** Until when buyers can change their answers, RFC 3339; null: until `starts_at`. */
    answers_until: string | null;
    /** The language of buyers whose own language is not known, or has no texts. */
    default_language: Language;
    /** Whether buyers enter first and last names apart; null: names have one field. */
    name_fields: 'firstAndLast' | null;
    next_bib: number;
    /** Incremented at each change to the event, its ticket types or its add-ons. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  /** The slugs that organizers have or had. A server of the previous version adds none. */
  organizer_slugs: {
    slug: string;
    organizer_id: string;
  };
  /** The slugs that pages of events have or had. No two organizers have the same slug. */
  public_slugs: {
    slug: string;
    organizer_id: string;
    event_id: string;
    /** Whether links to the event have this slug. A former slug still leads to the event. */
    is_current: 0 | 1;
  };
  questions: {
    organizer_id: string;
    id: string;
    /** The id in the system from which the question was imported. */
    external_id: string | null;
    event_id: string;
    position: number;
    asked_of: AskedPerson;
    kind: QuestionKind;
    key: QuestionKey | null;
    label: string;
    help: string | null;
    is_required: 0 | 1;
    /** JSON: a list of `{code, label, isArchived}`. */
    options: string | null;
    /** JSON: the options that are not archived, without `isArchived`. */
    offered_options: string | null;
    /** JSON: a number, or a date. */
    minimum: string | null;
    maximum: string | null;
    min_length: number | null;
    max_length: number | null;
    pattern: string | null;
    /** JSON. */
    default_value: string | null;
    /** JSON: `{questionId, values}`. */
    shown_if: string | null;
    max_age: number | null;
    /** JSON: a list of ids. */
    offer_ids: string | null;
    is_marketing: 0 | 1;
    retention_days: number | null;
    /** JSON: by language, `{label, help, options: {code: label}}`. */
    translations: string | null;
    is_archived: 0 | 1;
    /** Raised when the label, the help or an option changes. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  /** The answers of a person. A person without answers has no row. */
  answers: {
    organizer_id: string;
    order_number: string;
    /** 0 for the buyer, otherwise the place of the holder in `attendees` of the order, from 1. */
    person: number;
    event_id: string;
    /** Null for a buyer, and until the order is paid. */
    ticket_id: string | null;
    /** JSON: the answers in the sequence of the questions, by question id, each as the API returns it (`StoredAnswer`). */
    answers: string;
    /** The words of the answers of a holder, each after a space, in the form of `searchForm`; null for a buyer, and if there are none. */
    words: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Saved views of start lists, for all events of an organizer. */
  start_list_views: {
    organizer_id: string;
    id: string;
    name: string;
    /** JSON: the columns, the labels of questions, the format and the filter, as the dashboard API returns them. */
    content: string;
    updated_at: string;
  };
  ticket_types: {
    organizer_id: string;
    id: string;
    event_id: string;
    external_id: string | null;
    /** JSON: an object whose values are text; null if it is empty. */
    metadata: string | null;
    /** JSON: the texts in other languages, `{"de":{"name":"…"}}`; null if there are none. */
    translations: string | null;
    name: string;
    description: string | null;
    category: string | null;
    price: number;
    currency: string;
    quantity: number | null;
    sold: number;
    reserved: number;
    min_per_order: number;
    max_per_order: number | null;
    sales_start_at: string | null;
    sales_end_at: string | null;
    /** When its holders start; null: with the event. */
    starts_at: string | null;
    /** 1: buyers see how many of its tickets are left. */
    shows_quantity_left: 0 | 1;
    /** Null if a name is optional. */
    holder_name: 'required' | 'none' | null;
    /** JSON: an `AgeRule`; null if holders can have any age. */
    age_rule: string | null;
    /** JSON: a `CategoryRule`; null if holders have the category of their ticket type. */
    category_rule: string | null;
    /** The first bib of its tickets; null: they get the next number of the event. */
    bib_from: number | null;
    /** The last bib of its tickets; null if `bib_from` is null. */
    bib_to: number | null;
    /** The bibs from `bib_from` to this number, exclusive, are assigned; null: not known. */
    bib_next: number | null;
    /** 1: tickets get no bib when they are issued. */
    without_bibs: 0 | 1;
    status: 'active' | 'archived';
    position: number;
    /** The `version` of the event at the last change of this row. Sales do not change it. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  addons: {
    organizer_id: string;
    id: string;
    event_id: string;
    external_id: string | null;
    /** JSON: an object whose values are text; null if it is empty. */
    metadata: string | null;
    /** JSON: the texts in other languages, `{"de":{"name":"…"}}`; null if there are none. */
    translations: string | null;
    name: string;
    type: string;
    price: number;
    currency: string;
    units_per_purchase: number;
    /** `holder`: it is bought for each ticket holder; null: for the order. */
    assigned_to: 'holder' | null;
    /** The maximum quantity for each ticket holder; null: 1. */
    max_per_holder: number | null;
    quantity: number | null;
    sold: number;
    reserved: number;
    status: 'active' | 'archived';
    position: number;
    /** The `version` of the event at the last change of this row. Sales do not change it. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  orders: {
    organizer_id: string;
    order_number: string;
    external_id: string | null;
    /** JSON: an object whose values are text; null if it is empty. */
    metadata: string | null;
    event_id: string;
    status: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'expired';
    currency: string;
    subtotal: number;
    discount: number;
    platform_fee: number;
    payment_fee: number;
    tax: number;
    total: number;
    fees_paid_by: 'buyer' | 'organizer';
    refunded_total: number;
    refunded_tax: number;
    ticket_count: number;
    /** Empty for an order that was sold by hand without one. */
    buyer_email: string;
    /** The `emailForm` of `buyer_email`; null if it is `buyer_email` with its ASCII letters in lower case. */
    buyer_email_form: string | null;
    buyer_name: string | null;
    buyer_phone: string | null;
    /** JSON: the ticket holders of an order that can still be paid; null for other orders. */
    attendees: string | null;
    created_at: string;
    updated_at: string;
    paid_at: string | null;
    expires_at: string | null;
    /**
     * The `open_holds.holder_hash` that counts this order; null if there is none, and after the reservation was paid or
     * released.
     */
    held_by_address: string | null;
    held_by_email: string | null;
    /** The time at which the personal data of a buyer who never paid was deleted. */
    buyer_removed_at: string | null;
    /** The time at which the personal data of the order was removed. */
    anonymized_at: string | null;
    /** Part of the token in links to the order. Links with an older version are not valid. */
    link_version: number;
    /**
     * The way in which the order was paid: the name of a payment method, `box_office` or `complimentary`. Null for an unpaid or
     * imported order, and for an order that a buyer got for free.
     */
    payment_method: string | null;
    /** The e-mail address and the name by which `search_words` has the buyer; null if it does not have them. */
    searched_as: string | null;
    /** Who received the money; null for an order that was not paid, and in rows of an earlier version. */
    received_by: Receiver | null;
    /** The language of e-mails to the buyer; null if the buyer's is not known. */
    language: string | null;
    /** 1 if the order was placed here; null if it was imported, or if an earlier version placed it. */
    was_placed: number | null;
  };
  order_items: {
    organizer_id: string;
    id: string;
    order_number: string;
    position: number;
    kind: 'ticket' | 'addon';
    ticket_type_id: string | null;
    addon_id: string | null;
    name: string;
    quantity: number;
    unit_price: number;
    units_per_purchase: number;
    total: number;
    /** The refunded quantity. */
    refunded_quantity: number;
    /** The quantity that was returned to stock. Used tickets and consumed add-ons are not returned to stock. */
    returned_quantity: number;
    /** The place of the ticket holder of an add-on in the order, from 1, as in `answers`; null for an item of the order. */
    person: number | null;
  };
  tickets: {
    organizer_id: string;
    id: string;
    order_number: string;
    external_id: string | null;
    /** JSON: an object whose values are text; null if it is empty. */
    metadata: string | null;
    item_id: string;
    event_id: string;
    ticket_type_id: string;
    status: 'valid' | 'used' | 'void';
    holder_name: string | null;
    /** How many characters of `holder_name` are the first name, before a space and the last name; null if the name is not divided. */
    first_name_length: number | null;
    /** Unique within the event. A ticket without a bib has its own id in this column. */
    bib: string;
    /** 1: the bib was given by hand, by a file or by an import. A new assignment of all bibs keeps it. */
    bib_fixed: 0 | 1;
    category: string | null;
    /** 1: the category was given by hand or by an import. It is not computed again. */
    category_fixed: 0 | 1;
    qr_value: string;
    /** JSON: what an attendee answered in the product from which the ticket was imported; null for other tickets. */
    fields: string | null;
    issued_at: string;
    updated_at: string;
    used_at: string | null;
    /** The time at which the price was refunded. A used ticket that was refunded cannot become valid again. */
    refunded_at: string | null;
    /** Whether the holder is inside: 1 inside, 0 left again; null if the ticket was not used. */
    inside: 0 | 1 | null;
    /** The scan that last changed the ticket; null if the ticket was not scanned, or was changed without a scan since. */
    last_scan_id: string | null;
    /** The name by which `search_words` has the holder, or empty text; null if it does not have the ticket. */
    searched_as: string | null;
  };
  /** The words by which a search finds an order: those of its buyer, and of the holders and bibs of its tickets. */
  search_words: {
    organizer_id: string;
    event_id: string;
    word: string;
    order_number: string;
  };
  /** QR codes that tickets no longer have. Devices without a network must learn that these are void. */
  replaced_qr_codes: {
    organizer_id: string;
    qr_value: string;
    event_id: string;
    ticket_id: string;
    replaced_at: string;
  };
  /** The details of tickets in offline bundles, in base64: a fingerprint of their content, and the details as a bundle has them. */
  offline_details: { organizer_id: string; ticket_id: string; encrypted: string };
  /** Check-in points of events. They are archived, never deleted, because scans refer to them. */
  gates: {
    organizer_id: string;
    id: string;
    event_id: string;
    name: string;
    direction: 'entry' | 'exit' | 'both';
    /** Whether a holder who has left can enter again. */
    reentry: 0 | 1;
    /** The admitted ticket types: ids separated by spaces; null for all. */
    ticket_type_ids: string | null;
    /** The admitted categories: JSON, a list of texts; null for all. */
    categories: string | null;
    opens_at: string | null;
    closes_at: string | null;
    /** The number of edits, for the entity tag. */
    version: number;
    created_at: string;
    archived_at: string | null;
  };
  /** Phones that scan tickets or hand out add-ons at one event. */
  gate_devices: {
    organizer_id: string;
    id: string;
    event_id: string;
    name: string;
    /** `gate`, `bar`, or both separated by a space. */
    roles: string;
    /** The gates that the device can use: ids separated by spaces; null for all of the event. */
    gate_ids: string | null;
    /** Whether the names in the offline bundle are unencrypted. */
    carries_names: 0 | 1;
    /** SHA-256, hexadecimal. */
    token_hash: string;
    /** null if the code was used. */
    pairing_code_hash: string | null;
    pairing_expires_at: string | null;
    paired_at: string | null;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
    last_seen_at: string | null;
    /** The state that the device has reported last; null before its first report. */
    battery_percent: number | null;
    app_version: string | null;
    queue_length: number | null;
    /** The begin of an hour. The scans of the hours before it are in the audit log. */
    audited_until: string;
    /** The API key whose check-ins the device records; null for a device with a token. */
    key_id: string | null;
  };
  /** Every scan, and every undo of a scan as a separate row. Rows are not changed. */
  gate_scans: {
    organizer_id: string;
    id: string;
    event_id: string;
    gate_id: string;
    device_id: string;
    /** null if the organizer has no such ticket. */
    ticket_id: string | null;
    nonce: string;
    direction: 'entry' | 'exit';
    /** By the clock of the device. */
    scanned_at: string;
    received_at: string;
    offline: 0 | 1;
    /** What the device decided while it was offline. */
    device_result: 'admitted' | 'refused' | null;
    device_reason: string | null;
    /** `undone` for a row that undoes a scan. */
    result: 'admitted' | 'refused' | 'undone';
    reason: string | null;
    forced: 0 | 1;
    /** 1 if the device admitted the holder offline and the server would have refused. */
    conflict: 0 | 1;
    /** The state of the ticket before the scan: JSON. An undo restores it. null if `ticket_id` is null. */
    ticket_before: string | null;
    /** The scan that this row undoes. */
    undo_of: string | null;
  };
  /** Conflicts that somebody has looked into. */
  settled_conflicts: {
    organizer_id: string;
    scan_id: string;
    settled_at: string;
    /** The actor, as in the audit log. */
    settled_by: string;
    note: string;
  };
  /** The number of scans in each minute, by their outcome. */
  gate_minutes: {
    organizer_id: string;
    event_id: string;
    gate_id: string;
    device_id: string;
    /** The begin of the minute, RFC 3339. */
    minute: string;
    /** `admitted`, `exited`, `conflict`, or the reason of a refusal. */
    outcome: string;
    /** Without undone scans. */
    scan_count: number;
  };
  /** Digests of the lines that were imported from other products, which show whether a line has changed since. */
  imported_lines: {
    organizer_id: string;
    type: 'event' | 'ticketType' | 'addon' | 'poster' | 'question' | 'order';
    external_id: string;
    digest: string;
  };
  entitlements: {
    organizer_id: string;
    id: string;
    order_number: string;
    item_id: string;
    event_id: string;
    addon_id: string;
    /** The ticket of the holder whom the add-on belongs to; null for an add-on of the order. */
    ticket_id: string | null;
    /** In lower case. */
    buyer_email: string;
    /** The name of the add-on at the time of the grant. */
    name: string;
    /** The type of the add-on at the time of the grant. */
    type: string;
    units_total: number;
    units_consumed: number;
    /** Units voided by a refund. */
    units_voided: number;
    /** 1 if no units remain, otherwise 0. */
    consumed: GeneratedAlways<number>;
    created_at: string;
    updated_at: string;
  };
  consumptions: {
    organizer_id: string;
    id: string;
    entitlement_id: string;
    ref: string;
    units: number;
    created_at: string;
    /** Only for units that a member consumed by hand. */
    reason: string | null;
    actor: string | null;
  };
  /** Units that a member returned by hand, after they were consumed by mistake. */
  unit_returns: {
    organizer_id: string;
    id: string;
    entitlement_id: string;
    ref: string;
    units: number;
    reason: string;
    actor: string;
    created_at: string;
  };
  ledger_entries: {
    organizer_id: string;
    id: string;
    event_id: string;
    kind: 'sale' | 'refund' | 'payout';
    order_number: string | null;
    reference: string | null;
    currency: string;
    orders_paid: number;
    tickets_sold: number;
    gross: number;
    refunds: number;
    platform_fees: number;
    payment_fees: number;
    taxes: number;
    paid_out: number;
    created_at: string;
    /** The number of the entry in the ledger of its event: 1, 2, 3, … without gaps, in the sequence of the commits. */
    position: number;
    /** JSON: the items of the order that the entry is about. Null for a payout and for money without items. */
    lines: string | null;
    /** Who received the money of the sale or paid the refund; null for a payout, and in entries of an earlier version. */
    received_by: Receiver | null;
    /** JSON: the items and tickets of a refund, as in the API. Null in other entries, and in refunds of an earlier version. */
    refunded_items: string | null;
  };
  settlements: {
    organizer_id: string;
    id: string;
    event_id: string;
    currency: string;
    status: 'open' | 'final' | 'paid';
    /** The number of ledger entries of the event. */
    entry_count: number;
    orders_paid: number;
    tickets_sold: number;
    gross: number;
    refunds: number;
    platform_fees: number;
    payment_fees: number;
    taxes: number;
    paid_out: number;
    /** `gross` minus `refunds` of the entries that the organizer has received. */
    collected_by_organizer: number;
    /** `gross` minus `refunds` of the entries that nobody has received. */
    collected_by_nobody: number;
    /** The fees and taxes of the entries that nobody has received. */
    deductions_of_nobody: number;
    /** The sum of the open disputes. */
    held: number;
    updated_at: string;
  };
  api_keys: {
    organizer_id: string;
    id: string;
    kind: 'publishable' | 'secret';
    name: string;
    /** SHA-256 of the key, hexadecimal. */
    key_hash: string;
    last4: string;
    /** Scopes separated by spaces. */
    scopes: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** The actor that created the key; null for keys from before this was recorded. */
    created_by: string | null;
  };
  /** The key that replaced each rolled key. */
  key_successors: {
    organizer_id: string;
    key_id: string;
    new_key_id: string;
  };
  scope_requests: {
    organizer_id: string;
    id: string;
    key_id: string;
    scope: string;
    /** Why the member needs the scope. Free text. */
    reason: string;
    /** `withdrawn` if the key was revoked. */
    status: 'pending' | 'granted' | 'declined' | 'withdrawn';
    /** The id of the user. */
    requested_by: string;
    created_at: string;
    /** The actor of the decision. */
    decided_by: string | null;
    decided_at: string | null;
    /** What the operator replied to the member. Free text. */
    note: string | null;
  };
  request_log_entries: {
    organizer_id: string;
    /** The `Request-Id` of the response, which sorts by the time of the request. */
    id: string;
    key_id: string;
    started_at: string;
    method: string;
    /** The pattern of the route, or `unknown`. */
    route: string;
    status: number;
    /** Rounded up. */
    latency_ms: number;
    /** The error code; null if the request succeeded. */
    code: string | null;
    /** JSON: the error, without text that the client sent. */
    problem: string | null;
  };
  key_usage: {
    organizer_id: string;
    /** The start of the hour. */
    hour: string;
    key_id: string;
    requests: number;
    /** Responses with a status of 400 or above, except `limit_refusals`. */
    errors: number;
    /** Requests that a rate limit rejected. */
    limit_refusals: number;
  };
  webhook_endpoints: {
    organizer_id: string;
    id: string;
    url: string;
    description: string | null;
    /** Event types separated by spaces; null for all. */
    event_types: string | null;
    status: 'enabled' | 'disabled';
    disabled_reason: string | null;
    /** The start of the current series of failures. */
    failing_since: string | null;
    /** 1 if deliveries are also signed with Ed25519. */
    signs_ed25519: number;
    /** The delivery of the last failed attempt. */
    failed_delivery_id: string | null;
    /** The last failed attempt. It is deleted after 30 days. */
    failed_attempt_id: string | null;
    /** The `failing_since` about which the organizer got an e-mail. */
    alerted_failing_since: string | null;
    /** The names of the custom headers, separated by spaces; null without custom headers. */
    header_names: string | null;
    /** The custom headers as JSON, encrypted with AES-256-GCM. */
    headers_ciphertext: string | null;
    /** The maximum number of deliveries in each `throttle_period`; null without a throttle. */
    throttle_deliveries: number | null;
    throttle_period: 'second' | 'minute' | null;
    /** The earliest time of the next delivery that is not claimed yet; null until a delivery is throttled. */
    next_slot_at: string | null;
    /** The ids of the only events of the organizer about which the endpoint is notified, separated by spaces; null for all. */
    only_event_ids: string | null;
    /** The number of edits of the settings, for the entity tag. */
    version: number;
    /** A deleted endpoint is disabled, has no secrets, and is shown only with its deliveries. */
    deleted_at: string | null;
    created_at: string;
    updated_at: string;
  };
  webhook_secrets: {
    organizer_id: string;
    id: string;
    endpoint_id: string;
    /** The secret, encrypted with AES-256-GCM. */
    ciphertext: string;
    created_at: string;
    expires_at: string | null;
  };
  webhook_events: {
    organizer_id: string;
    id: string;
    sequence: number;
    type: string;
    body: string;
    /** 1 if the event was emitted to test an endpoint: it is sent only to this endpoint. */
    is_test: number;
    /** `data.id` of the body. */
    object_id: string | null;
    /** `data.orderNumber` of the body. */
    order_number: string | null;
    /** The event of the organizer to which this webhook event belongs; null if it belongs to none. */
    belongs_to_event_id: string | null;
    created_at: string;
  };
  deleted_webhook_events: {
    organizer_id: string;
    /** The sequence of the newest deleted event. Events with a lower sequence may have been deleted too. */
    last_sequence: number;
  };
  webhook_deliveries: {
    organizer_id: string;
    id: string;
    endpoint_id: string;
    event_id: string;
    status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
    attempt_count: number;
    /** The time of the next attempt. While the row is leased, the time at which the lease expires. */
    next_attempt_at: string | null;
    /** The lease of the worker that makes an attempt. Only this worker can record the outcome. */
    lease_id: string | null;
    /** The span that created the delivery, as the header `traceparent`; null without traces. */
    trace_parent: string | null;
    created_at: string;
    updated_at: string;
  };
  webhook_attempts: {
    organizer_id: string;
    delivery_id: string;
    id: string;
    started_at: string;
    latency_ms: number;
    response_status: number | null;
    response_body: string | null;
    error: string | null;
    /** null for attempts from before this column existed, as are the next two. */
    request_url: string | null;
    /** JSON: the headers of the request by name. */
    request_headers: string | null;
    /** The kind of error; null if the attempt succeeded. */
    problem: string | null;
  };
  webhook_attempt_counts: {
    organizer_id: string;
    endpoint_id: string;
    /** The start of an hour. */
    hour: string;
    outcome: 'succeeded' | 'failed';
    /** The upper bound of the latencies that are counted in this row. */
    latency_ms: number;
    attempts: number;
  };
  webhook_replays: {
    organizer_id: string;
    id: string;
    endpoint_id: string;
    status: 'running' | 'finished' | 'stopped';
    since: string;
    /** 1 if only failed and cancelled deliveries are sent again. */
    only_failed: number;
    /** The last event that was scheduled. */
    after_event_id: string;
    /** The replay ends before this id. */
    until_event_id: string;
    scheduled: number;
    last_due_at: string | null;
    actor: string;
    address: string | null;
    request_id: string | null;
    /** The audit entry; null until the first event is scheduled. */
    audit_entry_id: string | null;
    created_at: string;
    updated_at: string;
  };
  service_audit_entries: {
    id: string;
    actor: string;
    action: string;
    subject: string;
    details: string;
    address: string | null;
    request_id: string | null;
    created_at: string;
  };
  audit_entries: {
    organizer_id: string;
    id: string;
    /** A key id, a member id, or `cli:` with the name of an operating-system user. */
    actor: string;
    action: string;
    subject: string;
    /** JSON: details of the action, without personal data. */
    details: string;
    /** The IP address of the client; null at the command line. */
    address: string | null;
    request_id: string | null;
    created_at: string;
  };
  idempotency_records: {
    organizer_id: string;
    /** SHA-256 of method and path, hexadecimal. */
    scope: string;
    idempotency_key: string;
    request_hash: string;
    /** Null while the first request is in progress. */
    response_status: number | null;
    response_headers: string | null;
    response_body: string | null;
    created_at: string;
    expires_at: string;
  };
  otp_codes: {
    /** Keyed hash of the e-mail address in lower case, hexadecimal. */
    email_hash: string;
    /** A random value. The code is derived from it with a key. Empty if no code was sent. */
    nonce: string;
    /** The number of remaining attempts of all senders together. */
    tries_left: number;
    expires_at: string;
    /** `expires_at` is never extended beyond this time. */
    ends_at: string;
  };
  otp_tries: {
    email_hash: string;
    /** Keyed hash of the sender's IP address, hexadecimal. */
    sender_hash: string;
    /** The number of attempts of this sender. */
    tries: number;
  };
  open_holds: {
    organizer_id: string;
    /** Keyed hash of a sender's IP address or of a buyer's e-mail address, hexadecimal. */
    holder_hash: string;
    /** The number of tickets and add-ons that the pending orders of this holder reserve. */
    units: number;
  };
  payments: {
    organizer_id: string;
    id: string;
    order_number: string;
    /** The name of a payment method. */
    method: string;
    /**
     * `open`: the buyer can pay. `closing`: the payment is queued to be closed at the provider. `closed`: the buyer can no
     * longer pay. `paid`: the money was received; it paid the order or is refunded. `refused`: money of another amount or
     * currency was received and is refunded. `failed`: the payment could not start, or the provider closed it without
     * money.
     */
    status: 'open' | 'closing' | 'closed' | 'paid' | 'refused' | 'failed';
    amount: number;
    currency: string;
    /** Refunds must be multiples of this amount in minor units; null if the organizer refunds and not the provider. */
    refund_step: number | null;
    /** Who receives the money; null in rows of an earlier version. */
    received_by: Receiver | null;
    /** The provider's id of the payment; null until the payment has started at the provider. */
    reference: string | null;
    /** The provider's id of the charge, which is required for refunds. */
    charge_reference: string | null;
    redirect_url: string | null;
    /** The number of attempts to close the payment. `next_attempt_at` is the time of the next attempt. */
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    updated_at: string;
    paid_at: string | null;
  };
  payment_refunds: {
    organizer_id: string;
    id: string;
    payment_id: string;
    /** The ledger entry of the refund. Null for money that is not in the ledger, and in rows of an earlier version. */
    entry_id: string | null;
    /** The failed refund that this refund repeats, with the same amount; null for the first attempt. */
    retry_of: string | null;
    amount: number;
    currency: string;
    status: 'pending' | 'succeeded' | 'failed';
    reference: string | null;
    /** Null for a refund that was requested here; `provider` for one that was made at the provider; `dispute` for a lost dispute. */
    origin: 'provider' | 'dispute' | null;
    /** 1 until the organizer has said which tickets a refund of another origin voids. */
    asks_tickets: number;
    error: string | null;
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    updated_at: string;
  };
  payment_disputes: {
    organizer_id: string;
    payment_id: string;
    /** The provider's id of the dispute. */
    reference: string;
    order_number: string;
    /** Minor units. */
    amount: number;
    currency: string;
    /** Why the bank of the buyer disputes the payment, in the words of the provider. */
    reason: string;
    status: 'open' | 'won' | 'lost';
    created_at: string;
    updated_at: string;
  };
  figure_watermarks: {
    organizer_id: string;
    event_id: string;
    /** The ledger entries of the event up to this position are in `figure_days`. */
    position: number;
  };
  figure_days: {
    organizer_id: string;
    scope: 'organizer' | 'event' | 'offer';
    /** `YYYY-MM-DD` in the time zone of the organizer. */
    day: string;
    currency: string;
    /** Empty in the scope `organizer`. */
    event_id: string;
    /** The ticket type or add-on; empty in the scopes `organizer` and `event`. */
    offer_id: string;
    orders: number;
    /** Sold tickets; in the scope `offer` of an add-on, its sold quantity. Includes units that were refunded later. */
    units: number;
    units_refunded: number;
    gross: number;
    refunds: number;
    fees: number;
    taxes: number;
    paid_out: number;
    /** The part of `gross - refunds - fees - taxes` that is not in the balance. */
    outside: number;
  };
  posters: {
    organizer_id: string;
    /** The first half of the SHA-256 of the content, hexadecimal. */
    id: string;
    media_type: string;
    /** Base64. */
    content: string;
    created_at: string;
  };
  /** A row for each kind of what leaves the service that is held. */
  outgoing_holds: { kind: 'mails' | 'webhooks' | 'payments'; held_at: string };
  /** A table with a single row. */
  master_key_check: {
    id: number;
    /** `MasterKeyState.check`. */
    value: string;
    /** While the master key is rotated, `MasterKeyState.nextCheck`. */
    next_value: string | null;
    phase: 'announced' | 'primary' | 'rewritten' | null;
    /** `MasterKeyState.keptKeys`. */
    kept_keys: string | null;
  };
  /** The mails that are not about an order, and those about orders that a version before `order_mails` has queued. */
  mails: {
    id: string;
    kind: string;
    /** The order that the e-mail is about, in `organizer_id` and `order_number`; null if the e-mail has no order. */
    organizer_id: string | null;
    order_number: string | null;
    /** The amount in the e-mail, in minor units; null if the e-mail has no amount. */
    amount: number | null;
    currency: string | null;
    /** Further data: JSON, encrypted with AES-256-GCM. */
    payload: string | null;
    /** A sentence of the organizer in a mail about an order. */
    note: string | null;
    status: 'pending' | 'failed';
    attempt_count: number;
    /** The time of the next attempt. While the row is leased, the time at which the lease expires. */
    next_attempt_at: string | null;
    /** After this time, the e-mail is not sent. */
    expires_at: string | null;
    error: string | null;
    created_at: string;
    updated_at: string;
  };
  /** The mails about orders that wait to be sent, or that could not be sent. On a sharded database they are where their order is. */
  order_mails: Tables['mails'] & { organizer_id: string; order_number: string };
  /** The mails about orders that were sent, without their content and their recipient. */
  sent_mails: {
    organizer_id: string;
    id: string;
    order_number: string;
    kind: string;
    created_at: string;
    sent_at: string;
  };
  /** The waiting rooms of events that visitors have entered. */
  waiting_rooms: {
    organizer_id: string;
    event_id: string;
    /** Identifies the sale for which visitors wait. A later sale of the event has a greater number. */
    round: number;
    /** When the first visitor was called; null: visitors gather for the start of the sale. */
    opened_at: string | null;
    /** How many visitors have arrived. After the opening, it is the last number. */
    arrived: number;
    /** The numbers up to this one were called at `called_at`. Since then, `admit_per_minute` more are called in a minute. */
    called: number;
    called_at: string;
    admit_per_minute: number;
    /** Up to this number, the numbers that nobody has used were passed on. */
    settled: number;
    /** The last numbers that were called at past times: JSON of `[milliseconds since the epoch, number][]`. */
    calls: string;
    changed_at: string;
  };
  /** The visitors who gathered before the sale, and those who were admitted. The places of others are only in their tokens. */
  waiting_room_visitors: {
    organizer_id: string;
    event_id: string;
    round: number;
    id: string;
    /** A keyed hash of the id. The visitors who gathered before the sale are sorted by it; null for later visitors. */
    lot: string | null;
    /** The place; null before the opening. */
    number: number | null;
    /** When the turn of the visitor ends; null: it was not called yet. */
    admitted_until: string | null;
    /** How many reservations the visitor has made. */
    reservations: number;
  };
}

/** A row to insert, without the columns that the database computes. */
export type NewRow<T extends keyof Tables> = {
  [K in keyof Tables[T] as Tables[T][K] extends GeneratedAlways<unknown> ? never : K]: Tables[T][K];
};
