import { type Language, languageOfTag } from '#messages/languages';
import { isDate, longTextLengthMax, textLengthMax } from '#shared/questions/parse-answer';
import type { QuestionKey, QuestionKind } from '#shared/questions/question';
import type { QuestionLine } from '../schema.ts';
import { asIds, asObject, asObjects, asText, type JsonObject } from './json-fields.ts';
import { cutTexts, type PretixText, type PretixTexts, translationsOf } from './pretix-texts.ts';
import { externalIdOf, type SourceContext } from './source.ts';
import { fitQuestions, keyOfLabel, type LineAnswer, readAnswer, sexOfLabel } from './source-questions.ts';

/** The kinds of the questions of pretix. Times have no kind of their own here. Files cannot be imported. */
const kinds: Readonly<Record<string, QuestionKind>> = {
  N: 'number',
  S: 'text',
  T: 'longText',
  B: 'boolean',
  C: 'choice',
  M: 'choices',
  D: 'date',
  H: 'text',
  W: 'text',
  CC: 'country',
  TEL: 'phone',
};

const optionCode = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/;
const maxLabelLength = 2_000;
const maxOptionLength = 200;
const maxOptions = 100;
const maxOfferIds = 200;

interface SourceOption {
  readonly id: string;
  readonly identifier: string | null;
  readonly code: string;
  readonly label: PretixText;
}

/** A question of pretix. */
interface PretixQuestion {
  readonly id: string;
  readonly source: JsonObject;
  readonly label: PretixText;
  readonly kind: QuestionKind;
  readonly key: QuestionKey | null;
  readonly options: readonly SourceOption[];
}

/** An answer of a position: with its question if that accepts it, otherwise as text. */
type PretixAnswer = { readonly answer: LineAnswer } | { readonly label: string; readonly text: string };

/** The place of questions: an event here, and the offers that products of pretix have become in it. */
interface QuestionPlace {
  readonly event: string;
  /** The date of an event series; null for the only event. */
  readonly subevent: string | null;
  readonly offersOf: (item: string) => readonly string[];
}

/** The questions of an event of pretix. */
export class PretixQuestions {
  readonly #context: SourceContext;
  readonly #slug: string;
  readonly #texts: PretixTexts;
  readonly #questions: ReadonlyMap<string, PretixQuestion>;
  /** By the event here, and the id of the question. */
  readonly #lines = new Map<string, QuestionLine>();

