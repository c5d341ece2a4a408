import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a program is in a folder of `PATH`. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}
