import type { QuestionKey, QuestionKind } from '#shared/questions/question';

/** An answer, and the value that is stored; for an invalid one, the code of its error and the field of a contact or an address. */
type Valid = readonly [raw: unknown, stored: unknown];
type Invalid = readonly [raw: unknown, code: string, field?: string];

/** A question, and answers to it. The API, the page and the import are tested with the same cases. */
export interface QuestionCase {
  /** The name of the case. */
  readonly name: string;
  /** The fields of the question, without `askedOf`, `label` and `isRequired`. */
  readonly fields: { readonly kind: QuestionKind; readonly key?: QuestionKey; readonly [field: string]: unknown };
  readonly valid: readonly Valid[];
  readonly invalid: readonly Invalid[];
  /** Answers that are none. */
  readonly empty: readonly unknown[];
}

const sizes = ['S', 'M', 'L'].map((code) => ({ code, label: `Size ${code}` }));
const long = (length: number) => 'é'.repeat(length);
const vienna = { street: 'Ring 1', postalCode: '1010', city: 'Wien', country: 'AT' };

export const questionCases: readonly QuestionCase[] = [
  {
    name: 'text',
    fields: { kind: 'text' },
    valid: [
      [' Ada 👩‍🚀 ', 'Ada 👩‍🚀'],
      [long(500), long(500)],
    ],
    invalid: [
      [7, 'wrong_type'],
      ['two\nlines', 'invalid_character'],
      ['bell\u0007', 'invalid_character'],
      [long(501), 'too_long'],
    ],
    empty: [null, '', '  '],
  },
  {
    name: 'text with a pattern',
    fields: { kind: 'text', pattern: '^[A-Z]{2}\\d{2,3}$|none', minLength: 4, maxLength: 5 },
    valid: [
      ['AT42', 'AT42'],
      ['AT423', 'AT423'],
      ['none', 'none'],
    ],
    invalid: [
      ['AT4x', 'wrong_format'],
      ['at42', 'wrong_format'],
      ['AT4', 'too_short'],
      ['AT4234', 'too_long'],
    ],
    empty: [''],
  },
  {
    name: 'longText',
    fields: { kind: 'longText' },
    valid: [
      ['two\nlines', 'two\nlines'],
      [long(5_000), long(5_000)],
    ],
    invalid: [
      [true, 'wrong_type'],
      [long(5_001), 'too_long'],
    ],
    empty: ['\n'],
  },
  {
    name: 'number',
    fields: { kind: 'number', minimum: 0, maximum: 10.5 },
    valid: [
      [0, 0],
      [10.5, 10.5],
    ],
    invalid: [
      ['3', 'wrong_type'],
      [-1, 'below_minimum'],
      [10.6, 'above_maximum'],
    ],
    empty: [null],
  },
  {
    name: 'date',
    fields: { kind: 'date', minimum: '2027-01-31', maximum: '2028-02-29' },
    valid: [
      ['2027-01-31', '2027-01-31'],
      ['2028-02-29', '2028-02-29'],
    ],
    invalid: [
      [20270131, 'wrong_type'],
      ['31.01.2027', 'not_a_date'],
      ['2027-02-29', 'not_a_date'],
      ['2027-01-30', 'date_too_early'],
      ['2028-03-01', 'date_too_late'],
    ],
    empty: [''],
  },
  {
    name: 'birthDate',
    fields: { kind: 'date', key: 'birthDate' },
    valid: [
      ['2010-03-14', '2010-03-14'],
      ['1900-01-01', '1900-01-01'],
    ],
    invalid: [
      ['1700-01-01', 'date_too_early'],
      ['9999-01-01', 'date_too_late'],
      ['14/03/2010', 'not_a_date'],
    ],
    empty: [null],
  },
  {
    name: 'choice',
    fields: { kind: 'choice', options: sizes },
    valid: [['M', 'M']],
    invalid: [
      ['XL', 'unknown_option'],
      ['Size M', 'unknown_option'],
      [['M'], 'wrong_type'],
    ],
    empty: [''],
  },
  {
    name: 'sex',
    fields: { kind: 'choice', key: 'sex' },
    valid: [
      ['other', 'other'],
      ['notStated', 'notStated'],
    ],
    invalid: [['x', 'unknown_option']],
    empty: [null],
  },
  {
    name: 'choices',
    fields: { kind: 'choices', options: sizes, minimum: 1, maximum: 2 },
    valid: [
      [
        ['L', 'S'],
        ['L', 'S'],
      ],
      [['S', 'S'], ['S']],
    ],
    invalid: [
      ['S', 'wrong_type'],
      [['S', 'XL'], 'unknown_option'],
      [['S', 'M', 'L'], 'too_many_items'],
    ],
    empty: [[], null],
  },
  {
    name: 'boolean',
    fields: { kind: 'boolean' },
    valid: [
      [true, true],
      [false, false],
    ],
    invalid: [
      ['true', 'wrong_type'],
      [1, 'wrong_type'],
    ],
    empty: [null],
  },
  {
    name: 'country',
    fields: { kind: 'country' },
    valid: [['AT', 'AT']],
    invalid: [
      ['at', 'not_a_country'],
      ['QQ', 'not_a_country'],
      ['Austria', 'too_long'],
    ],
    empty: [''],
  },
  {
    name: 'phone',
    fields: { kind: 'phone' },
    valid: [
      ['+43 (660) 11-11', '+436601111'],
      ['0043 660 2222', '+436602222'],
    ],
    invalid: [
      ['0660 1111', 'not_a_phone_number'],
      ['+43 660 ABCD', 'not_a_phone_number'],
      [436601111, 'wrong_type'],
      [`+${'1'.repeat(50)}`, 'too_long'],
    ],
    empty: [''],
  },
  {
    name: 'email',
    fields: { kind: 'email' },
    valid: [['ada@example.com', 'ada@example.com']],
    invalid: [
      ['ada', 'not_an_email'],
      ['Ada <ada@example.com>', 'not_an_email'],
      [`${'a'.repeat(250)}@example.com`, 'too_long'],
    ],
    empty: [''],
  },
  {
    name: 'consent',
    fields: { kind: 'consent' },
    valid: [[true, true]],
    invalid: [
      ['yes', 'wrong_type'],
      [1, 'wrong_type'],
    ],
    empty: [false, null],
  },
  {
    name: 'guardian',
    fields: { kind: 'consent', key: 'guardian' },
    valid: [[{ name: ' Eva Berg ' }, { name: 'Eva Berg' }]],
    invalid: [
      [true, 'wrong_type'],
      [{ name: long(201) }, 'too_long', 'name'],
    ],
    empty: [{ name: '' }, null],
  },
  {
    name: 'contact',
    fields: { kind: 'contact', key: 'emergencyContact' },
    valid: [
      [
        { name: 'Eva', phone: '+43 660 1111' },
        { name: 'Eva', phone: '+436601111' },
      ],
    ],
    invalid: [
      ['Eva', 'wrong_type'],
      [{ name: 'Eva' }, 'required', 'phone'],
      [{ name: 'Eva', phone: '1' }, 'not_a_phone_number', 'phone'],
      [{ name: long(201), phone: '+436601111' }, 'too_long', 'name'],
      [{ name: 'Eva', phone: '+436601111', email: 'eva@example.com' }, 'unknown_field', 'email'],
    ],
    empty: [{}, { name: '', phone: '' }],
  },
  {
    name: 'address',
    fields: { kind: 'address', key: 'postalAddress' },
    valid: [[{ ...vienna, street: ' Ring 1' }, vienna]],
    invalid: [
      [{ ...vienna, city: '' }, 'required', 'city'],
      [{ ...vienna, country: 'XX' }, 'not_a_country', 'country'],
      [{ ...vienna, street: long(201) }, 'too_long', 'street'],
    ],
    empty: [{}],
  },
];
