import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import type { AppFiles } from './app-files.ts';
import { joinModules, type Module } from './join-modules.ts';

/** Patterns for static and dynamic imports in formatted code without types, and for imports of stylesheets. */
const staticImport = /^import\b[^'";]*\bfrom '([^']+)';$/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;
const resolvedFile = /\bimport\.meta\.resolve\('([^']+)'\)/g;
const libraryImport = /^(?:import|export)\b[^'";]*\bfrom ["'](\.[^"']+)["'];$/gm;
const stylesheetImport = /^@import "([^"]+)";$/gm;

/** The entry modules besides `main` that an app can have. */
const otherEntries = ['service-worker', 'waiting-room'];

/** Whether an import specifier names a module of this repository. All others name libraries. */
const isLocal = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('@organizer/');

/**
 * Reads a browser app from its source. `src/main.ts` and all modules that it imports are joined into `main.js`. `src/style.css`
 * includes the stylesheets that it imports. Types are removed from TypeScript, so the modules must use only erasable syntax. A
 * library is served as the file that `exports` in its package.json defines for browsers, with the files that this file imports. A file
 * of a library can be named by `import.meta.resolve`. `src/service-worker.ts` and `src/waiting-room.ts`, if they exist, become files in
 * the same way as the entry module. Files in `public/` are served unchanged.
 *
 * @param folder the folder of the app
 * @throws Error if an import cannot be resolved, or the modules cannot be joined
 */
export function readAppSource(folder: string): AppFiles {
  const files = new Map<string, string | Buffer>();
  const imports: Record<string, string> = {};
  const preload = ['main.js'];
  files.set('main.js', readModules(join(folder, 'src/main.ts'), { files, imports, preload }));
  files.set('style.css', withoutComments(readStylesheet(join(folder, 'src/style.css'))));
  for (const name of otherEntries) {
    const entry = join(folder, `src/${name}.ts`);
    if (existsSync(entry)) files.set(`${name}.js`, readModules(entry, { files, imports, preload }));
  }
  const publicFiles = join(folder, 'public');
  for (const name of existsSync(publicFiles) ? readdirSync(publicFiles) : []) {
    files.set(`public/${name}`, readFileSync(join(publicFiles, name)));
  }
  return { files, imports, preload };
}

interface CollectedFiles {
  readonly files: Map<string, string | Buffer>;
  readonly imports: Record<string, string>;
  readonly preload: string[];
}

/** Joins a module and all modules that it imports, and collects the libraries that they use. */
function readModules(entry: string, { files, imports, preload }: CollectedFiles): string {
  const sortedModules: Module[] = [];
  const codeByFile = new Map<string, string>();
  const addLibrary = (specifier: string, importer: string, isEager: boolean) => {
    const library = readLibrary(specifier, importer);
    imports[specifier] = library.name;
    for (const [name, content] of library.files) {
      if (isEager && !preload.includes(name)) preload.push(name);
      files.set(name, content);
    }
  };
  // Depth-first search: a module stays on the stack until all modules that it imports have been added to `sortedModules`.
  const stack = [entry];
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
    for (const pattern of [dynamicImport, resolvedFile]) {
      for (const specifier of specifiersOf(code, pattern)) addLibrary(specifier, importer, false);
    }
  }
  return joinModules(sortedModules, (specifier) => !isLocal(specifier));
}

function specifiersOf(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));
}

function resolveLocal(specifier: string, importer: string): string {
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : createRequire(importer).resolve(specifier);
}

/** Reads the file of a library that browsers load, and the files of the library that it imports. */
function readLibrary(specifier: string, importer: string) {
  const files = new Map<string, string | Buffer>();
  const first = resolvePackage(specifier, importer);
  const nameOf = (file: string) =>
    file === first.file && !first.hasImports
      ? `packages/${specifier}${extname(file) === '.js' || extname(file) === '.mjs' ? '.js' : ''}`
      : `packages/${first.packageName}/${relative(first.folder, file)}`;
  const stack = [first.file];
  for (let file = stack.pop(); file !== undefined; file = stack.pop()) {
    const importing = file;
    const content = readFileSync(file);
    const isScript = /\.m?js$/.test(file);
    files.set(nameOf(file), isScript ? withoutComments(withoutSourceMap(String(content))) : content);
    if (!isScript) continue;
    const imported = specifiersOf(String(content), libraryImport).map((path) => join(dirname(importing), path));
    stack.push(...imported.filter((path) => !files.has(nameOf(path))));
  }
  return { name: nameOf(first.file), files };
}

/** Finds the file of a library that browsers load. */
function resolvePackage(specifier: string, importer: string) {
  const packageName = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const resolved = createRequire(importer).resolve(specifier);
  const folderEnd = resolved.lastIndexOf(`/node_modules/${packageName}/`);
  const folder = resolved.slice(0, folderEnd + `/node_modules/${packageName}/`.length);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
  const target = exports[`.${specifier.slice(packageName.length)}`];
  if (target === undefined) throw new Error(`The package ${packageName} does not export ${specifier}.`);
  const file = join(folder, browserTarget(target));
  const hasImports = file.endsWith('.js') && specifiersOf(readFileSync(file, 'utf8'), libraryImport).length > 0;
  return { packageName, folder, file, hasImports };
}

interface PackageFile {
  readonly exports: Readonly<Record<string, ExportTarget>>;
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
