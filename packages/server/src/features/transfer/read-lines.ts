import { open } from 'node:fs/promises';

/** Longer lines are reported as errors. They are not stored in memory. The longest lines have a poster of 2 MiB in base64. */
const maxLineBytes = 3 * 1024 * 1024;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * When a line of the catalog that was converted from another format is imported: with the first order that refers to it, or with the first
 * order of the import. It is imported in the transaction of that order, so orders that fail create no ticket types.
 */
export type Deferral = 'until-its-order' | 'until-any-order';

/**
 * A line of a file: its number, from 1, and its text. If it cannot be read, it has a problem instead of the text. A line that was
 * converted from another format has its `externalId`, which names it in errors.
 */
export type FileLine = { readonly number: number; readonly externalId?: string; readonly deferral?: Deferral } & (
  | { readonly text: string }
  | { readonly problem: string }
);

/**
 * Reads the lines of a UTF-8 file in chunks, so memory does not grow with the file. Blank lines, a byte-order mark, and
 * carriage returns before line feeds are skipped.
 *
 * @param onProgress called before each chunk with the number of bytes read so far
 */
export async function* readLines(file: string, onProgress: (bytes: number) => void): AsyncGenerator<FileLine[]> {
  const handle = await open(file);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const chunk = Buffer.allocUnsafe(256 * 1024);
    let remainder: Buffer = Buffer.alloc(0);
    let number = 0;
    let isTooLong = false;
    let bytes = 0;

    const toLine = (raw: Buffer): FileLine | null => {
      number += 1;
      if (isTooLong || raw.length > maxLineBytes) {
        isTooLong = false;
        return { number, problem: `is longer than ${maxLineBytes} bytes` };
      }
      const end = raw.at(-1) === carriageReturn ? raw.length - 1 : raw.length;
      try {
        const text = decoder.decode(raw.subarray(0, end));
        return text.trim() === '' ? null : { number, text };
      } catch {
        return { number, problem: 'is not UTF-8' };
      }
    };

    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length);
      bytes += bytesRead;
      const data = Buffer.concat([remainder, chunk.subarray(0, bytesRead)]);
      const lines: FileLine[] = [];
      let start = 0;
      for (let end = data.indexOf(lineFeed); end !== -1; end = data.indexOf(lineFeed, start)) {
        const line = toLine(data.subarray(start, end));
        if (line !== null) lines.push(line);
        start = end + 1;
      }
      remainder = data.subarray(start);
      if (bytesRead === 0) {
        const line = remainder.length > 0 || isTooLong ? toLine(remainder) : null;
        if (line !== null) lines.push(line);
        yield lines;
        return;
      }
      if (remainder.length > maxLineBytes) {
        isTooLong = true;
        remainder = Buffer.alloc(0);
      }
      onProgress(bytes);
      yield lines;
    }
  } finally {
    await handle.close();
  }
}
