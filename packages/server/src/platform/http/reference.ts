import Fastify from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';
import { type Precompressed, precompress } from './precompressed.ts';

/** The bar above the reference, which leads to the documentation. The renderer leaves `--scalar-custom-header-height` free for it. */
const barStyle = `
:root { --scalar-custom-header-height: 3rem; }
.bar { position: sticky; top: 0; z-index: 100; height: 3rem; padding: 0 1.5rem; display: flex; align-items: center;
  box-sizing: border-box; white-space: nowrap; background: var(--scalar-background-1, Canvas); border-bottom: 1px solid var(--scalar-border-color, #8884);
  font: 600 1rem system-ui, sans-serif; }
.bar a { color: var(--scalar-color-1, CanvasText); text-decoration: none; }
.bar span { margin-left: .35rem; font-weight: 400; }
.bar .search { margin-left: auto; font-weight: 400; }
`;

/**
 * Keeps the operation in the URL until the reader moves. The renderer writes the section in the middle of the page into the URL, also while
 * the page moves because sections above are rendered, so a shared link would lead to another operation.
 */
const keepUrlScript = `
let hasReaderMoved = false;
for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
  addEventListener(type, () => { hasReaderMoved = true; }, { capture: true, once: true, passive: true });
const { replaceState } = history;
history.replaceState = (...args) => {
  if (hasReaderMoved || location.hash === '') replaceState.apply(history, args);
};
`;

/** A page with its content security policy. */
interface ReferencePage {
  readonly html: string;
  readonly policy: string;
}

/** The pages of the API reference, and their script. */
export interface Reference {
  readonly page: ReferencePage;
  /**
   * The same reference for a frame in a page of this server. It is empty until that page calls `showReference({key, isDark})` in
   * the window of the frame. The key is only in the memory of the frame.
   */
  readonly frame: ReferencePage;
  readonly script: Precompressed;
}

/**
 * Loads the renderer of the API reference. Its size is 4 MB and only requests to the reference need it, so it is imported at the
 * first request. The page sends requests only to this server: fonts, telemetry, proxy and assistant of the renderer are
 * turned off.
 */
export async function loadReference(baseUrl: string): Promise<Reference> {
  const { pathname, origin } = new URL(baseUrl);
  const root = pathname.replace(/\/$/, '');
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const scriptUrl = `${root}/docs/reference.js`;
  const configuration = {
    url: `${root}/openapi.json`,
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
    // Operations have samples of their own, with curl and with both clients.
    hiddenClients: true,
  } as const;
  const renderer = Fastify();
  await renderer.register(scalar, { routePrefix: '/docs', configuration: { ...configuration, cdn: scriptUrl } });
  const bar = `<header class="bar"><a href="${root}/docs">Organizer Open API <span>Docs</span></a><a class="search" href="${root}/docs#search" aria-label="Search all pages">Search</a></header>`;
  const page = (await renderer.inject('/docs/')).body
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `<style>${barStyle}</style><script>{${keepUrlScript}}</script></head>`)
    .replace('<body>', `<body>${bar}`);
  const { body: script } = await renderer.inject('/docs/js/scalar.js');
  await renderer.close();
  const withPolicy = (html: string, ancestors: string): ReferencePage => ({
    html,
    policy: contentPolicy({
      'frame-ancestors': [ancestors],
      'script-src': ["'self'", ...hashesOf('script', html)],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", origin],
    }),
  });
  return {
    page: withPolicy(page, "'none'"),
    frame: withPolicy(framePage(scriptUrl, configuration), "'self'"),
    script: precompress(script),
  };
}

function framePage(scriptUrl: string, configuration: object): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
</head>
<body>
<div id="reference"></div>
<script src="${scriptUrl}"></script>
<script>
const configuration = ${JSON.stringify(configuration)};
let reference;
globalThis.showReference = globalThis.Scalar && (({ key, isDark }) => {
  reference?.destroy();
  reference = Scalar.createApiReference('#reference', {
    ...configuration,
    authentication: { ...configuration.authentication, securitySchemes: { key: { token: key } } },
    forceDarkModeState: isDark ? 'dark' : 'light',
    hideDarkModeToggle: true,
  });
});
</script>
</body>
</html>
`;
}
