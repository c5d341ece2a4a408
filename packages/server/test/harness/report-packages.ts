/**
 * Loaded by `--import` before a program. When the program exits, this module writes the sorted names of the loaded npm packages
 * as JSON to the file in `LOADED_PACKAGES`.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const packages = new Set<string>();

registerHooks({
  load: (url, context, nextLoad) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});

process.on('exit', () => writeFileSync(process.env['LOADED_PACKAGES']!, JSON.stringify([...packages].sort())));
