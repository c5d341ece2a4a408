import { createHash } from 'node:crypto';

/** A `Content-Security-Policy` that allows only these sources. */
export function contentPolicy(allowedSources: Readonly<Record<string, readonly string[]>>): string {
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...allowedSources,
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** The policy sources that allow the inline `<style>` or `<script>` elements of a page. */
export function hashesOf(element: 'style' | 'script', page: string): string[] {
  const contents = page.matchAll(new RegExp(`<${element}(?: type="[^"]*")?>([^]*?)</${element}>`, 'g'));
  return [...contents].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}
