import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type AccentColors, accentColors } from '#shared/accent';
import { ApiError } from '../../errors/index.ts';

/** Changes with the content of the stylesheets, so that caches can store them forever. */
const version = createHash('sha256').update(accentStyle('#336699')).digest('base64url').slice(0, 8);
const prefix = '/e/checkout/accents';

/** Serves the stylesheets of accent colors, `rrggbb.css`. Their colors are computed from the accent color of an organizer. */
export function accentRoutes(app: FastifyInstance): void {
  app.get<{ Params: { version: string; file: string } }>(
    `${prefix}/:version/:file`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const color = /^([0-9a-f]{6})\.css$/i.exec(params.file)?.[1];
      if (color === undefined) throw new ApiError('page_file_not_found', { file: params.file.slice(0, 200) });
      const caching = params.version === version ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.type('text/css; charset=utf-8').header('cache-control', caching);
      return accentStyle(`#${color}`);
    },
  );
}

/**
 * The HTML that loads the stylesheet of an accent color; empty without a color.
 *
 * @param color `#rrggbb`
 */
export function accentHead(basePath: string, color: string | null): string[] {
  if (color === null) return [];
  return [`<link rel="stylesheet" href="${basePath}${prefix}/${version}/${encodeURIComponent(color.slice(1))}.css">`];
}

function accentStyle(color: string): string {
  const rule = ({ accent, soft, button, buttonInk }: AccentColors) =>
    `:root{--accent:${accent};--accent-soft:${soft};--button:${button};--button-ink:${buttonInk}}`;
  const [light, dark] = [rule(accentColors(color, 'light')), rule(accentColors(color, 'dark'))];
  return `${light}\n@media (prefers-color-scheme:dark){${dark}}\n`;
}
