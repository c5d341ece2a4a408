import { metadataKeyLengthMax, metadataKeysMax } from '../external-fields.ts';
import { anyOfTexts, nullable, Type } from './schema.ts';

export const externalIdField = Type.String({
  description: 'Id of the object in your system, unique among your objects of its kind. Once it is set, it stays',
  minLength: 1,
  maxLength: 255,
  examples: ['spring-2027'],
});

const metadataValue = Type.String({ maxLength: 500 });
const metadataText =
  `Up to ${metadataKeysMax} pairs of keys, of 1 to ${metadataKeyLengthMax} characters, and values, of up to 500 characters, for your ` +
  'programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it';

const pairs = { type: 'object', examples: [{ costCenter: '4711' }] };

/** The metadata of an object in a response. */
export const metadataField = Type.Unsafe<Record<string, string>>({
  ...pairs,
  description: metadataText,
  additionalProperties: metadataValue,
  maxProperties: metadataKeysMax,
});

/** Metadata in a request: absent keys keep their values, and null removes a key. */
const metadataPatch = Type.Unsafe<Readonly<Record<string, string | null>>>({
  ...pairs,
  description: `${metadataText}. Absent keys keep their values; null as a value removes a key`,
  additionalProperties: nullable(metadataValue),
});

/** The fields of an object in a response. */
export const externalFields = { externalId: nullable(externalIdField), metadata: metadataField };

/** The fields of an object in a request. */
export const externalPatch = {
  externalId: Type.Optional(externalIdField),
  metadata: Type.Optional(nullable(metadataPatch)),
};

/** The query parameter that finds the objects with these `externalId`s. A comma can be part of an `externalId`. */
export function anyOfExternalIds(description: string) {
  return anyOfTexts(description, { maxLength: 255, examples: [['spring-2027']] });
}

/** The query parameter that finds the object with an `externalId`. */
export function externalIdFilter(description: string) {
  return Type.Optional(Type.String({ ...externalIdField, description }));
}
