import { type Command, Option } from 'commander';
import { OperatorError } from '../errors/index.ts';
import {
  createSignInLink,
  disableUser,
  enableUser,
  ensureUser,
  getUser,
  listAllUsers,
  removeFactorsByOperator,
  roles,
  setMember,
  type User,
  userEmailPattern,
} from '../features/accounts/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import { organizerScope } from '../platform/scope.ts';
import { requireSecrets } from './master-key.ts';
import { type Run, table, withJson } from './runtime.ts';

/** How long a printed link can be used. */
const printedLinkHours = 24;

export function addUserCommands(program: Command, run: Run): void {
  const users = program.command('users').description('people who can sign in to the dashboard');

  withJson(users.command('add'))
    .description(
      'add an operator, or a member of an organizer; prints a one-time sign-in link. It also enables a disabled user',
    )
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--name <name>', 'name of a new user (default: the e-mail address)')
    .option('--organizer <slug>', 'slug of the organizer of which the user becomes a member')
    .addOption(
      new Option('--role <role>', 'the role of the user').choices(['operator', ...roles]).makeOptionMandatory(),
    )
    .action((options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const { email, name = email, organizer: slug, role } = options;
          if (!new RegExp(userEmailPattern).test(email)) {
            throw new OperatorError(
              `"${email}" is not a valid e-mail address. It must be ASCII, with a domain such as example.com.`,
              'usage',
            );
          }
          const isOperator = role === 'operator';
          const needsOrganizer = !isOperator;
          if (needsOrganizer !== (slug !== undefined)) {
            throw new OperatorError('Use --organizer with every role except operator.', 'usage');
          }
          const organizer = slug === undefined ? null : await getOrganizer(db, slug);
          return db.transaction().execute(async (tx) => {
            const user = await ensureUser(tx, { email, name, isOperator }, clock, byOperator);
            if (organizer !== null)
              await setMember(tx, organizerScope(organizer.id, clock, byOperator), { userId: user.id, role }, clock);
            return createLink(tx, user, config.baseUrl, clock);
          });
        },
        formatLink,
      ),
    );

  withJson(users.command('link'))
    .description('print a one-time sign-in link for a user')
    .argument('<email>', 'e-mail address of the user')
    .option(
      '--remove-second-factor',
      'remove all second factors, for a user who has lost them; ends the sessions of the user',
    )
    .action((email: string, options) =>
      run(
        options,
        ({ db, clock, config }) =>
          db.transaction().execute(async (tx) => {
            const user = await getUser(tx, email);
            if (user.disabledAt !== null) {
              throw new OperatorError(
                `${user.email} is disabled. Run "organizer users enable ${user.email}" first.`,
                'invalid_state',
              );
            }
            if (options.removeSecondFactor) {
              const secrets = await requireSecrets(tx, config);
              await removeFactorsByOperator(tx, user, { clock, secrets }, byOperator);
            }
            return createLink(tx, user, config.baseUrl, clock);
          }),
        formatLink,
      ),
    );

  withJson(users.command('list'))
    .description('show all users')
    .action((options) =>
      run(
        options,
        ({ db }) => listAllUsers(db),
        (rows) =>
          table(
            ['id', 'e-mail', 'name', 'operator', 'member of', 'second factor', 'last sign-in', 'created', 'disabled'],
            rows.map((user) => [
              user.id,
              user.email,
              user.name,
              user.isOperator ? 'yes' : 'no',
              user.organizers.map(({ slug, role }) => `${slug} (${role})`).join(', '),
              user.hasSecondFactor ? 'yes' : 'no',
              user.lastSignedInAt,
              user.createdAt,
              user.disabledAt,
            ]),
          ),
      ),
    );

  withJson(users.command('disable'))
    .description('prevent a user from signing in, and end all sessions of the user')
    .argument('<email>', 'e-mail address of the user')
    .action((email: string, options) =>
      run(
        options,
        ({ db, clock }) => disableUser(db, email, clock, byOperator),
        (user) => `${user.email} is disabled.`,
      ),
    );

  withJson(users.command('enable'))
    .description('allow a disabled user to sign in again')
    .argument('<email>', 'e-mail address of the user')
    .action((email: string, options) =>
      run(
        options,
        ({ db, clock }) => enableUser(db, email, clock, byOperator),
        (user) => `${user.email} is enabled.`,
      ),
    );
}

interface UserLink {
  readonly id: string;
  readonly email: string;
  readonly link: string;
}

async function createLink(tx: Db, user: User, baseUrl: string, clock: Clock): Promise<UserLink> {
  const link = await createSignInLink(tx, user, { baseUrl, minutes: printedLinkHours * 60, clock }, byOperator);
  return { id: user.id, email: user.email, link };
}

/** The command does not know where a server listens, so it says where the address in the link comes from. */
function formatLink({ email, link }: UserLink) {
  const { origin } = new URL(link);
  return {
    stdout: link,
    stderr:
      `${email} can sign in once with this link, within ${printedLinkHours} hours. If the server has another address than ${origin}, ` +
      'replace it in the link, or run this command with the BASE_URL, or the HOST and PORT, of the server.',
  };
}
