import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsxObjects } from 'hucre/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { Notes } from './notes.ts';
import { readJsonValues } from './read-json.ts';
import { openTable } from './read-table.ts';
import { openTextFile } from './text-file.ts';

const mebibyte = 1024 * 1024;
const sheetPath = 'xl/worksheets/sheet1.xml';

/** Writes a small file. Returns a function that reads all its values. */
function fileWith(content: string | Uint8Array): { readJson: () => Promise<number>; readTable: () => Promise<number> } {
  const folder = mkdtempSync(join(tmpdir(), 'organizer-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  writeFileSync(path, content);
  const count = async (values: AsyncIterable<unknown>) => {
    let total = 0;
    for await (const _ of values) total += 1;
    return total;
  };
  return {
    readJson: async () => count(readJsonValues(await openTextFile(path, new Notes()), ['$.results.*'])),
    readTable: async () => count((await openTable(path, new Notes())).rows()),
  };
}

/** A workbook with one row, some of whose parts are replaced. */
async function workbookWith(replace: (sheet: string) => Record<string, string>): Promise<Uint8Array> {
  const parts = unzipSync(await writeXlsxObjects([{ Order: 'A' }], { sheetName: 'Orders' }));
  for (const [name, xml] of Object.entries(replace(strFromU8(parts[sheetPath]!)))) parts[name] = strToU8(xml);
  return zipSync(parts, { level: 1 });
}

test('JSON with 60 levels is read; deeper or larger values are rejected before they need much memory', async () => {
  expect(await fileWith(`{"results":[${'['.repeat(60)}1${']'.repeat(60)}]}`).readJson()).toBe(1);
  const deep = fileWith(`{"results":[${'['.repeat(100_000)}`);
  await expect(deep.readJson()).rejects.toThrow(/has more than 64 levels of objects and lists\.$/);
  const large = fileWith(`{"results":["${'x'.repeat(17 * mebibyte)}`);
  await expect(large.readJson()).rejects.toThrow(/has a value of more than 16 MiB\.$/);
});

test('a workbook that is inflated to much more than its size is rejected before it is read', async () => {
  const texts = await workbookWith(() => ({ 'xl/sharedStrings.xml': ' '.repeat(65 * mebibyte) }));
  expect(texts.length).toBeLessThan(mebibyte);
  await expect(fileWith(texts).readTable()).rejects.toThrow(/is too large when it is decompressed/);
});

test('a workbook whose rows have too many cells is rejected', async () => {
  const wideRows = Array.from({ length: 700 }, (_, index) => `<row r="${index + 3}"><c r="XFD${index + 3}"/></row>`);
  const withRows = (sheet: string) => sheet.replace('</sheetData>', () => `${wideRows.join('')}</sheetData>`);
  const wide = await workbookWith((sheet) => ({ [sheetPath]: withRows(sheet) }));
  await expect(fileWith(wide).readTable()).rejects.toThrow(/has more than 10000000 cells\. Split it\.$/);
});
