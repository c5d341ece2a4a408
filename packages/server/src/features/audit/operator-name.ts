import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The value of `/proc/self/loginuid` outside login sessions, such as in a service or a container: -1 in 32 bits. */
const noLogin = '4294967295';

/**
 * The name of the person who runs this command, and after `as` the operating-system user of the process if it is another one. The
 * person is the user who has logged in (`/proc/self/loginuid`): the kernel passes it on to all processes of a session, also through
 * sudo and su, and only a privileged process can change it. Without a login session, as under systemd-run, it is `SUDO_USER`.
 */
export function operatorName(): string {
  const user = userName();
  const person = loginName() ?? sudoUser();
  return person === null || person === user ? user : `${person} as ${user}`;
}

/** The name of the operating-system user of this process. In containers, a user can have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

function loginName(): string | null {
  const id = readIfPossible('/proc/self/loginuid')?.trim() ?? noLogin;
  if (id === noLogin) return null;
  const line = readIfPossible('/etc/passwd')
    ?.split('\n')
    .find((entry) => entry.split(':')[2] === id);
  return line?.split(':')[0] ?? id;
}

function sudoUser(): string | null {
  const name = process.env['SUDO_USER'] ?? '';
  return /^[\w.@\\-]{1,64}\$?$/.test(name) ? name : null;
}

function readIfPossible(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