  constructor(sources: readonly JsonObject[], slug: string, texts: PretixTexts, context: SourceContext) {
    this.#context = context;
    this.#slug = slug;
    this.#texts = texts;
    const read = sources.filter(({ type }) => type !== 'F').map((source) => this.#read(source, sources));
    const position = ({ source }: PretixQuestion) => Number(source['position']) || 0;
    read.sort((a, b) => position(a) - position(b));
    this.#questions = new Map(read.map((question) => [question.id, question]));
  }

  /** The lines of the questions of an event. A question that depends on another one follows it. */
  linesOf(place: QuestionPlace): readonly QuestionLine[] {
    const sorted = new Set<PretixQuestion>();
    for (const question of this.#questions.values()) {
      const parent = this.#parentOf(question);
      if (parent !== null) sorted.add(parent);
      sorted.add(question);
    }
    const lines = fitQuestions(
      [...sorted].map((question) => this.#lineOf(question, place)),
      this.#context,
    );
    const ids = new Map([...sorted].map(({ id }) => [this.#referenceOf(id, place), id]));
    for (const line of lines) this.#lines.set(`${place.event} ${ids.get(line.externalId)}`, line);
    return lines;
  }

  /**
   * An answer to a question of an event; null for an uploaded file or an empty answer.
   *
   * @param language of the buyer; null for the main language
   */
  answer(event: string, source: JsonObject, language: Language | null, example: string): PretixAnswer | null {
    const { notes } = this.#context;
    const id = asText(source['question']) ?? '';
    const question = this.#questions.get(id);
    const text = asText(source['answer']);
    if (text === null) return null;
    if (text.startsWith('file://')) {
      notes.left('uploaded files', 'a ticket holder has only answers of text here', example);
      return null;
    }
    const line = this.#lines.get(`${event} ${id}`);
    const raw = question === undefined ? text : rawAnswer(question, source, text);
    const seenIn = language ?? languageOfTag(this.#texts.language);
    const answer = line === undefined ? null : readAnswer(line, raw, { ...this.#context, language: seenIn });
    if (answer !== null) return { answer };
    notes.mapped('answers that their question does not accept', 'fields of the attendees', example);
    const words = question?.source['type'] === 'B' ? (text === 'True' ? 'yes' : 'no') : text;
    return { label: question?.label.text ?? `Question ${id}`, text: words };
  }

  #read(source: JsonObject, sources: readonly JsonObject[]): PretixQuestion {
    const { notes } = this.#context;
    const id = asText(source['id']) ?? '';
    const type = asText(source['type']) ?? '';
    const example = `question ${id}`;
    const options = this.#optionsOf(source, example);
    const found = this.#texts.read(source['question'], 'questions') ?? { text: `Question ${id}`, translations: {} };
    const label = cutTexts(found, maxLabelLength, 'questions', notes, example);
    const kind = this.#kindOf(type, options, source, sources, example);
    const key = keyOf(source, kind, options);
    const withSexes = options.map((option) => ({ ...option, code: sexOfLabel(option.label.text) ?? option.code }));
    return { id, source, label, kind, key, options: key === 'sex' ? withSexes : options };
  }

  #kindOf(
    type: string,
    options: readonly SourceOption[],
    source: JsonObject,
    sources: readonly JsonObject[],
    example: string,
  ): QuestionKind {
    const { notes } = this.#context;
    const kind = kinds[type];
    if (kind === 'choice' || kind === 'choices') {
      if (options.length > 0 && options.length <= maxOptions) return kind;
      const why = options.length === 0 ? 'the files do not have their options' : `they have more than ${maxOptions}`;
      notes.mapped('questions with options', `questions for a text, because ${why}`, example);
      return 'text';
    }
    const isParent = sources.some((other) => asText(other['dependency_question']) === asText(source['id']));
    if (kind === 'boolean' && source['required'] === true && !isParent) {
      notes.mapped('yes/no questions that require a yes', 'consents', example);
      return 'consent';
    }
    if (type === 'H' || type === 'W') notes.mapped('questions for a time', 'questions for a text', example);
    if (kind === undefined) notes.mapped(`questions of the type ${type}`, 'questions for a text', example);
    return kind ?? 'longText';
  }

  #optionsOf(source: JsonObject, example: string): SourceOption[] {
    const { notes } = this.#context;
    const sources = asObjects(source['options']);
    const identifiers = sources.map(({ identifier }) => asText(identifier));
    return sources.map((option, index) => {
      const id = asText(option['id']) ?? '';
      const identifier = identifiers[index] ?? null;
      const isCode = identifier !== null && optionCode.test(identifier) && identifiers.indexOf(identifier) === index;
      const found = this.#texts.read(option['answer'], 'answers') ?? { text: id, translations: {} };
      const label = cutTexts(found, maxOptionLength, 'options', notes, example);
      return { id, identifier, code: isCode ? identifier : `option-${id}`, label };
    });
  }

  /** The question on which a question depends here: a choice or a yes/no question that depends on no other one. */
  #parentOf({ source }: PretixQuestion): PretixQuestion | null {
    const parent = this.#questions.get(asText(source['dependency_question']) ?? '');
    if (parent === undefined || asText(parent.source['dependency_question']) !== null) return null;
    return ['choice', 'choices', 'boolean'].includes(parent.kind) ? parent : null;
  }

  #referenceOf(id: string, { subevent }: QuestionPlace): string {
    return externalIdOf('pretix', 'question', this.#slug, ...(subevent === null ? [] : [subevent]), id);
  }

  #lineOf(question: PretixQuestion, place: QuestionPlace): QuestionLine {
    const { notes } = this.#context;
    const { id, source, label, kind, key } = question;
    const example = `question ${id}`;
    const helpText = this.#texts.read(source['help_text'], 'questions');
    const help = helpText && cutTexts(helpText, maxLabelLength, 'questions', notes, example);
    const options = (kind === 'choice' || kind === 'choices') && key !== 'sex' ? question.options : null;
    const items = Array.isArray(source['items']) ? asIds(source['items']) : null;
    const offerIds = items?.flatMap(place.offersOf) ?? null;
    const isHidden = [question, this.#parentOf(question)].some((asked) => asked !== null && isHiddenFromBuyers(asked));
    const isArchived = isHidden || offerIds?.length === 0;
    if (isArchived)
      notes.mapped('questions that buyers are not asked', 'archived questions with their answers', example);
    const shownIf = isArchived ? null : this.#conditionOf(question, place);
    const isDependent = asText(source['dependency_question']) !== null;
    const isLost = isDependent && shownIf === null && !isArchived;
    if (isLost) notes.left('conditions of questions', 'a question here depends on one that depends on none', example);
    return {
      type: 'question',
      externalId: this.#referenceOf(id, place),
      eventId: place.event,
      askedOf: 'holder',
      kind,
      ...(key === null ? {} : { key }),
      label: label.text,
      ...(help === null ? {} : { help: help.text }),
      isRequired: source['required'] === true && !isLost,
      ...(options === null
        ? {}
        : { options: options.map((option) => ({ code: option.code, label: option.label.text })) }),
      ...translationsOf((language) => ({
        label: label.translations[language],
        help: help?.translations[language],
        options: labelsIn(options ?? [], language),
      })),
      ...boundsOf(question),
      ...(shownIf === null ? {} : { shownIf }),
      ...(offerIds === null || offerIds.length === 0 || offerIds.length > maxOfferIds ? {} : { offerIds }),
      ...(isArchived ? { isArchived } : {}),
    };
  }

  #conditionOf(question: PretixQuestion, place: QuestionPlace): NonNullable<QuestionLine['shownIf']> | null {
    const parent = this.#parentOf(question);
    if (parent === null) return null;
    const { dependency_values: list, dependency_value: single } = question.source;
    const wanted = Array.isArray(list) && list.length > 0 ? list.map(String) : [String(single)];
    const values = wanted.flatMap((value) => {
      if (parent.kind === 'boolean') return value === 'True' ? 'true' : value === 'False' ? 'false' : [];
      const option = parent.options.find(({ id, identifier }) => identifier === value || id === value);
      return option?.code ?? [];
    });
    return values.length === 0 ? null : { questionId: this.#referenceOf(parent.id, place), values };
  }
}

/** The translated labels of options by their codes; undefined if there are none. */
function labelsIn(options: readonly SourceOption[], language: Language): Record<string, string> | undefined {
  const labels = options.flatMap(({ code, label }) => {
    const text = label.translations[language];
    return text === undefined ? [] : [[code, text] as const];
  });
  return labels.length === 0 ? undefined : Object.fromEntries(labels);
}

/** The meaning of a question: its label says it in one of its languages. */
function keyOf(source: JsonObject, kind: QuestionKind, options: readonly SourceOption[]): QuestionKey | null {
  const { question } = source;
  const labels = typeof question === 'string' ? [question] : Object.values(asObject(question));
  const key = labels.map((label) => keyOfLabel(asText(label) ?? '', kind)).find((found) => found !== null) ?? null;
  const sexes = options.map(({ label }) => sexOfLabel(label.text));
  return key === 'sex' && (sexes.includes(null) || new Set(sexes).size < sexes.length) ? null : key;
}

/** Whether a question is only asked at the check-in, or only set by programs. */
function isHiddenFromBuyers({ source }: PretixQuestion): boolean {
  return source['hidden'] === true || source['ask_during_checkin'] === true;
}

/** The bounds of a question. Bounds that contradict each other are left out. */
function boundsOf({ source, kind }: PretixQuestion): Partial<QuestionLine> {
  const numberOf = (field: string) => {
    const text = asText(source[field]);
    return text !== null && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  const dateOf = (field: string) => {
    const text = asText(source[field]);
    return text !== null && isDate(text) ? text : null;
  };
  const pair = <T extends string | number>(names: readonly [string, string], least: T | null, most: T | null) => ({
    ...(least === null || (most !== null && least > most) ? {} : { [names[0]]: least }),
    ...(most === null || (least !== null && least > most) ? {} : { [names[1]]: most }),
  });
  if (kind === 'number')
    return pair(['minimum', 'maximum'], numberOf('valid_number_min'), numberOf('valid_number_max'));
  if (kind === 'date') return pair(['minimum', 'maximum'], dateOf('valid_date_min'), dateOf('valid_date_max'));
  if (kind !== 'text' && kind !== 'longText') return {};
  const longest = kind === 'text' ? textLengthMax : longTextLengthMax;
  const lengthOf = (field: string) => {
    const length = numberOf(field);
    return length !== null && Number.isInteger(length) && length > 0 ? Math.min(length, longest) : null;
  };
  return pair(['minLength', 'maxLength'], lengthOf('valid_string_length_min'), lengthOf('valid_string_length_max'));
}

/** An answer as a value for its question. A text that the question does not accept stays a text. */
function rawAnswer({ kind, options, source: { type } }: PretixQuestion, source: JsonObject, text: string): unknown {
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'B') return text === 'True' ? true : text === 'False' ? false : text;
  if (kind !== 'choice' && kind !== 'choices') return text;
  const ids = asIds(source['options']);
  const chosen = ids.length > 0 ? ids.map((id) => options.find((option) => option.id === id)) : byLabels(options, text);
  const codes = chosen.map((option) => option?.code ?? '');
  return kind === 'choices' ? codes : codes.length === 1 ? codes[0] : text;
}

/** The options whose labels a text lists, as the JSON export writes them. */
function byLabels(options: readonly SourceOption[], text: string): (SourceOption | undefined)[] {
  const longestFirst = options.toSorted((a, b) => b.label.text.length - a.label.text.length);
  const chosen: (SourceOption | undefined)[] = [];
  for (let rest = text; rest !== ''; ) {
    const option = longestFirst.find(({ label }) => rest === label.text || rest.startsWith(`${label.text}, `));
    chosen.push(option);
    if (option === undefined) return chosen;
    rest = rest.slice(option.label.text.length).replace(/^, /, '');
  }
  return chosen;
}
