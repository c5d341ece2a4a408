import type { Migration } from 'kysely/migration';

/**
 * All migrations by name, in the order in which they run. Each is loaded only when it runs. The list is explicit, so that a
 * bundle of the program contains the migrations.
 */
export const migrationFiles: Readonly<Record<string, () => Promise<Migration>>> = {
  '0001-initial-schema': () => import('./0001-initial-schema.ts'),
  '0002-accounts': () => import('./0002-accounts.ts'),
  '0004-scope-requests': () => import('./0004-scope-requests.ts'),
  '0005-request-log': () => import('./0005-request-log.ts'),
  '0006-webhook-views': () => import('./0006-webhook-views.ts'),
  '0007-order-desk': () => import('./0007-order-desk.ts'),
  '0008-figures': () => import('./0008-figures.ts'),
  '0009-posters': () => import('./0009-posters.ts'),
  '0010-suspended-organizers': () => import('./0010-suspended-organizers.ts'),
  '0011-passkeys': () => import('./0011-passkeys.ts'),
  '0012-service-audit': () => import('./0012-service-audit.ts'),
  '0013-last-sign-in': () => import('./0013-last-sign-in.ts'),
  '0014-poster-index': () => import('./0014-poster-index.ts'),
  '0020-event-feed': () => import('./0020-event-feed.ts'),
  '0021-endpoint-alerts': () => import('./0021-endpoint-alerts.ts'),
  '0022-endpoint-signatures': () => import('./0022-endpoint-signatures.ts'),
  '0023-sandboxes': () => import('./0023-sandboxes.ts'),
  '0024-imported-lines': () => import('./0024-imported-lines.ts'),
  '0025-endpoint-options': () => import('./0025-endpoint-options.ts'),
  '0026-delivery-traces': () => import('./0026-delivery-traces.ts'),
  '0027-gates': () => import('./0027-gates.ts'),
  '0028-settled-conflicts': () => import('./0028-settled-conflicts.ts'),
  '0031-waiting-rooms': () => import('./0031-waiting-rooms.ts'),
  '0032-order-mails': () => import('./0032-order-mails.ts'),
  '0033-key-successors': () => import('./0033-key-successors.ts'),
  '0034-links': () => import('./0034-links.ts'),
  ...stepsOf('0035-received-money', 9, async () => (await import('./0035-received-money.ts')).steps),
  '0036-edited-versions': () => import('./0036-edited-versions.ts'),
  '0037-search-words': () => import('./0037-search-words.ts'),
};

/** Migrations that are the steps of one file. */
function stepsOf(
  name: string,
  count: number,
  load: () => Promise<readonly Migration['up'][]>,
): Record<string, () => Promise<Migration>> {
  const stepOf = (index: number) => async (): Promise<Migration> => {
    const up = (await load())[index];
    if (up === undefined) throw new Error(`The migration ${name} has no step ${index + 1}.`);
    return { up };
  };
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}-${index + 1}`, stepOf(index)]));
}
