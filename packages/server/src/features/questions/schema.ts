import { askedPersons, questionKeys, questionKinds } from '#shared/questions/question';
import { id, nullable, object, oneOf, Type, text, time, visible } from '../../platform/http/schema.ts';
import { inEachLanguage } from '../../platform/http/translations-schema.ts';
import { maxQuestions, maxStoredOptions } from './rules.ts';

/** Maximum number of options of a question. */
const maxOptions = 100;
const maxOfferIds = 200;
const maxPosition = 1_000_000;

const int32 = (description: string, minimum: number, maximum: number, examples: number[] = []) =>
  Type.Integer({ description, minimum, maximum, format: 'int32', ...(examples.length > 0 ? { examples } : {}) });

const stringsOf = (description: string, maxLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description,
    additionalProperties: { type: 'string', maxLength },
    maxProperties: maxOptions,
    examples: [],
  });

/** A part of the values of answers: the fields of a contact, an address or a guardian. */
const person = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 1_000 },
  maxProperties: 10,
});

const answerTypes = [
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: maxOptions }),
  person,
] as const;

const valueText =
  'text for `text`, `longText`, `email` and `phone`; a number for `number`; YYYY-MM-DD for `date`; a code for `choice`; codes for ' +
  '`choices`; `true` or `false` for `boolean`; an ISO 3166-1 alpha-2 code for `country`; `true` for `consent`, `false` if it was withdrawn, or `{name}` for the key ' +
  '`guardian`; `{name, phone}` for `contact`; `{street, postalCode, city, country}` for `address`';

/** The value of an answer in a response. */
export const answerValue = Type.Union([...answerTypes], { description: `The value: ${valueText}`, examples: ['M'] });

/** The answers of a person in a request. The rules of their questions are stricter. */
export const answersField = Type.Optional(
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description: `Answers by the id of the question: ${valueText}. null, an empty text, an empty list, and an object without values, such as \`{}\`, are no answer. Answers to hidden questions are ignored`,
    additionalProperties: Type.Union([...answerTypes, Type.Null()]),
    maxProperties: maxQuestions,
    examples: [{ que_01kamz0g5ve4q8v5x2c4g6t0yd: 'M' }],
  }),
);

/** The answers of a person to change. */
export const answersPatch = Type.Optional(
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description: `Answers by the id of the question: ${valueText}. Absent answers do not change, and null removes one`,
    additionalProperties: Type.Union([...answerTypes, Type.Null()]),
    maxProperties: maxQuestions,
    examples: [{ que_01kamz0g5ve4q8v5x2c4g6t0yd: 'L' }],
  }),
);

const code = Type.String({
  description: 'Code of the option. It stays the same if the label changes',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$',
  maxLength: 50,
  examples: ['M'],
});
const optionLabel = Type.String({
  description: 'Label of the option',
  minLength: 1,
  maxLength: 200,
  examples: ['Medium'],
});
const optionArchived = Type.Boolean({ description: 'Whether the option can no longer be chosen' });

const labelField = Type.String({
  description: 'The question, or the wording of a consent. It can contain links as in Markdown: `[terms](https://…)`',
  minLength: 1,
  maxLength: 2_000,
  examples: ['T-shirt size'],
});
const helpField = Type.String({ description: 'Explanation below the question', maxLength: 2_000 });

const translatedLabel = Type.String({ maxLength: 2_000 });

/** @param suffix of the names of its objects; requests and responses have different ones */
function translationsOf(suffix: string, label: typeof translatedLabel) {
  const texts = object(
    {
      label: Type.Optional(label),
      help: Type.Optional(Type.String({ maxLength: 2_000 })),
      options: Type.Optional(stringsOf('Labels of options by code', 200)),
    },
    { $id: `QuestionTranslation${suffix}`, description: 'The texts of a question in a language' },
  );
  const description =
    'The texts in other languages, by language: `label`, `help`, and the labels of `options` by code. In a change: of all languages';
  return Type.Unsafe<Readonly<Record<string, QuestionTranslation>>>(
    object(inEachLanguage(Type.Optional(texts)), {
      $id: `QuestionTranslations${suffix}`,
      description,
      examples: [{ de: { label: 'T-Shirt-Größe' } }],
    }),
  );
}
const translations = translationsOf('', translatedLabel);

/** The texts of a question in another language. */
export interface QuestionTranslation {
  readonly label?: string;
  readonly help?: string;
  /** By code. */
  readonly options?: Readonly<Record<string, string>>;
}

