/**
 * A pattern of `like` for stored JSON in lower case that has an e-mail address as a text. It finds some others too: SQLite does not change the
 * case of letters outside of ASCII, and domains have several forms.
 *
 * @param form of the address, as `emailForm` returns it
 */
export function emailInJson(form: string): string {
  const name = form.slice(0, form.lastIndexOf('@'));
  return `%"${name.replaceAll(/[^ -~]+/g, '%')}@%`;
}
