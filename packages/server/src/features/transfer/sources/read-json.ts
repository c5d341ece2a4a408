import { JSONParser } from '@streamparser/json';
import { OperatorError } from '../../../errors/index.ts';
import { readText, type TextFile } from './text-file.ts';

/** A value of a JSON file, and where it is in the file. */
export interface JsonValue {
  /** The path of its parent: `''` for the root, `event.orders` for an order of an export. */
  readonly path: string;
  /** The name of its field, or its position in a list. */
  readonly key: string;
  readonly value: unknown;
}

/**
 * Reads the values at some paths of a JSON file one after another, so memory does not grow with the file.
 *
 * @param paths JSON paths of the values, such as `$.results.*`
 * @throws OperatorError if the file cannot be read or is not JSON
 */
export async function* readJsonValues(file: TextFile, paths: readonly string[]): AsyncGenerator<JsonValue> {
  let values: JsonValue[] = [];
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    const path = stack
      .slice(1)
      .map(({ key }) => key)
      .join('.');
    values.push({ path, key: String(key), value });
  };
  try {
    for await (const text of readText(file)) {
      if (text !== '') parser.write(text);
      const parsed = values;
      values = [];
      yield* parsed;
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file.path} is not complete JSON: ${(error as Error).message}`);
  }
}