const askedOf = oneOf(askedPersons, '`buyer`: once for each order; `holder`: for each ticket');
const kind = oneOf(
  questionKinds,
  'What the question asks for. `consent`: a statement that must be accepted; `contact`: a name and a phone number',
);
const key = oneOf(
  questionKeys,
  'What the question means for programs; null: nothing. An event has one question with each key. A key needs its kind: `date` for ' +
    '`birthDate`; `choice` for `sex`, without `options`: they are always `female`, `male`, `other` and `notStated`; `country` for `nationality`; `contact` for `emergencyContact`; `address` for ' +
    '`postalAddress`; `consent` for `guardian`; `text` for the others',
);
const bound = (description: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' })], {
    description,
    examples: [1],
  });
const minimum = bound('The least number or date, or the least number of `choices`');
const maximum = bound('The greatest number or date, or the greatest number of `choices`');
const minLength = int32('The least number of characters (Unicode code points)', 1, 5_000);
const maxLength = int32(
  'The greatest number of characters (Unicode code points): at most 500 for `text`, 5000 for `longText`',
  1,
  5_000,
  [40],
);
const pattern = Type.String({
  description:
    'A regular expression that a `text` must match as a whole: characters, classes such as `[A-Z]` and `\\d`, repetitions such as `{2,4}`, ' +
    'and `|` between whole alternatives, without groups',
  maxLength: 200,
  examples: ['[A-Z]{2}\\d{6}'],
});
const offerIds = Type.Array(Type.String({ maxLength: 30, examples: ['tty_01kamz0g5ve4q8v5x2c4g6t0yd'] }), {
  description:
    'The ticket types and add-ons for which the question is asked; null: all. A buyer is asked if the order contains one of them',
  minItems: 1,
  maxItems: maxOfferIds,
});
/** @param $id the name of an object; requests and responses have different ones */
const shownIfOf = ($id: string) =>
  object(
    {
      questionId: id(
        'que',
        'Id of a `choice`, `choices` or `boolean` that the same person is asked, and that has no `shownIf` itself',
      ),
      values: Type.Array(Type.String({ maxLength: 50 }), {
        description: 'Codes of its options, or `true` or `false`. One of them must be answered',
        minItems: 1,
        maxItems: maxOptions,
        examples: [['true']],
      }),
    },
    {
      $id,
      description: 'The question is asked only after one of these answers to another question',
    },
  );
const shownIf = shownIfOf('QuestionCondition');
const maxAge = int32(
  'The question is asked only of holders who are at most this old on the day of `ageRule` of their ticket type, such as the consent of a ' +
    'guardian. It needs a required question with the key `birthDate` that all holders are asked; null: every age',
  0,
  150,
  [17],
);
const isRequired = Type.Boolean({ description: 'Whether it must be answered', examples: [true] });
const isMarketing = Type.Boolean({
  description: 'Whether a `consent` is one to advertising. It can then not be required',
  examples: [false],
});
const retentionDays = int32(
  'How many days after the end of the event the answers are deleted; null: as all personal data',
  0,
  36_500,
  [30],
);
const position = int32('Position in lists: lower positions come first', 0, maxPosition);

const common = {
  id: id('que', 'Id of the question'),
  eventId: id('evt', 'Id of the event'),
  position,
  askedOf,
  kind,
  key: nullable(key),
  label: labelField,
  help: nullable(helpField),
  isRequired,
};
const rules = {
  minimum: nullable(minimum),
  maximum: nullable(maximum),
  minLength: nullable(minLength),
  maxLength: nullable(maxLength),
  pattern: nullable(pattern),
  default: nullable(answerValue),
  shownIf: nullable(shownIf),
  maxAge: nullable(maxAge),
  offerIds: nullable(offerIds),
};
const version = int32(
  'Raised when the label, the help or an option changes. An answer contains the version that the person saw',
  1,
  2_147_483_647,
);

const example = {
  position: 0,
  askedOf: 'holder',
  kind: 'choice',
  key: null,
  help: null,
  options: [
    { code: 'M', label: 'Medium' },
    { code: 'L', label: 'Large' },
  ],
  minimum: null,
  maximum: null,
  minLength: null,
  maxLength: null,
  pattern: null,
  default: null,
  shownIf: null,
  maxAge: null,
  offerIds: null,
  retentionDays: null,
  translations: {},
  version: 1,
};

export const question = object(
  {
    ...common,
    options: nullable(
      Type.Array(object({ code, label: optionLabel, isArchived: optionArchived }, { $id: 'QuestionOption' }), {
        maxItems: maxStoredOptions,
        description: 'The options of `choice` and `choices`; null for other kinds',
      }),
    ),
    ...rules,
    isMarketing,
    retentionDays: nullable(retentionDays),
    isArchived: Type.Boolean({ description: 'Whether the question is no longer asked', examples: [false] }),
    version,
    translations,
    createdAt: time('When the question was created'),
    updatedAt: time('When the question last changed'),
  },
  {
    $id: 'Question',
    description: 'A question to buyers or ticket holders',
    example: { ...example, options: [{ code: 'M', label: 'Medium', isArchived: false }] },
  },
);

