import { type Static, type TSchema, type TString, Type } from 'typebox';
import { emailPattern } from '#shared/email-form';
import { fileLanguages } from '../spreadsheet/csv.ts';

/** A required value that can be null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The description of an object in the OpenAPI document, without its fields. */
interface ObjectOptions {
  /** Name of the object in the document and in generated clients. Every object of a body has a name. */
  readonly $id?: string;
  readonly description?: string;
  /** Complete examples. */
  readonly examples?: readonly object[];
  /** Values that replace the examples of fields, including nested fields. */
  readonly example?: object;
}

/** An object with exactly these fields. In the OpenAPI document, objects of responses allow further fields. */
export function object<P extends Record<string, TSchema>>(fields: P, options: ObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** A string that must be one of these values. */
export function oneOf<T extends string>(values: readonly T[], description?: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });
}

/** The language of a CSV file whose headings are the same in all languages. */
export const csvLanguage = Type.Optional(
  oneOf(fileLanguages, 'The language decides the separator: `,` for `en`, the default; `;` for `de`'),
);

export function id(prefix: string, description: string) {
  return Type.String({
    description,
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    maxLength: 30,
    examples: [`${prefix}_01kamz0g5ve4q8v5x2c4g6t0yd`],
  });
}

/** An id in a path. Any text is valid, because the response to text that is not an id is 404. */
export function pathId(description: string, example: string) {
  return Type.String({ description, maxLength: 8_192, examples: [example] });
}

/** An id as a filter. Any text is valid, because text that is not an id matches no row. */
export function idFilter(description: string, example: string) {
  return Type.Optional(Type.String({ description, minLength: 1, maxLength: 100, examples: [example] }));
}

/**
 * The maximum number of values of a filter. The database reads an index range for each combination of values, so a list with two such
 * filters allows fewer.
 */
const filterValuesMax = 10;
const severalValues = 'Several values are separated by commas or in repeated parameters';

/** Ids, or other texts, as a filter. Any text is valid, because text that matches no row is no error. */
export function anyOfIds(description: string, example: string) {
  return Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: filterValuesMax,
      description: `${description}. ${severalValues}`,
      examples: [[example]],
    }),
  );
}

export function time(description: string) {
  return Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] });
}

export function money(description: string) {
  return Type.Integer({
    description: `${description}, in minor units of \`currency\``,
    minimum: -1_000_000_000_000_000,
    maximum: 1_000_000_000_000_000,
    format: 'int64',
    examples: [4900],
  });
}

export function count(description: string) {
  return Type.Integer({ description, minimum: 0, maximum: 9_007_199_254_740_991, format: 'int64', examples: [2] });
}

export function text(description: string, options: { maxLength?: number; examples?: string[] } = {}) {
  return Type.String({
    description,
    maxLength: options.maxLength ?? 10_000,
    ...(options.examples ? { examples: options.examples } : {}),
  });
}

/** A name, a label or another text in a request that people read: it is empty, or has a visible character (`validation.ts`). */
export function visible(schema: TString) {
  return Type.String({ ...schema, format: 'visible-text' });
}

/** One e-mail address, without a display name. */
export function emailAddress(description: string) {
  return Type.String({
    description,
    pattern: emailPattern,
    minLength: 3,
    maxLength: 254,
    examples: ['ada.lovelace@example.com'],
  });
}

export const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: 'ISO 4217 code',
  examples: ['EUR'],
});

export const orderNumber = Type.String({
  pattern: '^[0-9A-HJKMNP-TV-Z]{10}$',
  maxLength: 10,
  description: 'Order number',
  examples: ['7K3Q9MX2PA'],
});

/** The query parameters that all lists share, and the filters of one list. */
export function listQuery<P extends Record<string, TSchema>>(maxLimit: number, filters: P) {
  return object({
    limit: Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      default: Math.min(50, maxLimit),
      format: 'int32',
      description: 'Maximum number of rows in a page',
    }),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The `nextCursor` of the previous page' }),
    ),
    ...filters,
  });
}

/** The field of the schema of a list in a query that says that its values are only in repeated parameters. */
export const withCommas = 'x-values-with-commas';

