import { JSONParser, TokenType } from '@streamparser/json';
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

/** Deeper values are an error: no product exports them, and the parser would need much memory. */
const maxDepth = 64;
/** More text between two values is an error: all of it is in memory. */
const maxValueLength = 16 * 1024 * 1024;

/**
 * Reads the values at some paths of a JSON file one after another, so memory does not grow with the file.
 *
 * @param paths JSON paths of the values, such as `$.results.*`
 * @throws OperatorError if the file cannot be read, is not JSON, or has values that are too deep or too large
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
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > maxDepth)
      throw new OperatorError(`${file.path} has more than ${maxDepth} levels of objects and lists.`);
  };
  let length = 0;
  try {
    for await (const text of readText(file)) {
      length += text.length;
      if (text !== '') parser.write(text);
      const parsed = values;
      values = [];
      if (parsed.length > 0) length = 0;
      else if (length > maxValueLength) {
        throw new OperatorError(`${file.path} has a value of more than ${maxValueLength / 1024 / 1024} MiB.`);
      }
      yield* parsed;
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file.path} is not complete JSON: ${(error as Error).message}`);
  }
}
