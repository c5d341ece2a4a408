import { takesSepaTransfers } from './bank-account.ts';

/** A SEPA credit transfer that a buyer is asked to make. */
export interface Transfer {
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the organizer finds the order by. */
  readonly reference: string;
}

const nameLengthMax = 70;
/** 999,999,999.99 EUR. */
const centsMax = 99_999_999_999;

/**
 * The text of a QR code from which banking apps fill in a transfer: EPC069-12, version 002, in UTF-8. Draw it with error
 * correction level M.
 *
 * @returns null where such a code cannot ask for it: another currency than euro, an account outside SEPA, or an account
 *   outside the European Economic Area without its BIC
 */
export function epcQr({ accountHolder, iban, bic, amount, currency, reference }: Transfer): string | null {
  if (currency !== 'EUR' || amount < 1 || amount > centsMax || !takesSepaTransfers(iban, bic)) return null;
  const euros = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const name = [...accountHolder].slice(0, nameLengthMax).join('');
  // Lines 9 and 10 are the purpose and a structured reference. The last line that has something ends the text.
  return ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, `EUR${euros}`, '', '', reference].join('\n');
}
