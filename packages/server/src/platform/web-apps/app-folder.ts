import { fileURLToPath } from 'node:url';

const runsFromSource = import.meta.url.endsWith('.ts');

/** The folder of an app: in `apps/` of the repository if the server runs from TypeScript, otherwise in the build of the server. */
export function appFolder(name: string): { readonly path: string; readonly isSource: boolean } {
  // In the build, the apps are in the same folder as the server.
  const apps = new URL(runsFromSource ? '../../../../../apps/' : '../../../../apps/', import.meta.url);
  return { path: fileURLToPath(new URL(`${name}/`, apps)), isSource: runsFromSource };
}
