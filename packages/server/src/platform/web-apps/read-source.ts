import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import type { AppFiles } from './app-files.ts';
import { joinModules, type Module } from './join-modules.ts';

/** The specifiers of static and of dynamic imports in formatted code without types. */
const staticImport = /^import\b[^'";]*\bfrom '([^']+)';$/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;
const stylesheetImport = /^@import "([^"]+)";$/gm;

/** The modules of this repository; other packages are libraries. */
const isOurs = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('@organizer/');

/**
 * Reads a browser app from its source: `src/main.ts` with every module that it imports, joined into `main.js`, and `src/style.css`
 * with the stylesheets that it imports. TypeScript is served without its types, so the modules use only syntax that can be
 * erased. A library is served as the file that its `exports` name for browsers; such a file must not import others.
 *
 * @param folder the folder of the app
 * @throws Error if an import cannot be resolved, or the modules cannot be joined
 */
export function readAppSource(folder: string): AppFiles {
  const files = new Map<string, string>();
  const imports: Record<string, string> = {};
  const preload = ['main.js'];
  const joined: Module[] = [];
  const codes = new Map<string, string>();
  const addLibrary = (specifier: string, importer: string, isEager: boolean) => {
    const name = `packages/${specifier}.js`;
    if (isEager && !preload.includes(name)) preload.push(name);
    imports[specifier] = name;
    files.set(name, withoutComments(withoutSourceMap(readFileSync(resolvePackage(specifier, importer), 'utf8'))));
  };
  // Depth first: a module stays on the stack until all modules that it imports have been added before it.
  const stack = [join(folder, 'src/main.ts')];
  for (let file = stack.at(-1); file !== undefined; file = stack.at(-1)) {
    const known = codes.get(file);
    if (known !== undefined) {
      stack.pop();
      if (!joined.some(({ name }) => name === file)) joined.push({ name: file, code: known });
      continue;
    }
    const importer = file;
    const code = withoutComments(withoutTypes(readFileSync(importer, 'utf8')));
    codes.set(importer, code);
    const specifiers = specifiersOf(code, staticImport);
    const resolved = specifiers.filter(isOurs).map((specifier) => resolveOurs(specifier, importer));
    stack.push(...resolved.filter((other) => !codes.has(other)).toReversed());
    for (const specifier of specifiers) if (!isOurs(specifier)) addLibrary(specifier, importer, true);
    for (const specifier of specifiersOf(code, dynamicImport)) addLibrary(specifier, importer, false);
  }
  files.set(
    'main.js',
    joinModules(joined, (specifier) => !isOurs(specifier)),
  );
  files.set('style.css', withoutComments(readStylesheet(join(folder, 'src/style.css'))));
  return { files, imports, preload };
}

function specifiersOf(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));
}

function resolveOurs(specifier: string, importer: string): string {
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : createRequire(importer).resolve(specifier);
}

/** The file of a library that a browser should load. */
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

function browserTarget(target: ExportTarget): string {
  let chosen = target;
  while (typeof chosen !== 'string') {
    const next: ExportTarget | undefined = chosen['browser'] ?? chosen['import'] ?? chosen['default'];
    if (next === undefined) throw new Error('The package exports nothing that a browser can load.');
    chosen = next;
  }
  return chosen;
}

function readStylesheet(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.replaceAll(stylesheetImport, (_, imported: string) =>
    readFileSync(join(dirname(file), imported), 'utf8'),
  );
}

/** Node warns once per process that stripping types is experimental. The warning does not help a reader of the log. */
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
