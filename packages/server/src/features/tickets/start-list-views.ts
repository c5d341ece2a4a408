import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import type { newStartListView, startListView } from './schema.views.ts';

/** Maximum number of views of an organizer. Two members who save at the same time can exceed it. */
const maxStartListViews = 50;

type StartListView = Static<typeof startListView>;

/** The views of start lists that an organizer has saved, by name. */
export async function listStartListViews(db: Db, organizerId: string): Promise<StartListView[]> {
  const rows = await db
    .selectFrom('start_list_views')
    .select(['id', 'name', 'content'])
    .where('organizer_id', '=', organizerId)
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, content }) => ({ id, name, ...JSON.parse(content) }) as StartListView);
}

/**
 * Saves a view. It replaces the view with this name.
 *
 * @returns all views
 * @throws ApiError `too_many_start_list_views`
 */
export async function saveStartListView(
  db: Db,
  scope: RequestScope,
  { name, ...content }: Static<typeof newStartListView>,
): Promise<StartListView[]> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const before = await listStartListViews(tx, organizerId);
    if (before.length >= maxStartListViews && !before.some((view) => view.name === name))
      throw new ApiError('too_many_start_list_views', { maxStartListViews });
    const nowMs = scope.clock.now();
    const changed = { content: JSON.stringify(content), updated_at: timestamp(nowMs) };
    const { id } = await tx
      .insertInto('start_list_views')
      .values({ organizer_id: organizerId, id: newId('slv', nowMs), name, ...changed })
      .onConflict((conflict) => conflict.columns(['organizer_id', 'name']).doUpdateSet(changed))
      .returning('id')
      .executeTakeFirstOrThrow();
    const { format, columns } = content;
    const entry = { action: 'start_list_view.save', subject: id, details: { format, columns } } as const;
    await recordAudit(tx, scope, { ...entry, at: changed.updated_at });
    return listStartListViews(tx, organizerId);
  });
}

/**
 * Deletes a view.
 *
 * @returns the other views
 * @throws ApiError `start_list_view_not_found`
 */
export async function deleteStartListView(db: Db, scope: RequestScope, id: string): Promise<StartListView[]> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('start_list_views')
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError('start_list_view_not_found', { viewId: id });
    const entry = { action: 'start_list_view.delete', subject: id, details: {} } as const;
    await recordAudit(tx, scope, { ...entry, at: timestamp(scope.clock.now()) });
    return listStartListViews(tx, organizerId);
  });
}
