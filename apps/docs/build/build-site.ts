import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { markdownPath, pageDocument, pagePath } from './layout.ts';
import { linkedMarkdown, type RenderedPage, type ResolveFile, renderMarkdown } from './markdown.ts';
import { sections as allSections, type Deployment, type PageSource, referenceEntry } from './pages.ts';
import { searchIndex } from './search-index.ts';

const folder = join(import.meta.dirname, '..');
const root = join(folder, '../..');

/** The page for a path that does not exist. It has no Markdown. */
const missingPage: PageSource = {
  slug: '404',
  file: '',
  name: '',
  summary: 'This page does not exist.',
  isUnlisted: true,
};
const missingContent: RenderedPage = {
  html: `<h1>This page does not exist</h1>
<p>It may have been renamed, or the server does not have the feature that it describes. Choose a page from the navigation, use the
search, or begin with the <a href="/docs">overview</a>.</p>
`,
  title: 'Page not found',
  headings: [],
};

/** The OpenAPI document in the repository. On the site, links to it lead to the API reference, and in Markdown to the document. */
const openApiFile = 'openapi/extended.json';

/**
 * Builds the site into `dist.new`: for each deployment a folder with the pages as HTML and as Markdown, the index of the search and
 * `llms.txt`; and for both the folder `assets`, whose files have a hash of their content in their names.
 *
 * All URLs are paths that begin with `/docs`. The server adds the path of its public URL.
 */
async function buildSite(): Promise<void> {
  const draft = join(folder, 'dist.new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'assets'), { recursive: true });
  const addAsset = (name: string, content: Buffer | string) => {
    const extension = extname(name);
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8).replaceAll(/[-_]/g, '0');
    const file = `${basename(name, extension)}-${hash}${extension}`;
    writeFileSync(join(draft, 'assets', file), content);
    return `/docs/assets/${file}`;
  };
  const addFile = (file: string) => addAsset(file, readFileSync(join(root, file)));
  const stylesheet = addAsset('style.css', readFileSync(join(folder, 'src/style.css')));
  const script = addAsset('docs.js', await bundle(join(folder, 'src/main.ts')));
  for (const deployment of ['baseline', 'extended'] as const) {
    const outFolder = join(draft, deployment);
    mkdirSync(outFolder);
    const sections = sectionsOf(deployment);
    const pages = sections.flatMap((section) => section.pages);
    const resolve = resolver(pages, referenceEntry.path, addFile);
    const resolveForPrograms = resolver(pages, '/openapi.json', addFile);
    const rendered = new Map<PageSource, RenderedPage>(
      pages.map((page) => [page, renderMarkdown(page.file, resolve, addFile)]),
    );
    const index = addAsset('search.json', searchIndex(rendered, apiDocument(deployment)));
    const parts = { sections, stylesheet, script, searchIndex: index };
    for (const [page, content] of rendered) {
      const name = page.slug === '' ? 'index' : page.slug;
      const document = pageDocument(page, content, parts);
      writeFileSync(join(outFolder, `${name}.html`), document);
      writeFileSync(join(outFolder, `${name}.md`), linkedMarkdown(page.file, resolveForPrograms, addFile));
    }
    writeFileSync(join(outFolder, '404.html'), pageDocument(missingPage, missingContent, parts));
    checkLinks(rendered);
    writeFileSync(join(outFolder, 'llms.txt'), pageList(sections));
  }
}

function apiDocument(deployment: Deployment) {
  return JSON.parse(readFileSync(join(root, `openapi/${deployment}.json`), 'utf8'));
}

/** The pages of a deployment. The decision records are pages without an entry in the navigation. */
function sectionsOf(deployment: Deployment): typeof allSections {
  const decisions = readdirSync(join(root, 'docs/adr')).map((file): PageSource => {
    const slug = file === 'README.md' ? 'adr' : `adr-${basename(file, '.md')}`;
    const name = basename(file, '.md');
    return { slug, file: `docs/adr/${file}`, name, summary: 'A decision and its alternatives.', isUnlisted: true };
  });
  const applies = ({ only = deployment }: PageSource) => only === deployment;
  const sections = allSections.map(({ name, pages }) => ({ name, pages: pages.filter(applies) }));
  return [...sections, { name: 'Decisions', pages: decisions }];
}

/** @param addFile adds a program to the site that a page links to, and returns its URL path */
function resolver(pages: readonly PageSource[], openApiPath: string, addFile: (file: string) => string): ResolveFile {
  const paths = new Map(pages.map((page) => [page.file, pagePath(page)]));
  paths.set(openApiFile, openApiPath);
  return (file) => paths.get(file) ?? (file.startsWith('docs/webhooks/') ? addFile(file) : null);
}

/** @throws Error if a link names a heading that does not exist */
function checkLinks(rendered: ReadonlyMap<PageSource, RenderedPage>): void {
  const ids = new Map(
    Array.from(rendered, ([page, { html }]) => [
      pagePath(page),
      new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)),
    ]),
  );
  for (const [page, { html }] of rendered) {
    for (const [, path, id] of html.matchAll(/ href="([^"#]*)#([^"]*)"/g)) {
      const target = path === '' ? pagePath(page) : path;
      if (target === undefined || /^[a-z]+:/.test(target) || ids.get(target)?.has(id)) continue;
      throw new Error(`${page.file} links to ${target}#${id}, which does not exist.`);
    }
  }
}

/** The list of pages for language models, in the format of llmstxt.org. */
function pageList(sections: typeof allSections): string {
  const lists = sections.flatMap(({ name, pages }) => {
    const listed = pages.filter(({ isUnlisted = false }) => !isUnlisted);
    const lines = listed.map((page) => `- [${page.name}](${markdownPath(page)}): ${page.summary}`);
    if (name === referenceEntry.section) {
      lines.unshift('- [OpenAPI document](/openapi.json): Every operation with its parameters, responses and errors.');
    }
    return lines.length === 0 ? [] : [`## ${name}\n\n${lines.join('\n')}\n`];
  });
  return `# Organizer Open API

> A self-hosted ticketing backend with an HTTP API for organizers of races, festivals and conferences: events, orders, tickets,
> purchased add-ons, settlements and signed webhooks.

Send an API key with each request: \`Authorization: Bearer sk_…\`. Amounts are integers in minor units of the currency, and times
are RFC 3339 in UTC. Keys that begin with \`sk_test_\` open the sandbox. Errors are problem documents (RFC 9457) with a \`code\` and a
\`reason\`.

${lists.join('\n')}`;
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
}

await buildSite();
