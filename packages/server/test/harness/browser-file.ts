import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program of the browser; undefined if the machine has none. */
export const browserFile = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((file) => existsSync(file));

/** Arguments with which the browser sends no requests of its own. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
