import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import type { AppFiles } from './app-files.ts';

interface Module {
  /** The name under which it is served. */
  readonly name: string;
  readonly file: string;
}

/** The specifiers of static and of dynamic imports in formatted code. */
const staticImport = /^(?:import|export)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;
const stylesheetImport = /^@import "([^"]+)";$/gm;

/**
 * Reads a browser app from its source: `src/main.ts` with every module that it imports, and `src/style.css` with the stylesheets that
 * it imports. TypeScript is served without its types, so the modules use only syntax that can be erased. Packages are
 * served as the file that their `exports` name for browsers; such a file must not import others.
 *
 * @param folder the folder of the app
 * @throws Error if an import cannot be resolved
 */
export function readAppSource(folder: string): AppFiles {
  const files = new Map<string, string>();
  const imports: Record<string, string> = {};
  const preload: string[] = [];
  const pending: { module: Module; isLazy: boolean }[] = [
    { module: { name: 'main.js', file: join(folder, 'src/main.ts') }, isLazy: false },
  ];
  // Modules that are only imported dynamically come last, so that whatever is also imported statically is preloaded.
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { module, isLazy } = next;
    if (files.has(module.name)) continue;
    if (!isLazy) preload.push(module.name);
    const isOurs = module.file.endsWith('.ts');
    const code = isOurs ? withoutTypes(readFileSync(module.file, 'utf8')) : readFileSync(module.file, 'utf8');
    files.set(module.name, withoutComments(withoutSourceMap(isOurs ? importingScripts(code) : code)));
    if (!isOurs) continue;
    const resolve = (specifier: string) => {
      const imported = resolveImport(specifier, module);
      if (!specifier.startsWith('.')) imports[specifier] = imported.name;
      return imported;
    };
    const [eager, lazy] = [specifiersOf(code, staticImport), specifiersOf(code, dynamicImport)];
    pending.unshift(...eager.map((specifier) => ({ module: resolve(specifier), isLazy })));
    pending.push(...lazy.map((specifier) => ({ module: resolve(specifier), isLazy: true })));
  }
  files.set('style.css', withoutComments(readStylesheet(join(folder, 'src/style.css'))));
  return { files, imports, preload };
}

function specifiersOf(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap((match) => match.slice(1).filter((specifier) => specifier !== undefined));
}

/** Names the compiled form of our own modules, as the build of the server does. */
function importingScripts(code: string): string {
  const renamed = (statement: string) => statement.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/, '$1.js$2');
  return code.replaceAll(staticImport, renamed).replaceAll(dynamicImport, renamed);
}

function resolveImport(specifier: string, importer: Module): Module {
  if (specifier.startsWith('.')) {
    return {
      name: posix.join(posix.dirname(importer.name), specifier).replace(/\.ts$/, '.js'),
      file: join(dirname(importer.file), specifier),
    };
  }
  return { name: `packages/${specifier}.js`, file: resolvePackage(specifier, importer.file) };
}

/** The file of a package: of a workspace as Node resolves it, of any other as a browser should load it. */
function resolvePackage(specifier: string, importerFile: string): string {
  const file = createRequire(importerFile).resolve(specifier);
  const folderEnd = file.lastIndexOf(`/node_modules/${specifier}/`);
  if (folderEnd === -1) return file;
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

/** Node warns once per process that stripping types is experimental: that is of no use to a reader of the log. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source).replaceAll(/[ \t]+$/gm, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Removes the comments that have lines of their own, except licences. */
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
