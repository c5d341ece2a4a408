import { describe, expect, test } from 'vitest';
import { parseBic, parseIban } from './bank-account.ts';
import { epcQr, type Transfer } from './epc-qr.ts';

describe('an IBAN', () => {
  // Examples of the ISO 13616 registry.
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    'CH93 0076 2011 6238 5295 7',
    'FR14 2004 1010 0505 0001 3M02 606',
    'NO93 8601 1117 947',
    'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    'SA03 8000 0000 6080 1016 7519',
  ])('%s is accepted in upper and lower case, and returned without spaces', (text) => {
    expect(parseIban(text)).toBe(text.replaceAll(' ', ''));
    expect(parseIban(text.toLowerCase())).toBe(text.replaceAll(' ', ''));
  });

  test.each([
    ['', 'empty'],
    ['DE88370400440532013000', 'other check digits'],
    ['DE89370400440532013001', 'another account'],
    ['DE89370400440532031000', 'two digits swapped'],
    ['DE8937040044053201300', 'a digit missing'],
    ['DE8900370400440532013000', 'too long for its country'],
    ['D189370400440532013000', 'no country'],
    ['DE89-3704-0044-0532-0130-00', 'hyphens'],
    ['XX003704004405320130', 'check digits that are never assigned'],
  ])('%s is not valid: %s', (text) => {
    expect(parseIban(text)).toBeNull();
  });

  test('is not valid if any one of its digits is changed', () => {
    const iban = 'DE89370400440532013000';
    for (let index = 2; index < iban.length; index += 1) {
      for (const digit of '0123456789') {
        if (digit === iban[index]) continue;
        expect(parseIban(iban.slice(0, index) + digit + iban.slice(index + 1)), `${index} ${digit}`).toBeNull();
      }
    }
  });
});

test.each([
  ['cobadeffxxx', 'COBADEFFXXX'],
  ['NWBKGB2L', 'NWBKGB2L'],
  ['COBADEFFXX', null],
  ['COBA1EFF', null],
  ['COBADEFFXXXX', null],
])('%s is parsed as the BIC %s', (text, bic) => {
  expect(parseBic(text)).toBe(bic);
});

describe('the QR code of a transfer (EPC069-12)', () => {
  const transfer: Transfer = {
    accountHolder: 'Kranich Laufverein e.V.',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    amount: 10_217,
    currency: 'EUR',
    reference: '7K3Q9MX2PA',
  };
  /** The lines of a QR code by their names in the standard. */
  const linesOf = (changes: Partial<Transfer> = {}) => {
    const lines = epcQr({ ...transfer, ...changes })!.split('\n');
    const names = [
      ...['tag', 'version', 'characterSet', 'identification', 'bic', 'name', 'iban', 'amount'],
      ...['purpose', 'structuredReference', 'unstructuredReference'],
    ];
    expect(lines).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, index) => [name, lines[index]]));
  };

  test('has the lines of version 002, in UTF-8, with the order number as unstructured reference', () => {
    expect(linesOf()).toEqual({
      tag: 'BCD',
      version: '002',
      characterSet: '1',
      identification: 'SCT',
      bic: 'COBADEFFXXX',
      name: 'Kranich Laufverein e.V.',
      iban: 'DE89370400440532013000',
      amount: 'EUR102.17',
      purpose: '',
      structuredReference: '',
      unstructuredReference: '7K3Q9MX2PA',
    });
  });

  test.each([
    [1, 'EUR0.01'],
    [10, 'EUR0.10'],
    [100, 'EUR1.00'],
    [99_999_999_999, 'EUR999999999.99'],
  ])('writes %d cents as %s', (amount, text) => {
    expect(linesOf({ amount })['amount']).toBe(text);
  });

  test('has an empty line for an unknown BIC, and at most the first 70 characters of the name', () => {
    expect(linesOf({ bic: null })['bic']).toBe('');
    expect(linesOf({ accountHolder: 'ß'.repeat(71) })['name']).toBe('ß'.repeat(70));
  });

  test('keeps umlauts, each as one character', () => {
    expect(linesOf({ accountHolder: 'Ko\u0308lner La\u0308ufer' })['name']).toBe('K\u00f6lner L\u00e4ufer');
  });

  test.each<[string, Partial<Transfer>]>([
    ['in another currency', { currency: 'CHF' }],
    ['of zero', { amount: 0 }],
    ['of more than the standard allows', { amount: 100_000_000_000 }],
    ['to an account outside SEPA', { iban: 'SA0380000000608010167519' }],
    ['to Switzerland without a BIC', { iban: 'CH9300762011623852957', bic: null }],
  ])('is null for a transfer %s', (_, changes) => {
    expect(epcQr({ ...transfer, ...changes })).toBeNull();
  });

  test('is created for a transfer to Switzerland with a BIC', () => {
    expect(linesOf({ iban: 'CH9300762011623852957', bic: 'BKBBCHBBXXX' })['iban']).toBe('CH9300762011623852957');
  });
});