/** A filter with several texts. A comma can be part of each. */
export function anyOfTexts(
  description: string,
  { maxLength, maxItems = filterValuesMax, examples }: { maxLength: number; maxItems?: number; examples: string[][] },
) {
  return Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength }), {
      minItems: 1,
      maxItems,
      description: `${description}. Several values are in repeated parameters; a comma is part of a value`,
      examples,
      [withCommas]: true,
    }),
  );
}

/** A filter with several values. They are separated by commas, or the parameter is repeated (`validate.ts`). */
export function anyOf<T extends string>(values: readonly T[], description: string) {
  return Type.Optional(
    Type.Array(oneOf(values), {
      minItems: 1,
      maxItems: values.length,
      description: `${description}. ${severalValues}`,
      examples: [[values[0]]],
    }),
  );
}

export function timeFilter(description: string) {
  return Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );
}

/** The filter of a list by the time of the last change. */
export const updatedSince = timeFilter('Only rows that changed at or after this time (RFC 3339), oldest change first');

/**
 * The time filters of a list.
 *
 * @param createdField the field with the time of creation
 * @param few the filters that find few rows, in the words of a document
 */
export function timeFilters(createdField: 'createdAt' | 'issuedAt', few?: string) {
  const combined =
    few === undefined
      ? 'Cannot be combined with `updatedSince`'
      : `Can be combined with \`updatedSince\` only in a query with ${few}`;
  return {
    updatedSince,
    createdSince: timeFilter(`Only rows whose \`${createdField}\` is at or after this time (RFC 3339). ${combined}`),
    createdBefore: timeFilter(`Only rows whose \`${createdField}\` is before this time (RFC 3339). ${combined}`),
  };
}

/** A complete e-mail address as a filter. */
export function emailFilter(description: string) {
  return Type.Optional(
    Type.String({
      description,
      pattern: '^[^\\s@]+@[^\\s@]+$',
      minLength: 3,
      maxLength: 320,
      examples: ['ada@example.com'],
    }),
  );
}

/** The words of a search. */
export function searchFilter(description: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 200, description, examples: ['lovelace'] }));
}

/** An order number as a filter. Any text is valid, because text that is not an order number matches no row. */
export const orderNumberFilter = idFilter('Only rows of this order; upper and lower case do not matter', '7K3Q9MX2PA');
export const anyOfOrderNumbers = anyOfIds(
  'Only rows of these orders; upper and lower case do not matter',
  '7K3Q9MX2PA',
);

/** A page of a list; `$id` is its name in the document. */
export function page<T extends TSchema>($id: string, row: T, maxLimit: number) {
  return object(
    {
      data: Type.Array(row, { maxItems: maxLimit }),
      hasMore: Type.Boolean({ description: 'Whether there is a next page' }),
      nextCursor: nullable(Type.String({ maxLength: 200, description: 'The value of `cursor` for the next page' })),
    },
    { $id },
  );
}

/** A file in a response. */
export function file(description: string, mediaType: string) {
  return Type.String({ description, contentMediaType: mediaType, maxLength: 1_000_000_000 });
}

/** The headers of a read whose response can be 304. */
export const revalidationHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        'The `ETag` of the response that you have stored. If the resource has not changed, the response is 304 without a body',
      examples: ['"kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"'],
    }),
  ),
});

/** The schema of a 304. */
export const notModified = Type.Null({ description: 'The resource has not changed' });

const tagPattern = '(W/)?"[!#-~]*"';

/** The header that lets a caller change a resource only if it has not changed since the caller read it. */
const ifMatchHeader = Type.Optional(
  Type.String({
    pattern: `^(\\*|${tagPattern}([ \\t]*,[ \\t]*${tagPattern})*)$`,
    maxLength: 1_000,
    description:
      'One or more `ETag`s that you have read. If the resource has changed since then, the response is 412 and the resource is not changed',
    examples: ['"evt_01kamz0g5ve4q8v5x2c4g6t0yd.7.kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"'],
  }),
);

/** The headers of a request that changes a resource. */
export const ifMatchHeaders = Type.Object({ 'if-match': ifMatchHeader });

export type { Static, TSchema };
export { Type };
