/** A number with the form of a noun that fits it. */
export function plural(locale: string, count: number, one: string, many: string): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}
