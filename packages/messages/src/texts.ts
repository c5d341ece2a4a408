import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

/** The texts of an area in one language, as its file has them: ICU messages by name. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The texts of an area in another language: the same names. */
export type Translation<M> = { readonly [N in keyof M]: M[N] extends string ? string : Translation<M[N]> };

/** The texts of an area in a language that can be incomplete. */
export type PartialTranslation<M> = {
  readonly [N in keyof M]?: M[N] extends string ? string : PartialTranslation<M[N]>;
};

/** Adds the English texts to those of another language, where they are missing. */
export function withEnglish(translated: Messages, english: Messages): Messages {
  const texts = Object.entries(english).map(([name, source]) => {
    const text = translated[name] ?? source;
    return [name, typeof text === 'string' || typeof source === 'string' ? text : withEnglish(text, source)];
  });
  return Object.fromEntries(texts);
}

/** The texts of an area after `compileMessages`. */
export interface CompiledMessages {
  readonly [name: string]: CompiledMessage | CompiledMessages;
}

type Args<M extends string> = GetICUArgs<
  M,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

type TagName<M extends string> = M extends `${string}</${infer Name}>${infer Rest}` ? Name | TagName<Rest> : never;

/** Returns the element for a tag of a message. */
type Element<E> = (content: readonly (string | E)[]) => E;

/** A text. With arguments it is a function, whose parameters follow from the English message. With tags it returns its parts. */
type Text<M extends string> = string extends M
  ? never // Write a message as one literal: the type of a sum of strings does not say its arguments.
  : [TagName<M>] extends [never]
    ? [keyof Args<M>] extends [never]
      ? string
      : (args: Args<M>) => string
    : <E>(args: Args<M> & Readonly<Record<TagName<M>, Element<E>>>) => readonly (string | E)[];

/** The texts of an area, ready for use. */
export type Texts<M> = { readonly [N in keyof M]: M[N] extends string ? Text<M[N]> : Texts<M[N]> };

/** Keeps what `create` returns. Creating a formatter takes much longer than formatting. */
function keep<A extends unknown[], V>(create: (...args: A) => V): (...args: A) => V {
  const kept = new Map<string, V>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = kept.get(key) ?? create(...args);
    kept.set(key, value);
    return value;
  };
}

const formatters = {
  getDateTimeFormat: keep(
    (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  ),
  getNumberFormat: keep((...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args)),
  getPluralRules: keep((...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args)),
};

/**
 * Makes the texts of an area from its messages in one language.
 *
 * @param M the type of the English messages
 */
export function createTexts<M>(messages: CompiledMessages, language: string): Texts<M> {
  const texts = Object.entries(messages).map(([name, message]) => {
    if (typeof message === 'string') return [name, message];
    if (!Array.isArray(message)) return [name, createTexts(message as CompiledMessages, language)];
    const text = (args: FormatValues) => {
      const formatted = format(message, language, args, { formatters });
      const hasTags = Object.values(args).some((value) => typeof value === 'function');
      return hasTags ? [formatted].flat() : formatted;
    };
    return [name, text];
  });
  return Object.fromEntries(texts);
}