/** A question of a published event, for buyers. */
const publicQuestion = object(
  {
    ...common,
    options: nullable(
      Type.Array(object({ code, label: optionLabel }, { $id: 'PublicQuestionOption' }), {
        maxItems: maxOptions,
        description: 'The options of `choice` and `choices`; null for other kinds',
      }),
    ),
    ...rules,
    version,
    translations,
  },
  { $id: 'PublicQuestion', description: 'A question that buyers or ticket holders are asked', example },
);

export const questionList = object(
  { data: Type.Array(question, { maxItems: maxQuestions, description: 'The questions in their sequence' }) },
  { $id: 'QuestionList', description: 'The questions of an event, including archived ones' },
);

export const publicQuestions = Type.Array(publicQuestion, {
  maxItems: maxQuestions,
  description: 'The questions to the buyer and to ticket holders, in their sequence',
});

const optionalOrNull = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));

const options = Type.Array(
  object(
    { code, label: visible(optionLabel), isArchived: Type.Optional(optionArchived) },
    { $id: 'QuestionOptionFields' },
  ),
  {
    description:
      'All options of `choice` and `choices`, in their sequence. An option that is left out is removed, or archived if it was chosen',
    maxItems: maxOptions,
    examples: [[{ code: 'M', label: 'Medium' }]],
  },
);

const optionalFields = {
  position: Type.Optional(position),
  help: optionalOrNull(helpField),
  isRequired: Type.Optional(isRequired),
  options: optionalOrNull(options),
  minimum: optionalOrNull(minimum),
  maximum: optionalOrNull(maximum),
  minLength: optionalOrNull(minLength),
  maxLength: optionalOrNull(maxLength),
  pattern: optionalOrNull(pattern),
  default: optionalOrNull(answerValue),
  shownIf: optionalOrNull(shownIfOf('QuestionConditionFields')),
  maxAge: optionalOrNull(maxAge),
  offerIds: optionalOrNull(offerIds),
  isMarketing: Type.Optional(isMarketing),
  retentionDays: optionalOrNull(retentionDays),
  translations: Type.Optional(translationsOf('Fields', visible(translatedLabel))),
};

const size = {
  label: 'T-shirt size',
  options: [
    { code: 'M', label: 'Medium' },
    { code: 'L', label: 'Large' },
  ],
  isRequired: true,
};

export const newQuestion = object(
  { askedOf, kind, key: optionalOrNull(key), label: visible(labelField), ...optionalFields },
  {
    $id: 'CreateQuestion',
    description:
      'A new question. By default, it is not required, asked for all ticket types, and after the existing questions',
    examples: [{ askedOf: 'holder', kind: 'choice', ...size }],
  },
);

export const questionPatch = object(
  {
    label: Type.Optional(visible(labelField)),
    ...optionalFields,
    isArchived: Type.Optional(Type.Boolean({ description: 'true: the question is no longer asked' })),
  },
  { $id: 'UpdateQuestion', description: 'The fields of a question to change', examples: [{ isRequired: false }] },
);

/** What becomes of a consent that is withdrawn: its `value` is false, and the other fields stay. */
const withdrawal = object(
  { at: time('When the consent was withdrawn'), value: answerValue },
  {
    $id: 'WithdrawnConsent',
    description:
      'Only of a consent that was withdrawn: when, and the `value` that was given. `value` of the answer is then `false`, and its label, version, ' +
      'language and `answeredAt` are those of the consent as it was given',
    example: { value: true },
  },
);

/** An answer as the person saw it. */
export const answer = object(
  {
    questionId: id('que', 'Id of the question. The question may have been deleted'),
    key: nullable(key),
    kind,
    label: labelField,
    value: answerValue,
    text: text('The answer in words', { maxLength: 30_000, examples: ['Medium'] }),
    version,
    language: text('The language in which the question was shown', { maxLength: 35, examples: ['en'] }),
    answeredAt: time('When the answer was given'),
    withdrawn: Type.Optional(withdrawal),
  },
  {
    $id: 'Answer',
    description:
      'An answer of a buyer or a ticket holder, with the label, the version and the language of the question that the person saw. A label without a translation is in the language of the event',
    example: { key: null, kind: 'choice', value: 'M' },
  },
);

export const answerList = Type.Array(answer, {
  maxItems: maxQuestions,
  description: 'The answers in the sequence of the questions',
});
