import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from './html.ts';

const languages = { diff, go, http, ini, js: javascript, json, php, python, sh: bash, ts: typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/**
 * Marks the parts of a code sample with `<span>` elements, whose classes the stylesheet colors.
 *
 * @param language as in the Markdown; empty for output and other text
 * @throws Error if the language is unknown
 */
export function highlight(code: string, language: string): string {
  if (language === '') return escapeHtml(code);
  if (!Object.hasOwn(languages, language))
    throw new Error(`Code samples in the language "${language}" are not supported.`);
  return hljs.highlight(code, { language }).value;
}
