import type { GeneratedAlways } from 'kysely';

/**
 * The tables, as `migrations/` makes them. Times are RFC 3339 text in UTC with milliseconds (they sort as they stand,
 * the same on both databases), money is integer minor units, ids are TypeIDs. Every tenant table begins with
 * `organizer_id`, and so do its keys.
 */
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
    /** `#rrggbb`, lower case. */
    accent_color: string | null;
    account_holder: string | null;
    /** Without spaces, upper case. */
    iban: string | null;
    bic: string | null;
    payment_text: string | null;
    /** How many units one network address may hold without paying; null for the operator's default, 0 for no limit. */
    holds_per_address: number | null;
    /** The same for one e-mail address. */
    holds_per_email: number | null;
    created_at: string;
    updated_at: string;
  };
  members: {
    organizer_id: string;
    id: string;
    email: string;
    name: string | null;
    role: 'owner' | 'editor' | 'viewer';
    created_at: string;
  };
  events: {
    organizer_id: string;
    id: string;
    external_id: string | null;
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
    next_bib: number;
    /** Raised by every change of it, its ticket types and its add-ons. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  ticket_types: {
    organizer_id: string;
    id: string;
    event_id: string;
    external_id: string | null;
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
    status: 'active' | 'archived';
    position: number;
    /** The version of its event at its last change. Sales do not change it. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  addons: {
    organizer_id: string;
    id: string;
    event_id: string;
    external_id: string | null;
    name: string;
    type: string;
    price: number;
    currency: string;
    units_per_purchase: number;
    quantity: number | null;
    sold: number;
    reserved: number;
    status: 'active' | 'archived';
    position: number;
    /** The version of its event at its last change. Sales do not change it. */
    version: number;
    created_at: string;
    updated_at: string;
  };
  orders: {
    organizer_id: string;
    order_number: string;
    external_id: string | null;
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
    buyer_email: string;
    buyer_name: string | null;
    buyer_phone: string | null;
    /** JSON: what the tickets of an order will carry; null once they are issued, or never will be as far as is known. */
    attendees: string | null;
    created_at: string;
    updated_at: string;
    paid_at: string | null;
    expires_at: string | null;
    /** `holder_hash` of `open_holds` that it counts for; null for none, and when it no longer holds stock. */
    held_by_address: string | null;
    held_by_email: string | null;
    /** When its buyer was removed because it was never paid. */
    buyer_removed_at: string | null;
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
    /** How many were paid back. */
    refunded_quantity: number;
    /** How many went back into the stock: a used ticket or consumed voucher does not. */
    returned_quantity: number;
  };
  tickets: {
    organizer_id: string;
    id: string;
    order_number: string;
    item_id: string;
    event_id: string;
    ticket_type_id: string;
    status: 'valid' | 'used' | 'void';
    holder_name: string | null;
    bib: string;
    category: string | null;
    qr_value: string;
    issued_at: string;
    updated_at: string;
    used_at: string | null;
    /** Set where the price was paid back; a used ticket with it can never become valid again. */
    refunded_at: string | null;
  };
  entitlements: {
    organizer_id: string;
    id: string;
    order_number: string;
    item_id: string;
    event_id: string;
    addon_id: string;
    /** Lower case. */
    buyer_email: string;
    /** What it was called when it was granted. */
    name: string;
    /** The add-on's type then. */
    type: string;
    units_total: number;
    units_consumed: number;
    /** Units taken back by a refund. */
    units_voided: number;
    /** 1 where nothing remains, else 0. */
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
  };
  settlements: {
    organizer_id: string;
    id: string;
    event_id: string;
    currency: string;
    status: 'open' | 'final' | 'paid';
    orders_paid: number;
    tickets_sold: number;
    gross: number;
    refunds: number;
    platform_fees: number;
    payment_fees: number;
    taxes: number;
    paid_out: number;
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
    /** Since when it only failed. */
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
  webhook_secrets: {
    organizer_id: string;
    id: string;
    endpoint_id: string;
    /** AES-256-GCM. */
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
    created_at: string;
  };
  webhook_deliveries: {
    organizer_id: string;
    id: string;
    endpoint_id: string;
    event_id: string;
    status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
    attempt_count: number;
    /** When it is due; while it is leased, when the lease runs out. */
    next_attempt_at: string | null;
    /** Of whoever is making an attempt: only they may tell how it went. */
    lease_id: string | null;
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
  };
  audit_entries: {
    organizer_id: string;
    id: string;
    /** Who: a key id, a member id, or `cli:` and an operating-system user. */
    actor: string;
    action: string;
    subject: string;
    /** JSON: what the action was about, no personal values. */
    details: string;
    address: string | null;
    request_id: string | null;
    created_at: string;
  };
  idempotency_records: {
    organizer_id: string;
    /** Which method and path the key was sent with: their SHA-256, hexadecimal. */
    scope: string;
    idempotency_key: string;
    request_hash: string;
    /** null while the first request is still under way. */
    response_status: number | null;
    response_headers: string | null;
    response_body: string | null;
    created_at: string;
    expires_at: string;
  };
  otp_codes: {
    /** Keyed hash of the address in lower case, hexadecimal. */
    email_hash: string;
    /** Random; the code is derived from it with a key. Empty where no code was sent. */
    nonce: string;
    /** Of all senders together. */
    tries_left: number;
    expires_at: string;
    /** `expires_at` is never extended beyond this. */
    ends_at: string;
  };
  otp_tries: {
    email_hash: string;
    /** Keyed hash of the sender's network address, hexadecimal. */
    sender_hash: string;
    /** How often this sender has tried this code. */
    tries: number;
  };
  open_holds: {
    organizer_id: string;
    /** Keyed hash of a sender's network address or of a buyer's e-mail address, hexadecimal. */
    holder_hash: string;
    /** Tickets and add-ons that its pending orders hold. */
    units: number;
  };
  payments: {
    organizer_id: string;
    id: string;
    order_number: string;
    method: 'test' | 'manual' | 'stripe';
    /**
     * `open`: begun, may still be paid. `closing`: the provider is yet to be told that nothing more is wanted. `closed`:
     * it was told. `paid`: the money came, for the order or to be given back. `refused`: another amount came, and goes
     * back. `failed`: it could not be begun.
     */
    status: 'open' | 'closing' | 'closed' | 'paid' | 'refused' | 'failed';
    amount: number;
    currency: string;
    /** What the provider calls it. */
    reference: string | null;
    /** What the provider calls the money that came. */
    charge_reference: string | null;
    redirect_url: string | null;
    /** How often closing it failed, and when it is tried next. */
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
    /** The failed refund that this one repeats; null for the first attempt. Both have the same amount. */
    retry_of: string | null;
    amount: number;
    currency: string;
    status: 'pending' | 'succeeded' | 'failed';
    reference: string | null;
    error: string | null;
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    updated_at: string;
  };
  /** One row. */
  master_key_check: { id: number; value: string };
  mails: {
    id: string;
    kind: string;
    /** Whose order it tells of, where it tells of one. */
    organizer_id: string | null;
    order_number: string | null;
    /** The money that it tells of, where it tells of some: minor units. */
    amount: number | null;
    currency: string | null;
    /** What it needs besides: JSON, encrypted with AES-256-GCM. */
    payload: string | null;
    status: 'pending' | 'failed';
    attempt_count: number;
    /** When it is due; while it is being sent, when whoever sends it has given up. */
    next_attempt_at: string | null;
    /** From when on it is of no use. */
    expires_at: string | null;
    error: string | null;
    created_at: string;
    updated_at: string;
  };
}

/** A row as it is inserted: without what the database computes. */
export type NewRow<T extends keyof Tables> = {
  [K in keyof Tables[T] as Tables[T][K] extends GeneratedAlways<unknown> ? never : K]: Tables[T][K];
};
