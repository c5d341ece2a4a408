import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a line has its values separated by commas, with quotation marks where they are needed', () => {
  expect(csvLine(['plain', 'a, b', 'say "no"', 'two\nlines', 5, true, null])).toBe(
    'plain,"a, b","say ""no""","two\nlines",5,true,\r\n',
  );
});

test('text that a spreadsheet would run as a formula is kept as text', () => {
  expect(csvLine(['=1+1', '+49 40', '-5', '@sum', '\tx', -5])).toBe("'=1+1,'+49 40,'-5,'@sum,'\tx,-5\r\n");
});
