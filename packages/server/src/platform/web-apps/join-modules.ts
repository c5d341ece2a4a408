/** A module whose types were removed. */
export interface Module {
  readonly name: string;
  readonly code: string;
}

const staticImport = /^import\b([^'";]*)\bfrom '([^']+)';\n?/gm;
const exportedDeclaration = /^export (?=(?:async )?(?:function|class|const|let)\b)/gm;
const declaration = /^(?:export )?(?:async )?(?:function|class|const|let) (?:(\w+)|\{([^}]*)\})/gm;

/**
 * Joins the modules of an app into one module. Browsers then need one request instead of dozens, and compression is better. The
 * modules share one scope, so only one of them can declare a name, and an import cannot rename.
 *
 * @param modules sorted: each module comes after the modules that it imports
 * @param isPackage whether an import specifier names a package, which remains a separate module
 * @throws Error if two modules declare the same name, or a module uses an unsupported form of import or export
 */
export function joinModules(modules: readonly Module[], isPackage: (specifier: string) => boolean): string {
  const imported = new Map<string, Set<string>>();
  const declaredIn = new Map<string, string>();
  const bodies = modules.map(({ name, code }) => {
    for (const declaredName of declaredNames(code)) {
      const otherModule = declaredIn.get(declaredName);
      if (otherModule !== undefined)
        throw new Error(`The modules ${otherModule} and ${name} both declare "${declaredName}". Rename one of them.`);
      declaredIn.set(declaredName, name);
    }
    const body = code
      .replaceAll(staticImport, (_, clause: string, specifier: string) => {
        const names = importedNames(clause, name);
        if (isPackage(specifier)) imported.set(specifier, new Set([...(imported.get(specifier) ?? []), ...names]));
        return '';
      })
      .replaceAll(exportedDeclaration, '');
    const unsupported = /^(?:import|export)\b.*$/m.exec(body);
    if (unsupported !== null) throw new Error(`The module ${name} cannot be joined with others: ${unsupported[0]}`);
    return body;
  });
  const imports = [...imported].map(
    ([specifier, names]) => `import { ${[...names].join(', ')} } from '${specifier}';\n`,
  );
  return [...imports, ...bodies].join('');
}

function declaredNames(code: string): string[] {
  return [...code.matchAll(declaration)].flatMap(([, name, names]) =>
    name === undefined ? splitNames(names) : [name],
  );
}

function importedNames(clause: string, module: string): string[] {
  const names = /^\s*\{([^{}]*)\}\s*$/.exec(clause)?.[1];
  if (names === undefined || / as /.test(names)) {
    throw new Error(`The module ${module} has an import that cannot be joined: import${clause}`);
  }
  return splitNames(names);
}

function splitNames(names = ''): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
