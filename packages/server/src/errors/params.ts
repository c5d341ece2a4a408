/** A value in the sentence of an error. Amounts are in minor units; times are in UTC, in the format of RFC 3339. */
type ParamValue = string | number | boolean | null | readonly string[];
export type Params = Readonly<Record<string, ParamValue>>;
export type NoParams = Readonly<Record<string, never>>;

/** The parameters that a definition with an example takes. */
export type ParamsOf<Definition> = Definition extends { readonly example: infer P extends Params } ? P : never;
