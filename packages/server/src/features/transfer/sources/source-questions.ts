import { defaultLanguage, languageOfTag } from '#messages/languages';
import { parseAnswer } from '#shared/questions/parse-answer';
import { kindOfKey, type QuestionKey, type QuestionKind } from '#shared/questions/question';
import { maxQuestions, storedAnswer } from '../../questions/index.ts';
import type { QuestionLine } from '../schema.ts';
import { normalizeName } from './columns.ts';
import type { LineAttendee } from './order-items.ts';
import type { SourceContext } from './source.ts';

export type LineAnswer = NonNullable<LineAttendee['answers']>[number];

/** Labels of questions that have a meaning here, in the languages of buyers. */
const labelsOfKeys = {
  birthDate: ['birth date', 'birthdate', 'date of birth', 'Geburtsdatum', 'date de naissance', 'fecha de nacimiento', 'data di nascita', 'geboortedatum', 'data urodzenia'],
  sex: ['sex', 'gender', 'Geschlecht', 'sexe', 'sexo', 'sesso', 'geslacht', 'płeć'],
  nationality: ['nationality', 'Nationalität', 'Staatsangehörigkeit', 'nationalité', 'nacionalidad', 'nazionalità', 'nationaliteit', 'narodowość'],
  club: ['club', 'Verein', 'vereniging', 'klub'],
  team: ['team', 'team name', 'Teamname', 'Mannschaft', 'équipe', 'equipo', 'squadra', 'drużyna'],
  company: ['company', 'Firma', 'Unternehmen', 'entreprise', 'empresa', 'azienda', 'bedrijf'],
  diet: ['diet', 'dietary requirements', 'Ernährung'],
} as const satisfies Partial<Record<QuestionKey, readonly string[]>>; // biome-ignore format: a table

const keysByLabel = new Map(
  Object.entries(labelsOfKeys).flatMap(([key, labels]) =>
    labels.map((label) => [normalizeName(label), key as QuestionKey] as const),
  ),
);

/** The labels of the options of a question about the sex, by their codes here. */
const sexLabels = {
  female: ['Female', 'f', 'woman', 'weiblich', 'w', 'Frau', 'femme', 'féminin', 'mujer', 'femenino', 'donna', 'femmina', 'vrouw', 'kobieta'],
  male: ['Male', 'm', 'man', 'männlich', 'Mann', 'homme', 'masculin', 'hombre', 'masculino', 'uomo', 'maschio', 'mężczyzna'],
  other: ['Other', 'non-binary', 'nonbinary', 'diverse', 'x', 'divers', 'd', 'autre', 'otro', 'altro', 'anders', 'inna'],
  notStated: ['Not stated', 'prefer not to say', 'keine Angabe'],
} as const; // biome-ignore format: a table

const sexesByLabel = new Map(
  Object.entries(sexLabels).flatMap(([code, labels]) => labels.map((label) => [normalizeName(label), code] as const)),
);

/** What a question means here by its label, if its kind is the one of this meaning; null if the label says nothing. */
export function keyOfLabel(label: string, kind: QuestionKind): QuestionKey | null {
  const key = keysByLabel.get(normalizeName(label)) ?? null;
  return key !== null && kindOfKey[key] === kind ? key : null;
}

/** The code of a sex by its label; null if the label is not known. */
export function sexOfLabel(label: string): string | null {
  return sexesByLabel.get(normalizeName(label)) ?? null;
}

/** The options of a question about the sex. The line of a question with the key `sex` has none. */
const sexOptions = Object.entries(sexLabels).map(([code, [label]]) => ({ code, label }));

/**
 * An answer with the texts that the person saw. It need not meet the bounds that its question has now.
 *
 * @param raw a value as in a request
 * @returns null if the question has no such answer
 */
export function readAnswer(
  { externalId, askedOf, kind, key = null, label, options = null, translations = {} }: QuestionLine,
  raw: unknown,
  { language, today }: Pick<SourceContext, 'language' | 'today'>,
): LineAnswer | null {
  const question = {
    ...{ id: externalId, askedOf, kind, key, label, options: key === 'sex' ? sexOptions : options },
    ...{ help: null, isRequired: false, minimum: null, maximum: null, minLength: null, maxLength: null, pattern: null },
    ...{ shownIf: null, maxAge: null, offerIds: null, version: 1, translations },
  };
  const parsed = parseAnswer(question, raw, today);
  if ('problem' in parsed || parsed.value === null) return null;
  const seenIn = languageOfTag(language) ?? defaultLanguage;
  const shownIn = { pageLanguage: null, eventLanguage: seenIn };
  const { questionId, value, label: seen, text, language: of } = storedAnswer(question, parsed.value, shownIn, today);
  return { questionId, value, label: seen, text, language: of };
}

/**
 * Fits the questions of the files to those of the event that gets them. Questions in an existing event are archived unless `onSale` is set, as
 * its offers are. An event has one question with each meaning, and at most `maxQuestions`.
 *
 * @param lines of one event
 * @returns the lines that are imported. Answers to the others become fields of attendees
 */
export function fitQuestions(lines: readonly QuestionLine[], { event, onSale, notes }: SourceContext): QuestionLine[] {
  const isArchived = event !== null && !onSale;
  if (isArchived && lines.length > 0)
    notes.mapped('questions in an existing event', 'archived; --on-sale asks new ones', undefined, lines.length);
  const own = new Set(lines.map(({ externalId }) => externalId));
  const others = [...(event?.questions ?? [])].filter(([reference]) => !own.has(reference));
  const taken = new Set(others.flatMap(([, key]) => key ?? []));
  const fitting = lines.slice(0, Math.max(0, maxQuestions - others.length));
  return fitting.map((line) => {
    const { key = null, ...withoutKey } = line;
    const isAsked = !isArchived && !line.isArchived;
    if (key !== null && isAsked && taken.has(key)) {
      notes.mapped('questions with the same meaning', 'only one of them has the meaning here', line.label);
      return key === 'sex' ? { ...withoutKey, options: sexOptions } : withoutKey;
    }
    if (key !== null && isAsked) taken.add(key);
    return isArchived ? { ...line, isArchived } : line;
  });
}
