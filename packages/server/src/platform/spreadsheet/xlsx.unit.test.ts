import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeXlsx } from './xlsx.ts';

async function partsOf(sheetName: string, parts: readonly (readonly (readonly string[])[])[]) {
  async function* rows() {
    yield* parts;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(sheetName, parts[0]![0]!.length, rows(), 'en')) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return (name: string) => strFromU8(files[name] ?? new Uint8Array());
}

test('a text that is too long for a cell of Excel is cut between characters, and says so', async () => {
  const note = '[cut: a cell of Excel has at most 32,767 characters. The CSV file has the whole text]';
  const texts = ['x'.repeat(32_767), 'x'.repeat(32_768), `x${'😀'.repeat(20_000)}`, '&'.repeat(32_767)];
  const part = await partsOf('Run', [[['Answers']], [texts]]);
  const cells = [...part('xl/worksheets/sheet1.xml').matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');
  const [, whole, cut, emoji, escaped] = cells.map((text) => text.replaceAll('&amp;', '&'));
  expect(whole).toBe(texts[0]);
  expect(escaped).toBe(texts[3]);
  for (const text of [cut, emoji]) {
    expect(text!.length).toBeGreaterThanOrEqual(32_766);
    expect(text!.length).toBeLessThanOrEqual(32_767);
    expect(text!.endsWith(note)).toBe(true);
    expect(text!.isWellFormed()).toBe(true);
  }
});

test('rows beyond the last row of a sheet are on the next sheet, which has the header and another name', async () => {
  const row = [''];
  const part = await partsOf("The harbour run of the year's end 2027", [
    [['Name']],
    Array(1_048_576).fill(row),
    [['last']],
  ]);
  const counts = ['sheet1', 'sheet2'].map((sheet) => part(`xl/worksheets/${sheet}.xml`).split('<row ').length - 1);
  expect(counts).toEqual([1_048_576, 3]);
  expect(part('xl/worksheets/sheet2.xml')).toMatch(/<row r="1">.*>Name<.*<row r="3">.*>last</);
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(['The harbour run of the year&apos;s e', 'The harbour run of the year&apos;s_2']);
});

test('the header stays visible, and neither the name of an event nor an answer damages the workbook', async () => {
  for (const name of ["'Run [2027]: a/b?'", "'", 'History', 'Run\uffff', '']) {
    const part = await partsOf(name, [[['Name']], [['=1+1'], ['a\u0001b\ufffe\ud800'], ['']]]);
    const sheet = part('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
    expect(sheet.split('t="inlineStr"').length - 1).toBe(4);
    for (const file of [sheet, part('xl/workbook.xml')]) expect(file).not.toMatch(/_x0001_|[\p{Cs}\ufffe\uffff]/u);
    expect(part('xl/workbook.xml')).toMatch(/<sheet name="(?!History)(?!&apos;)[^"[\]:/?]{1,31}(?<!&apos;)"/);
  }
});
