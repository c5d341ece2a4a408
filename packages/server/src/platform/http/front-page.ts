/** The content of the page at `/`. */
export interface FrontPage {
  readonly title: string;
  readonly summary: string;
  /** The public URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  readonly isReady: boolean;
}

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6676; --line: #dfe4ea; --page: #f6f8fa; --card: #fff; --link: #0b5cad;
  --good: #1a7f4b; --bad: #b54708; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8ee; --soft: #97a3b3; --line: #2d3642; --page: #12161c; --card: #1a2029; --link: #7db8f5; --good: #58c08a;
    --bad: #f0a35e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(2rem, 10vh, 7rem) 1.25rem 4rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.2rem); line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .5rem; }
p { margin: 0; color: var(--soft); }
.state { display: inline-flex; align-items: center; gap: .5rem; margin-top: 1.25rem; font-size: .9rem; color: var(--ink); }
.state::before { content: ""; width: .6rem; height: .6rem; border-radius: 50%; background: var(--bad); }
.state.ready::before { background: var(--good); }
ul { list-style: none; margin: 2.25rem 0 0; padding: 0; display: grid; gap: .75rem; }
li a { display: block; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: var(--link); }
li strong { display: block; color: var(--link); }
li span { color: var(--soft); font-size: .92rem; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85em; }
`;

const links: readonly (readonly [path: string, name: string, summary: string])[] = [
  ['/docs', 'Documentation', 'Guides, from the first request to going live, and every error with what to do.'],
  ['/docs/reference', 'API reference', 'Every operation with its parameters, responses and examples.'],
  [
    '/openapi.json',
    'OpenAPI document',
    'The API description for programs: generate a client from it, or load it into your tools.',
  ],
  ['/readyz', 'Readiness', 'For load balancers: whether this server and its database respond.'],
];

/** Renders the page at `/`: the name of the service and links to its documents. The page loads no other file. */
export function frontPage({ title, summary, baseUrl, isReady }: FrontPage): string {
  const root = pathOf(baseUrl);
  const items = links.map(
    ([path, name, text]) => `<li><a href="${root}${path}"><strong>${name}</strong><span>${text}</span></a></li>`,
  );
  const state = isReady ? ['ready', 'Ready'] : ['', 'Running, but its database does not respond'];
  const body = `<p>${summary}</p>
<p class="state ${state[0]}">${state[1]}</p>
<ul>
${items.join('\n')}
</ul>`;
  return renderPage(title, body);
}

/** The page for a browser that opens a path that does not exist. */
export function notFoundPage({ baseUrl }: Pick<FrontPage, 'baseUrl'>): string {
  const body = `<p>The address may be mistyped, or the page has moved. Check the address.</p>
<ul>
<li><a href="${pathOf(baseUrl)}/"><strong>Start page</strong><span>The first page of this server.</span></a></li>
</ul>`;
  return renderPage('There is no page here', body);
}

/** The path of the public URL, without a trailing slash. */
function pathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}
