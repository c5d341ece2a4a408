import { type Kysely, sql } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * The accounts of people: users with their sessions, passwords and second factors, their roles with organizers, and invitations.
 * The tables whose names begin with `user` have the columns that the library `better-auth` writes; booleans are 0 or 1.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const times = { created_at: 'text', updated_at: 'text' } as const;
  const ofUser = 'foreign key (user_id) references users (id)';
  await createTable(
    db,
    'users',
    {
      id: 'text',
      email: 'text',
      name: 'text',
      email_verified: 'integer',
      image: 'text?',
      is_operator: 'integer',
      two_factor_enabled: 'integer',
      disabled_at: 'text?',
      ...times,
    },
    ['primary key (id)', 'unique (email)'],
  );
  await createTable(
    db,
    'user_sessions',
    {
      id: 'text',
      user_id: 'text',
      token: 'text',
      expires_at: 'text',
      ip_address: 'text?',
      user_agent: 'text?',
      ...times,
    },
    ['primary key (id)', 'unique (token)', ofUser],
  );
  await createIndex(db, 'user_sessions_by_user', 'user_sessions (user_id)');
  await createTable(
    db,
    'user_credentials',
    {
      id: 'text',
      user_id: 'text',
      account_id: 'text',
      provider_id: 'text',
      password: 'text?',
      access_token: 'text?',
      refresh_token: 'text?',
      id_token: 'text?',
      access_token_expires_at: 'text?',
      refresh_token_expires_at: 'text?',
      scope: 'text?',
      ...times,
    },
    ['primary key (id)', 'unique (user_id, provider_id)', ofUser],
  );
  await createTable(
    db,
    'user_verifications',
    { id: 'text', identifier: 'text', value: 'text', expires_at: 'text', ...times },
    ['primary key (id)'],
  );
  await createIndex(db, 'user_verifications_by_identifier', 'user_verifications (identifier)');
  await createTable(
    db,
    'user_second_factors',
    {
      id: 'text',
      user_id: 'text',
      secret: 'text',
      backup_codes: 'text',
      verified: 'integer',
      failed_verification_count: 'integer',
      locked_until: 'text?',
    },
    ['primary key (id)', 'unique (user_id)', ofUser],
  );

  await sql`drop table members`.execute(db); // It was never used.
  await createTable(db, 'members', { organizer_id: 'text', user_id: 'text', role: 'text', created_at: 'text' }, [
    'primary key (organizer_id, user_id)',
    'foreign key (organizer_id) references organizers (id)',
    ofUser,
    "check (role in ('owner', 'manager', 'developer', 'viewer'))",
  ]);
  // A session has a user and names no organizer.
  await createIndex(db, 'members_by_user', 'members (user_id)');
  await createTable(
    db,
    'invitations',
    {
      organizer_id: 'text',
      id: 'text',
      email: 'text',
      role: 'text',
      token_hash: 'text',
      invited_by: 'text',
      created_at: 'text',
      expires_at: 'text',
      accepted_at: 'text?',
      revoked_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, token_hash)',
      'foreign key (organizer_id) references organizers (id)',
      "check (role in ('owner', 'manager', 'developer', 'viewer'))",
    ],
  );
  // The link of an invitation names no organizer.
  await createIndex(db, 'invitations_by_token', 'invitations (token_hash)');
}
