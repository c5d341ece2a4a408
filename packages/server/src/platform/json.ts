/** JSON text, such as the database builds it, as a part of a larger text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static list(items: readonly string[]): JsonText {
    return new JsonText(`[${items.join(',\n')}]`);
  }
}

/** The JSON of an object whose fields are values or JSON text. As with `JSON.stringify`, a field that is undefined is left out. */
export function jsonObject(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = value instanceof JsonText ? value.text : JSON.stringify(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${parts.join(',')}}`;
}
