import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { OperatorError } from '../../../errors/index.ts';
import type { Notes } from './notes.ts';

/** A text file and its encoding. */
export interface TextFile {
  readonly path: string;
  /** The name without its folder, for messages. */
  readonly name: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/**
 * Finds the encoding of a text file: by its byte-order mark, as UTF-8, or else as Windows-1252, in which spreadsheet programs save
 * text. The use of Windows-1252 is noted, because the encoding cannot be verified.
 *
 * @throws OperatorError if the file cannot be read
 */
export async function openTextFile(path: string, notes: Notes): Promise<TextFile> {
  const name = basename(path);
  const encoding = await findEncoding(path);
  if (encoding === 'windows-1252') {
    notes.mapped(
      'text that is not UTF-8',
      'read as Windows-1252. Check names with accents; if they are wrong, save the file as UTF-8',
      name,
    );
  }
  return { path, name, encoding };
}

const exportAgain = 'Export it again, and copy it without changes.';

/** Reads the text of a file in parts, without its byte-order mark. */
export async function* readText({ path, encoding }: TextFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new OperatorError(`${path} is damaged: a part of it is not ${encoding.toUpperCase()}. ${exportAgain}`);
    }
  };
  for await (const bytes of readBytes(path)) yield decode(bytes);
  yield decode();
}

/** The text at the start of a file, without its byte-order mark. The last character can be incomplete. */
export async function readStartText({ path, encoding }: TextFile, bytes: number): Promise<string> {
  return new TextDecoder(encoding).decode(await readStart(path, bytes));
}

/** The first bytes of a file. */
export async function readStart(path: string, length: number): Promise<Buffer> {
  try {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The part of a file in which UTF-16 without a byte-order mark is searched. */
const encodingBytes = 512;

async function findEncoding(path: string): Promise<TextFile['encoding']> {
  const start = await readStart(path, encodingBytes);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Most characters of a header and of JSON have a byte that is zero in UTF-16, and no other text has such bytes.
  const zeros = [...start.keys()].filter((index) => start[index] === 0);
  if (zeros.length > start.length / 4) return zeros.every((index) => index % 2 === 1) ? 'utf-16le' : 'utf-16be';
  const { brokenCount, otherCount } = await countCharacters(path);
  if (brokenCount === 0) return 'utf-8';
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  // Text in Windows-1252 with accents is hardly ever also UTF-8. So such a file was UTF-8, and some of its bytes have changed.
  if (hasMark || otherCount >= brokenCount) {
    throw new OperatorError(`${path} is damaged: it is UTF-8 with ${brokenCount} broken characters. ${exportAgain}`);
  }
  return 'windows-1252';
}

/** Reads a file as UTF-8, and counts its broken characters, and its other characters that are not ASCII. */
async function countCharacters(path: string): Promise<{ brokenCount: number; otherCount: number }> {
  const decoder = new TextDecoder('utf-8');
  let brokenCount = 0;
  let otherCount = 0;
  const count = (text: string) => {
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
      if (character === '\ufffd') brokenCount += 1;
      else otherCount += 1;
    }
  };
  for await (const bytes of readBytes(path)) count(decoder.decode(bytes, { stream: true }));
  count(decoder.decode());
  return { brokenCount, otherCount };
}

async function* readBytes(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) yield bytes as Buffer;
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The first bytes of files that are neither tables nor JSON, and what to do. */
const foreignFiles: readonly { readonly start: string; readonly description: string }[] = [
  { start: '%PDF', description: 'is a PDF file. Export CSV, or an Excel workbook' },
  {
    start: '\xd0\xcf\x11\xe0',
    description: 'is an Excel workbook in the old format or with a password. Save it as .xlsx without a password',
  },
  { start: 'PK\x03\x04', description: 'is an Excel workbook or an archive' },
  { start: '<', description: 'is a web page or XML. Export the file again' },
];

/**
 * Describes a file that is not of an expected type by its first bytes.
 *
 * @returns text that follows the name of the file; null if the type is not known
 */
export function describeForeignFile(start: Uint8Array): string | null {
  const text = Buffer.from(start)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (start.length === 0) return 'is empty';
  return foreignFiles.find((type) => text.startsWith(type.start))?.description ?? null;
}
