import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMarks, personalDataTables, privacyPage, renderPersonalData } from './personal-data-tables.ts';
import { tableOwners } from './table-owners.ts';

test('the privacy page says for each table which personal data it can hold, and what an erasure does with it', () => {
  expect(Object.keys(personalDataTables).sort()).toEqual(Object.keys(tableOwners).sort());
  expect(readFileSync(privacyPage, 'utf8')).toContain(listMarks.join(renderPersonalData()));
});
