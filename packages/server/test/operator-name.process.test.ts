import { spawnSync } from 'node:child_process';
import { expect, inject, test } from 'vitest';
import { useDatabase } from './harness/databases.ts';
import { runCommand } from './harness/server-process.ts';

const noLogin = '4294967295';
/** Sets the user who has logged in, as PAM does, and then runs a program. */
const loginScript = 'echo "$0" > /proc/self/loginuid && exec "$@"';
const canSetLogin = spawnSync('sh', ['-c', loginScript, noLogin, 'true']).status === 0;

const database = useDatabase('sqlite');

test.skipIf(!canSetLogin)('the audit log names the user who has logged in, whatever the environment says', async () => {
  const createOrganizer = async (slug: string, login: string, env: Record<string, string>) => {
    const command = ['organizers', 'create', '--name', slug, '--slug', slug, '--currency', 'EUR', '--timezone', 'UTC'];
    const args = ['-c', loginScript, login, process.execPath, inject('program')];
    const { code, stderr } = await runCommand(command, { ...database.env, ...env }, { file: 'sh', args, options: {} });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const entries = await database.db
      .selectFrom('audit_entries')
      .innerJoin('organizers', 'organizers.id', 'audit_entries.organizer_id')
      .select('actor')
      .where('slug', '=', slug)
      .execute();
    return entries.map(({ actor }) => actor);
  };
  const forged = { SUDO_USER: 'mallory', USER: 'mallory', LOGNAME: 'mallory' };
  expect(await createOrganizer('login', '1', forged)).toEqual(['cli:daemon as root']);
  expect(await createOrganizer('root', '0', forged)).toEqual(['cli:root']);
  expect(await createOrganizer('number', '64123', forged)).toEqual(['cli:64123 as root']);
  // A service that systemd starts belongs to no login session.
  expect(await createOrganizer('service', noLogin, { SUDO_USER: 'ada' })).toEqual(['cli:ada as root']);
  expect(await createOrganizer('nobody', noLogin, { SUDO_USER: 'a da\n', LOGNAME: 'mallory' })).toEqual(['cli:root']);
});
