import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import type { AppFiles } from './app-files.ts';
import { joinModules, type Module } from './join-modules.ts';

/** Patterns for static and dynamic imports in formatted code without types, and for imports of stylesheets. */
const staticImport = /^import\b[^'";]*\bfrom '([^']+)';$/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;
const stylesheetImport = /^@import "([^"]+)";$/gm;

/** Whether an import specifier names a module of this repository. All others name libraries. */
const isLocal = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('@organizer/');

/**
 * Reads a browser app from its source. `src/main.ts` and all modules that it imports are joined into `main.js`. `src/style.css`
 * includes the stylesheets that it imports. Types are removed from TypeScript, so the modules must use only erasable syntax. A
 * library is served as the one file that `exports` in its package.json defines for browsers. This file must not import others.
 *
 * @param folder the folder of the app
 * @throws Error if an import cannot be resolved, or the modules cannot be joined
 */
export function readAppSource(folder: string): AppFiles {
  const files = new Map<string, string>();
  const imports: Record<string, string> = {};
  const preload = ['main.js'];
  const sortedModules: Module[] = [];
  const codeByFile = new Map<string, string>();
  const addLibrary = (specifier: string, importer: string, isEager: boolean) => {
    const name = `packages/${specifier}.js`;
    if (isEager && !preload.includes(name)) preload.push(name);
    imports[specifier] = name;
    files.set(name, withoutComments(withoutSourceMap(readFileSync(resolvePackage(specifier, importer), 'utf8'))));
  };
  // Depth-first search: a module stays on the stack until all modules that it imports have been added to `sortedModules`.
  const stack = [join(folder, 'src/main.ts')];
  for (let file = stack.at(-1); file !== undefined; file = stack.at(-1)) {
    const processedCode = codeByFile.get(file);
    if (processedCode !== undefined) {
      stack.pop();
      if (!sortedModules.some(({ name }) => name === file)) sortedModules.push({ name: file, code: processedCode });
      continue;
    }
    const importer = file;
    const code = withoutComments(withoutTypes(readFileSync(importer, 'utf8')));
    codeByFile.set(importer, code);
    const specifiers = specifiersOf(code, staticImport);
    const localFiles = specifiers.filter(isLocal).map((specifier) => resolveLocal(specifier, importer));
    stack.push(...localFiles.filter((localFile) => !codeByFile.has(localFile)).toReversed());
    for (const specifier of specifiers) if (!isLocal(specifier)) addLibrary(specifier, importer, true);
    for (const specifier of specifiersOf(code, dynamicImport)) addLibrary(specifier, importer, false);
  }
  files.set(
    'main.js',
    joinModules(sortedModules, (specifier) => !isLocal(specifier)),
  );
  files.set('style.css', withoutComments(readStylesheet(join(folder, 'src/style.css'))));
  return { files, imports, preload };
}

function specifiersOf(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));
}

function resolveLocal(specifier: string, importer: string): string {
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : createRequire(importer).resolve(specifier);
}

/** Returns the file of a library that browsers load. */
function resolvePackage(specifier: string, importer: string): string {
  const file = createRequire(importer).resolve(specifier);
  const folderEnd = file.lastIndexOf(`/node_modules/${specifier}/`);
  const folder = file.slice(0, folderEnd + `/node_modules/${specifier}/`.length);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
  return join(folder, browserTarget(exports['.']));
}

interface PackageFile {
  readonly exports: { readonly '.': ExportTarget };
}
type ExportTarget = string | { readonly [condition: string]: ExportTarget };

/** Returns the file for browsers in an entry of `exports`. */
function browserTarget(target: ExportTarget): string {
  let current = target;
  while (typeof current !== 'string') {
    const next: ExportTarget | undefined = current['browser'] ?? current['import'] ?? current['default'];
    if (next === undefined) throw new Error('The package has no export for browsers.');
    current = next;
  }
  return current;
}

function readStylesheet(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.replaceAll(stylesheetImport, (_, importedPath: string) =>
    readFileSync(join(dirname(file), importedPath), 'utf8'),
  );
}

/** Removes types. Node's warning that this is experimental is suppressed, because the operator cannot act on it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source).replaceAll(/[ \t]+$/gm, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Removes the comments that are on separate lines, except licences. */
function withoutComments(source: string): string {
  const isLicence = (comment: string) => /copyright|license/i.test(comment);
  return source
    .replaceAll(/^[ \t]*\/\*.*?\*\/\n/gms, (comment) => (isLicence(comment) ? comment : ''))
    .replaceAll(/^[ \t]*\/\/.*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n');
}

function withoutSourceMap(source: string): string {
  return source.replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '');
}
