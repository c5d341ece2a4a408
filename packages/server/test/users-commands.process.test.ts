import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, totpOf } from './harness/browser.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { jsonOf } from './harness/responses.ts';
import { commandRunner } from './harness/run-here.ts';
import { jsonOfCommand, type ServerProcess, startServer } from './harness/server-process.ts';

interface UserLink {
  readonly id: string;
  readonly email: string;
  readonly link: string;
}

describeOnBoth('commands for users, while servers run', (kind) => {
  const t = useDatabase(kind);
  let servers: ServerProcess[];
  beforeAll(async () => {
    // A SQLite database can have only one server, a PostgreSQL database several.
    servers = await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : 2 }, () => startServer(t.env)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  const runWithEnv = commandRunner(kind);
  const run = (...args: string[]) => runWithEnv(['users', ...args], t.env);
  const json = async <T>(...args: string[]) => jsonOfCommand<T>(args, await run(...args, '--json'));

  /** The origins of the pages of `startServer` begin with http. */
  const open = (server = servers[0]!) => new Browser(server, { origin: server.url });

  async function signIn(link: string, server?: ServerProcess): Promise<Browser> {
    const browser = open(server);
    expect(await browser.openLink(link)).toBe('signed_in');
    return browser;
  }

  test('"users add" creates an operator or a member, and prints a link that signs in once, on one server', async () => {
    const { slug } = await makeOrganizer(t.db);
    const added = await json<UserLink>('add', '--email', 'Olga@Example.com', '--role', 'operator', '--name', 'Olga');
    expect(added).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'olga@example.com',
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/dashboard\/link#[\w-]{32}$/),
    });
    const states = await Promise.all(
      servers.flatMap((server) => [open(server), open(server)]).map((browser) => browser.openLink(added.link)),
    );
    expect(states.filter((state) => state === 'signed_in')).toHaveLength(1);

    // The same user gets a role; a link of the command line also works on another server.
    const again = await json<UserLink>('add', '--email', 'olga@example.com', '--organizer', slug, '--role', 'viewer');
    expect(again.id).toBe(added.id);
    const browser = await signIn(again.link, servers.at(-1));
    expect(jsonOf(await browser.send('GET', '/me'))).toMatchObject({
      id: added.id,
      name: 'Olga',
      isOperator: true,
      hasPassword: false,
      organizers: [{ slug, role: 'viewer', permissions: expect.arrayContaining(['figures:read']) }],
    });
  });

  test('without --json, "users link" prints only the link on standard output', async () => {
    const { email } = await json<UserLink>('add', '--email', 'plain@example.com', '--role', 'operator');
    const { code, stdout, stderr } = await run('link', email);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('once with this link, within 24 hours'),
    });
    await signIn(stdout.trim());
    expect(servers.map(({ output }) => output()).join('')).not.toContain(email);
  });

  test('"users link --remove-second-factor" lets in a user who has lost it, and ends the sessions', async () => {
    const { id, email, link } = await json<UserLink>('add', '--email', 'lost@example.com', '--role', 'operator');
    const browser = await signIn(link);
    const { uri } = jsonOf<{ uri: string }>(await browser.post('/second-factor', {}));
    expect((await browser.post('/second-factor/confirm', { code: totpOf(uri) })).status).toBe(200);

    const withFactor = await json<UserLink>('link', email);
    expect(await open().openLink(withFactor.link)).toBe('second_factor');
    const withoutFactor = await json<UserLink>('link', email, '--remove-second-factor');
    expect(withoutFactor).toEqual({ id, email, link: expect.any(String) });
    expect(await browser.statusOfMe()).toBe(401);
    await signIn(withoutFactor.link);
  });

  test('"users disable" ends sessions and links immediately, in every process', async () => {
    const { email, link } = await json<UserLink>('add', '--email', 'gone@example.com', '--role', 'operator');
    const browsers: Browser[] = [];
    for (const server of servers) browsers.push(await signIn((await json<UserLink>('link', email)).link, server));
    const statuses = () => Promise.all(browsers.map((browser) => browser.statusOfMe()));
    expect(await statuses()).toEqual(servers.map(() => 200));

    expect(await json('disable', email)).toMatchObject({ email, disabledAt: expect.any(String) });
    expect(await statuses()).toEqual(servers.map(() => 401));
    expect(await open().openLink(link)).toBe(410);
    const { code, stderr } = await run('link', email);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is disabled') });
    const listed = await json<{ email: string; disabledAt: string | null }[]>('list');
    expect(listed.find((user) => user.email === email)?.disabledAt).toEqual(expect.any(String));

    const enabled = await json<UserLink>('add', '--email', email, '--role', 'operator');
    await signIn(enabled.link);
    expect(await statuses()).toEqual(servers.map(() => 401));
  });

  test('"users add" does not take the role of the last owner', async () => {
    const { slug } = await makeOrganizer(t.db);
    const add = (role: string) =>
      run('add', '--email', 'owner@example.com', '--organizer', slug, '--role', role, '--json');
    expect(await add('owner')).toMatchObject({ code: 0 });
    const { code, stderr } = await add('viewer');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('needs at least one owner') });
  });
});
