import Fastify from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';
import { type Precompressed, precompress } from './precompressed.ts';

/** The page of the API reference, its content security policy, and its script. */
export interface Reference {
  readonly page: string;
  readonly policy: string;
  readonly script: Precompressed;
}

/**
 * Loads the renderer of the API reference. Its size is 4 MB and only requests to `/docs` need it, so it is imported at the
 * first request. The page sends requests only to this server: fonts, telemetry, proxy and assistant of the renderer are
 * turned off.
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
    script: await precompress(script),
  };
}
