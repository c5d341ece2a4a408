import { takesSepaTransfers } from './bank-account.ts';

/** A SEPA credit transfer from a buyer to an organizer. */
export interface Transfer {
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The text by which the organizer identifies the order. */
  readonly reference: string;
}

const maxNameLength = 70;
/** 999,999,999.99 EUR. */
const maxCents = 99_999_999_999;

/**
 * The text of a QR code that fills in a transfer in a banking app: EPC069-12, version 002, in UTF-8. The code must have error
 * correction level M.
 *
 * @returns null if the standard does not allow the transfer: another currency than euro, an account outside SEPA, or an
 *   account outside the European Economic Area without its BIC
 */
export function epcQr({ accountHolder, iban, bic, amount, currency, reference }: Transfer): string | null {
  if (currency !== 'EUR' || amount < 1 || amount > maxCents || !takesSepaTransfers(iban, bic)) return null;
  const euros = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const name = [...accountHolder.normalize('NFC')].slice(0, maxNameLength).join('');
  // Lines 9 and 10, the purpose and a structured reference, are empty. Empty lines at the end are omitted.
  return ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, `EUR${euros}`, '', '', reference].join('\n');
}
