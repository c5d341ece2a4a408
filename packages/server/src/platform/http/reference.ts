import Fastify from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';
import { type Packed, pack } from './packed.ts';

/** The reference's page, what the page may do, and its program. */
export interface Reference {
  readonly page: string;
  readonly policy: string;
  readonly script: Packed;
}

/**
 * Loads the reference's renderer: 4 MB of program that no request but those to `/docs` needs. Everything comes from
 * this server: no fonts, no telemetry, no proxy, no assistant.
 */
export async function loadReference(baseUrl: string): Promise<Reference> {
  const { pathname, origin } = new URL(baseUrl);
  const root = pathname.replace(/\/$/, '');
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const renderer = Fastify();
  await renderer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: `${root}/openapi.json`,
      cdn: `${root}/docs/reference.js`,
      pageTitle: 'API reference',
      favicon: 'data:,',
      withDefaultFonts: false,
      telemetry: false,
      defaultOpenAllTags: true,
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'key' },
      persistAuth: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      documentDownloadType: 'json',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    },
  });
  const page = (await renderer.inject('/docs/')).body.replace('<html>', '<html lang="en">');
  const { body: script } = await renderer.inject('/docs/js/scalar.js');
  await renderer.close();
  return {
    page,
    policy: contentPolicy({
      'script-src': ["'self'", ...hashesOf('script', page)],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", origin],
    }),
    script: await pack(script),
  };
}
