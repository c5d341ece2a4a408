/** The parameters with these names in the URL of a page. */
export type TextSearch<N extends string> = { readonly [name in N]?: string };

/** Reads the parameters in the URL of a page, which are texts. Others are removed. */
export function textSearch<const N extends string>(...names: readonly N[]) {
  const isText = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && names.some((known) => known === name);
  return (search: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(search).map((parameter) => [parameter[0], isText(parameter) ? parameter[1] : undefined]),
    ) as TextSearch<N>;
}
