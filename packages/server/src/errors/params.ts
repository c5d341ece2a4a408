/** A value in the sentence of an error. Amounts are in minor units, times are RFC 3339 in UTC. */
type ParamValue = string | number | boolean | null | readonly string[];
export type Params = Readonly<Record<string, ParamValue>>;
export type NoParams = Readonly<Record<string, never>>;

/** The parameters that a definition with an example takes. */
export type ParamsOf<Definition> = Definition extends { readonly example: infer P extends Params } ? P : never;
