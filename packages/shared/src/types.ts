/** The public endpoints' answers, as far as the page reads them. Money in minor units, times in RFC 3339. */

export interface TicketType {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly soldOut: boolean;
  readonly minPerOrder: number;
  readonly maxPerOrder: number;
  readonly salesStartAt: string | null;
  readonly salesEndAt: string | null;
}

export interface Addon {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly price: number;
  readonly unitsPerPurchase: number;
  readonly soldOut: boolean;
}

/** Who sells. All addresses are https, the color is `#rrggbb`. */
export interface OrganizerInfo {
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

export interface EventInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly timezone: string;
  readonly venue: Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>> | null;
  readonly posterUrl: string | null;
  readonly currency: string;
  readonly organizer: OrganizerInfo;
  readonly ticketTypes: readonly TicketType[];
  readonly addons: readonly Addon[];
}

export interface Line {
  readonly kind: 'ticket' | 'addon';
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

export interface Fees {
  readonly subtotal: number;
  readonly discount: number;
  readonly platformFee: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
  readonly paidBy: 'buyer' | 'organizer';
}

export interface Shortage {
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly name: string;
  readonly requested: number;
  readonly available: number;
}

export type PaymentMethod = 'test' | 'manual' | 'stripe';

export interface Quote {
  readonly currency: string;
  readonly lines: readonly Line[];
  readonly feeBreakdown: Fees;
  readonly shortages: readonly Shortage[];
  readonly paymentMethods: readonly PaymentMethod[];
}

export interface Reservation {
  readonly orderNumber: string;
  readonly reservationToken: string;
  readonly currency: string;
  readonly expiresAt: string;
  readonly lines: readonly Line[];
  readonly feeBreakdown: Fees;
  readonly paymentMethods: readonly PaymentMethod[];
}

export interface Payment {
  readonly status: 'paid' | 'pending';
  readonly redirectUrl: string | null;
  readonly expiresAt: string | null;
}

/** How the organizer is paid by transfer. */
export interface PaymentInstructions {
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly text: string | null;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly dueAt: string | null;
  /** What the QR code for banking apps holds (EPC069-12). */
  readonly epcQr: string | null;
}

export interface Ticket {
  readonly id: string;
  readonly ticketTypeName: string;
  readonly status: 'valid' | 'used' | 'void';
  readonly holderName: string | null;
  readonly bib: string | null;
  readonly category: string | null;
  readonly qrValue: string;
}

export interface Entitlement {
  readonly id: string;
  readonly addonId: string;
  readonly name: string;
  readonly unitsTotal: number;
  readonly unitsRemaining: number;
}

export interface Order {
  readonly orderNumber: string;
  readonly eventId: string;
  readonly status: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'expired';
  readonly currency: string;
  readonly total: number;
  readonly refundedTotal: number;
  readonly expiresAt: string | null;
  readonly buyer: { readonly email: string; readonly name: string | null };
  readonly feeBreakdown: Fees;
  readonly items: readonly Line[];
  readonly tickets: readonly Ticket[];
  readonly entitlements: readonly Entitlement[];
  readonly paymentInstructions: PaymentInstructions | null;
}
