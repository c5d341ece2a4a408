import type { TOptional } from 'typebox';
import { type Language, languages } from '#messages/languages';
import { nullable, object, type TSchema, Type } from './schema.ts';

type Fields = Record<string, TSchema>;
type Example<F> = { readonly [K in keyof F]?: string };

const text =
  'The texts in other languages. Who asks for one of these languages reads them; a text without a translation is in the default language';

/**
 * The field `translations` of a resource in a response.
 *
 * @param name the name of the resource, in the names of the schemas
 * @param fields the texts of the resource
 * @param example the texts in German
 */
export function translationsView<F extends Fields>(name: string, fields: F, example: Example<F>) {
  const optional = mapFields(fields, Type.Optional) as { [K in keyof F]: TOptional<F[K]> };
  const texts = object(optional, { $id: `${name}Texts`, description: 'The texts in one language', example });
  const options = { $id: `${name}Translations`, description: text, examples: [{ de: example }] };
  return object(inEachLanguage(Type.Optional(texts)), options);
}

/** The field `translations` of a resource in a request. The parameters are those of `translationsView`. */
export function translationsPatch<F extends Fields>(name: string, fields: F, example: Example<F>) {
  const clearable = mapFields(fields, (field) => Type.Optional(nullable(field))) as {
    [K in keyof F]: TOptional<ReturnType<typeof nullable<F[K]>>>;
  };
  const texts = object(clearable, { $id: `${name}TextsPatch`, description: 'The texts in one language', example });
  const options = {
    $id: `${name}TranslationsPatch`,
    description: `${text}. Absent languages and texts keep their values; null removes them`,
    examples: [{ de: example }],
  };
  return Type.Optional(nullable(object(inEachLanguage(Type.Optional(nullable(texts))), options)));
}

function mapFields(fields: Fields, change: (field: TSchema) => TSchema): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
}

/** A schema for each language. */
export function inEachLanguage<S extends TSchema>(schema: S): Record<Language, S> {
  return Object.fromEntries(languages.map((language) => [language, schema])) as Record<Language, S>;
}
