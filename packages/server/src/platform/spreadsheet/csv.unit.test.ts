import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type FileLanguage, writeCsv } from './csv.ts';

async function fileOf(
  rows: readonly (readonly string[])[],
  language: FileLanguage = 'en',
  reader: 'spreadsheet' | 'program' = 'spreadsheet',
): Promise<string> {
  const parts = (async function* () {
    yield rows;
  })();
  let file = '';
  for await (const part of writeCsv(parts, language, reader)) file += part;
  return file;
}

/** What a spreadsheet program would calculate: a cell that begins with a formula, after blanks and quotes. */
const formula = /^["\s]*[=+\-@＝＋－＠]/;

test.for([
  '=1+1',
  '+1+cmd|A1',
  '-1+cmd|A1',
  '@SUM(A1)',
  ' =1+1',
  '\t=1+1',
  '\r=1+1',
  'Eve;=1+cmd|A1',
  'Eve,=1+cmd|A1',
  'Eve, +49|cmd',
  '-1.5,-1+cmd|A1',
  'Eve\t=1+cmd|A1',
  'Eve\n=1+cmd|A1',
  'Eve\r\n =1+cmd|A1',
  'Eve; "=1+cmd|A1"',
  'Eve;"=1+cmd|A1"',
  '"=1+1"',
  '＝1+1',
  'Eve;＋1',
  'Eve;;=1',
])('no separator of a spreadsheet program makes a formula of %j', async (text) => {
  for (const language of ['en', 'de'] as const) {
    const file = await fileOf([['Name'], ['Ada', text, '1']], language);
    for (const separator of [',', ';', '\t', '|']) {
      for (const cell of file.split(/[\r\n]/).flatMap((line) => line.split(separator))) {
        expect(cell, separator).not.toMatch(formula);
      }
    }
  }
});

test.for([
  '-5',
  '-1.5',
  '12',
  'Éva O’Hara-Ñ., +49405550123',
  '+49 (0)171 5550123',
  'Ada-Marie',
  'a@example.com',
  'https://example.com/?a=b+c',
  'x, y',
  'a "b" c',
  '',
])('other text is not changed: %j', async (text) => {
  expect(parse(await fileOf([['Name'], [text]]), { bom: true })).toEqual([['Name'], [text]]);
});

test('a file for a program keeps words after a sign, and only what calls a function or a program gets an apostrophe', async () => {
  const words = ['=Harriers', '-', '@Home Runners', '+49 171'];
  const formulas = [
    '=HYPERLINK("https://example.com")',
    '+1+cmd|A1',
    "='file:///etc/passwd'#$a.A1",
    '@SUM(A1)',
    '=A!B1',
  ];
  const file = parse(await fileOf([[...words, ...formulas]], 'en', 'program'), { bom: true });
  expect(file).toEqual([[...words, ...formulas.map((text) => `'${text}`)]]);
});

test('German files are separated by semicolons, and their first line says so', async () => {
  expect(
    await fileOf(
      [
        ['Name', 'Ort'],
        ['Ada; Eve', 'Köln'],
      ],
      'de',
    ),
  ).toBe('\ufeffsep=;\r\nName;Ort\r\n"Ada; Eve";Köln\r\n');
});
