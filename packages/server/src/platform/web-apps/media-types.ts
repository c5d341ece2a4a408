import { extname } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** The media type of a file of an app; null if files of this kind are not served. */
export function mediaTypeOf(file: string): string | null {
  return mediaTypes[extname(file)] ?? null;
}
