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

/** The JSON of an object whose fields are values or JSON text. */
export function jsonObject(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`,
  );
  return `{${parts.join(',')}}`;
}
