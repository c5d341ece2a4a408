import { describe, expect, inject, test } from 'vitest';
import { findLastPublishedSlug } from '../src/features/catalog/index.ts';
import { findViolations } from './harness/check-organizers.ts';
import { useDatabase } from './harness/databases.ts';
import { collectedStatements } from './harness/product-statements.ts';
import { organizerExceptions } from './organizer-exceptions.ts';

describe.skipIf(inject('postgresUrl') === null)('the check of the organizer in the statements of all suites', () => {
  const database = useDatabase('postgres');

  test('finds a statement of the product that names no organizer, unless it is an exception', async () => {
    await findLastPublishedSlug(database.db);
    await database.db.selectFrom('events').select('slug').where('id', '=', 'a statement of a test').execute();
    const statements = collectedStatements().filter(({ text }) => text.includes('"slug" from'));
    const isPlanted = ({ text }: { text: string }) => text.includes('order by "e"."starts_at" desc');
    expect(statements.filter(isPlanted)).toHaveLength(1);
    expect(statements.map(({ text }) => text)).not.toContain('select "slug" from "events" where "id" = $1');
    const tables = inject('tenantTables');
    expect(await findViolations(statements.filter(isPlanted), tables, [])).toEqual([
      expect.stringMatching(
        /^features\/catalog\/queries\.ts does not compare the organizer of events: select "p"."slug"/,
      ),
    ]);
    expect(await findViolations(statements, tables, organizerExceptions)).toEqual([]);
  });
});
