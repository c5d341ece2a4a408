import MarkdownIt from 'markdown-it';
import { hasNoCredentials } from './net/link-url.ts';

/*
 * Descriptions are Markdown, without HTML, tables and images. A line break is a line break, as it was when descriptions were plain text,
 * and what only looks like Markdown in plain text stays text: indented lines, underlined lines, `&copy;`.
 */

/** Deeper lists and quotes are text. The parser is recursive. */
const maxNesting = 20;

const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting }).disable([
  'code',
  'lheading',
  'reference',
  'table',
  'strikethrough',
  'entity',
]);

const linkSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Other links, such as `javascript:` and relative ones, stay text. */
markdown.validateLink = (url) => linkSchemes.includes(URL.parse(url)?.protocol ?? '') && hasNoCredentials(url);

const { rules } = markdown.renderer;

rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]!.attrSet('rel', 'noopener nofollow');
  tokens[index]!.attrSet('target', '_blank');
  return renderer.renderToken(tokens, index, options);
};

rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]!.content);

rules.heading_open = rules.heading_close = (tokens, index, options, env, renderer) => {
  const token = tokens[index]!;
  const { headingLevel } = env as { headingLevel: number };
  token.tag = `h${Math.min(headingLevel + Number(token.tag.slice(1)) - 1, 6)}`;
  return renderer.renderToken(tokens, index, options);
};

/**
 * Renders Markdown as HTML that is safe on a page of this service.
 *
 * @param headingLevel the level of its highest heading, below the headings of the page
 */
export function markdownHtml(text: string, { headingLevel }: { headingLevel: number }): string {
  return markdown.render(text, { headingLevel });
}

/** The words of Markdown, without marks and URLs. */
export function markdownText(text: string): string {
  const words = markdown
    .parse(text, {})
    .flatMap(({ content, children }) =>
      children === null ? [content] : children.map((token) => (token.type.endsWith('break') ? '\n' : token.content)),
    );
  return words.join('');
}
