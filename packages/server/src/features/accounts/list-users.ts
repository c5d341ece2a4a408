import { containsText } from '../../platform/database/contains-text.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { invalidCursor } from '../../platform/database/page.ts';
import { listMembershipsOf } from './members.ts';
import type { Role } from './roles.ts';
import type { User } from './users.ts';

/** A user in the list of the operator. */
export interface ListedUser extends User {
  readonly hasSecondFactor: boolean;
  /** RFC 3339; null if the user has never signed in. */
  readonly lastSignedInAt: string | null;
  /** The organizers of the user, by name, with the role in each. */
  readonly organizers: { readonly slug: string; readonly name: string; readonly role: Role }[];
}

export const userStatuses = ['active', 'disabled'] as const;

interface UserListQuery {
  /** Only users whose name or e-mail address contains this text. */
  readonly text?: string | undefined;
  readonly status?: (typeof userStatuses)[number] | undefined;
  readonly isOperator?: boolean | undefined;
  readonly limit: number;
  /** The id of the last user of the previous page. An e-mail address is personal data, which no URL contains. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the users of the service, by e-mail address.
 *
 * @throws ApiError `invalid_cursor` if no user has the id of the cursor
 */
export async function listUsers(
  db: Db,
  { text, status, isOperator, limit, cursor }: UserListQuery,
): Promise<{ data: ListedUser[]; hasMore: boolean; nextCursor: string | null }> {
  let query = db
    .selectFrom('users')
    .selectAll()
    .orderBy('email')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const last = await db.selectFrom('users').select('email').where('id', '=', cursor).executeTakeFirst();
    if (last === undefined) throw invalidCursor();
    query = query.where('email', '>', last.email);
  }
  if (status !== undefined) query = query.where('disabled_at', status === 'active' ? 'is' : 'is not', null);
  if (isOperator !== undefined) query = query.where('is_operator', '=', isOperator ? 1 : 0);
  if (text !== undefined) query = query.where(containsText(['name', 'email'], text));
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const memberships = Map.groupBy(
    await listMembershipsOf(
      db,
      page.map(({ id }) => id),
    ),
    ({ userId }) => userId,
  );
  const data = page.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator === 1,
    hasSecondFactor: row.two_factor_enabled === 1,
    organizers: (memberships.get(row.id) ?? []).map(({ slug, name, role }) => ({ slug, name, role })),
    lastSignedInAt: row.last_signed_in_at,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
  }));
  const hasMore = rows.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** All users of the service, by e-mail address. */
export async function listAllUsers(db: Db): Promise<ListedUser[]> {
  const users: ListedUser[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await listUsers(db, { limit: 500, cursor });
    users.push(...data);
    if (nextCursor === null) return users;
    cursor = nextCursor;
  }
}
