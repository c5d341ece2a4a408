import { type AppFolder, openAppFolder } from './app-folder.ts';
import { readAppSource } from './read-source.ts';

/** The files of a browser app, in the form that browsers load. */
export interface AppFiles {
  /**
   * The content of each file by its path in the app's folder. The entry module is `main.js`, the stylesheet is `style.css`. An app that
   * can be installed also has `service-worker.js`, and files of its own in `public/`.
   */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** The import map of the app: from a package specifier to a file name in `files`. */
  readonly imports: Readonly<Record<string, string>>;
  /** The modules that are loaded before the entry module runs. The entry module is the first. */
  readonly preload: readonly string[];
}

/** The name of the file with `imports` and `preload`. The build writes this file. */
export const manifestName = 'app.json';

/**
 * Reads the files of an app: from `apps/` if the server runs from TypeScript, otherwise from the build output.
 *
 * @param name the name of the app's folder in `apps/`
 */
export function readApp(name: string): AppFiles {
  const folder = openAppFolder(name);
  return folder.isSource && folder.path !== null ? readAppSource(folder.path) : readBuiltApp(folder);
}

function readBuiltApp({ listFiles, readFile }: AppFolder): AppFiles {
  const { imports, preload } = JSON.parse(String(readFile(manifestName))) as Omit<AppFiles, 'files'>;
  const names = listFiles().filter((file) => file !== manifestName);
  return { files: new Map(names.map((file) => [file, readFile(file) ?? ''])), imports, preload };
}
