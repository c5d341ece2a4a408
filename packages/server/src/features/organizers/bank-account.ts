/**
 * The length of an IBAN by country, for the countries of SEPA (ISO 13616 registry). Outside the European
 * Economic Area a transfer also needs the BIC.
 */
const ibanLengths: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 16, BG: 22, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GR: 27, HR: 21, HU: 28 },
  ...{ IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24 },
  ...{ SI: 19, SK: 24 },
  ...{ AD: 24, AL: 28, CH: 21, GB: 22, GI: 23, MC: 27, MD: 24, ME: 22, MK: 19, RS: 22, SM: 27, VA: 22 },
};

const outsideEea = new Set(['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA']);

/**
 * Parses an IBAN.
 *
 * @returns the IBAN as it is stored, in upper case and without spaces; null if the text has wrong characters, a wrong length
 *   for its SEPA country, or wrong check digits (ISO 13616, with the check of ISO 7064 MOD 97-10)
 */
export function parseIban(text: string): string | null {
  const iban = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  if ((ibanLengths[iban.slice(0, 2)] ?? iban.length) !== iban.length) return null;
  // Check digits are 98 minus a remainder of a division by 97: from 02 to 98.
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return null;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n ? iban : null;
}

/**
 * Parses a BIC.
 *
 * @returns the BIC as it is stored, in upper case and without spaces; null if the text does not have the format of ISO 9362: 8 or
 *   11 characters; the fifth and the sixth are letters
 */
export function parseBic(text: string): string | null {
  const bic = text.replaceAll(' ', '').toUpperCase();
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null;
}

/** Whether a SEPA credit transfer can be sent to this account. */
export function takesSepaTransfers(iban: string, bic: string | null): boolean {
  const country = iban.slice(0, 2);
  if (ibanLengths[country] === undefined) return false;
  return bic !== null || !outsideEea.has(country);
}
