import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * The program of the browser; undefined if the machine has none. The headless shell is Chromium without its windows: it takes a
 * fifth less processor time.
 */
export const browserFile = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => programs.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

/** Arguments with which the browser sends no requests of its own. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
