import { type Static, type TSchema, Type } from 'typebox';
import { emailPattern } from '../email-address.ts';

/** A value that can be null, but not missing. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The description of an object in the OpenAPI document, without its fields. */
interface ObjectOptions {
  /** Its name in the document and in generated clients. Every object of a body has one. */
  readonly $id?: string;
  readonly description?: string;
  /** Complete examples. */
  readonly examples?: readonly object[];
  /** Values in place of the examples of fields, also of nested ones. */
  readonly example?: object;
}

/** An object with exactly these fields. In the document, objects of responses allow further fields. */
export function object<P extends Record<string, TSchema>>(fields: P, options: ObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** One of these strings. */
export function oneOf<T extends string>(values: readonly T[], description?: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });
}

export function id(prefix: string, description: string) {
  return Type.String({
    description,
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    maxLength: 30,
    examples: [`${prefix}_01kamz0g5ve4q8v5x2c4g6t0yd`],
  });
}

/** An id in a path: any text, because text that is not an id is answered with 404. */
export function pathId(description: string, example: string) {
  return Type.String({ description, maxLength: 8_192, examples: [example] });
}

/** An id as a filter: any text, because text that is not an id matches nothing. */
export function idFilter(description: string, example: string) {
  return Type.Optional(Type.String({ description, minLength: 1, maxLength: 100, examples: [example] }));
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
  description: 'The number of an order',
  examples: ['7K3Q9MX2PA'],
});

/** The query parameters of every list, and the filters of one. */
export function listQuery<P extends Record<string, TSchema>>(limitMax: number, filters: P) {
  return object({
    limit: Type.Integer({
      minimum: 1,
      maximum: limitMax,
      default: Math.min(50, limitMax),
      format: 'int32',
      description: 'Maximum number of rows of a page',
    }),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The `nextCursor` of the page before this one' }),
    ),
    ...filters,
  });
}

function timeFilter(description: string) {
  return Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );
}

/**
 * The filters of lists by time.
 *
 * @param created the field with the time of creation
 */
export function timeFilters(created: 'createdAt' | 'issuedAt') {
  return {
    updatedSince: timeFilter('Only what changed at or after this time (RFC 3339), oldest change first'),
    createdSince: timeFilter(`Only with \`${created}\` at or after this time (RFC 3339). Not with \`updatedSince\``),
    createdBefore: timeFilter(`Only with \`${created}\` before this time (RFC 3339). Not with \`updatedSince\``),
  };
}

/** A whole e-mail address as a filter. */
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

/** The number of an order as a filter: any text, because text that is not an order number matches nothing. */
export const orderNumberFilter = idFilter(
  'Only what belongs to this order; upper and lower case do not matter',
  '7K3Q9MX2PA',
);

/** A page of a list; `$id` is its name in the document. */
export function page<T extends TSchema>($id: string, row: T, limitMax: number) {
  return object(
    {
      data: Type.Array(row, { maxItems: limitMax }),
      hasMore: Type.Boolean({ description: 'Whether there is a next page' }),
      nextCursor: nullable(Type.String({ maxLength: 200, description: 'The value of `cursor` for the next page' })),
    },
    { $id },
  );
}

/** The header of a read that can be answered with 304. */
export const revalidationHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'The `ETag` of the answer that you have: if nothing has changed, the answer is 304 without a body',
      examples: ['"kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"'],
    }),
  ),
});

/** The schema of a 304. */
export const notModified = Type.Null({ description: 'Nothing has changed' });

export type { Static, TSchema };
export { Type };
