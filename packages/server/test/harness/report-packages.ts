/**
 * Loaded by `--import` before a program: as it exits, the names of the npm packages that it has loaded are written to the
 * file in `LOADED_PACKAGES`, as JSON in alphabetical order.
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
