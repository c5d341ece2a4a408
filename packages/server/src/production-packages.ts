import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A package in package-lock.json. */
interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The folders of the packages that workspaces need at run time: their dependencies, the dependencies of these, and so on. */
function productionPackages(workspaces: readonly string[]): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  const stack = [...workspaces];
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    for (const [name, isRequired] of runtimeDependencies(lock.packages[folder] ?? {})) {
      const location = resolvePackage(lock.packages, folder, name);
      if (location !== null) stack.push(location);
      else if (isRequired) throw new Error(`package-lock.json does not have ${name}, which ${folder} needs.`);
    }
  }
  return [...found].filter((folder) => folder.includes('node_modules/')).sort();
}

function runtimeDependencies(entry: LockedPackage): [name: string, isRequired: boolean][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [
    ...[...Object.keys(dependencies), ...peers].map((name): [string, boolean] => [name, true]),
    ...Object.keys(optionalDependencies).map((name): [string, boolean] => [name, false]),
  ];
}

/** Finds a package as Node does: in the `node_modules` of the folder, then of each parent folder. */
function resolvePackage(packages: Record<string, LockedPackage>, folder: string, name: string): string | null {
  const parts = folder.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const location = [...parts.slice(0, length), 'node_modules', name].join('/');
    const entry = packages[location];
    if (entry !== undefined) return entry.link === true && entry.resolved !== undefined ? entry.resolved : location;
  }
  return null;
}

/**
 * The licenses of all packages of others that workspaces need at run time, as one text.
 *
 * @param workspaces folders of the repository, such as `packages/server`
 * @throws Error if package-lock.json does not have a required package
 */
export function licensesOf(workspaces: readonly string[]): string {
  const parts = productionPackages(workspaces).map((folder) => {
    const path = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const file = readdirSync(path).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
    const text = file === undefined ? `License: ${license}` : readFileSync(join(path, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}
