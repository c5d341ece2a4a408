import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The folders of this machine with the programs of a PostgreSQL server, those of Debian's newest version first.
 *
 * @param path the folders in which programs are searched
 */
export function postgresFolders(path: string): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(debian, version, 'bin')), ...path.split(delimiter)].filter((bin) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(bin, program))),
  );
}
