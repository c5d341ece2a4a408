import { type ErrorCode, errorCodes, exampleError, type Reason, reasonsOf } from '../../errors/index.ts';
import { challenge } from './credentials.ts';
import { STATUS_CODES } from './node-http.ts';
import { exampleProblem, headerComponents, headerNamesOf } from './openapi-components.ts';
import { problemType } from './problem.ts';

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6676; --line: #dfe4ea; --page: #fff; --code: #f5f7f9; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8ee; --soft: #97a3b3; --line: #2d3642; --page: #12161c; --code: #1a2029; --link: #7db8f5; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; }
a { color: var(--link); }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .75rem; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover, h2 a:focus-visible { text-decoration: underline; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
code { background: var(--code); border-radius: .25rem; padding: .1em .3em; }
h2 code, li code { background: none; padding: 0; }
h2 code { font-size: 1.1rem; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1rem; margin: 1rem 0 0;
  white-space: pre-wrap; line-height: 1.5; }
pre code { background: none; padding: 0; }
nav ul { list-style: none; margin: 1.5rem 0 0; padding: 0; columns: 17rem; }
nav li { padding: .15rem 0; break-inside: avoid; }
.status { color: var(--soft); font-variant-numeric: tabular-nums; margin-right: .6rem; }
section { border-top: 1px solid var(--line); margin-top: 2.25rem; padding-top: 1.75rem; }
section:target h2 a { text-decoration: underline; }
section .title { color: var(--soft); font-weight: 400; font-size: 1rem; display: block; margin-top: .15rem; }
table { border-collapse: collapse; margin: 1rem 0 0; width: 100%; font-size: .9rem; }
th, td { text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; }
th { font-weight: 600; }
dl { margin: 0; }
dt { font-weight: 600; margin-top: .5rem; }
dd { margin: 0; }
`;

/**
 * Renders a page with one section for each error code, with its reasons. The `id` of a section is the code. It loads no
 * files.
 */
export function errorsPage(baseUrl: string): string {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> document (RFC 9457). <code>code</code> is the kind of error.
<code>reason</code> is more specific. <code>detail</code> is a sentence in English that states the error and what to do.
<code>params</code> has the values in this sentence. Programs can use <code>reason</code> and <code>params</code> to handle
an error or to write the sentence in another language. Each entry of <code>errors</code> describes the error of one field:
its <code>path</code>, a <code>code</code>, <code>params</code> and a <code>message</code>. Amounts in <code>params</code>
are in minor units, times are RFC 3339 in UTC.
New reasons can be added to a code in the future. Include the <code>requestId</code> when you report a problem.
Back to the <a href="../docs">API reference</a>.</p>
<nav aria-label="Errors"><ul>
${codes.map((code) => `<li><span class="status">${errorCodes[code].status}</span><a href="#${code}"><code>${code}</code></a></li>`).join('\n')}
</ul></nav>
${codes.map((code) => section(code, baseUrl)).join('\n')}
</main>
</body>
</html>
`;
}

function section(code: ErrorCode, baseUrl: string): string {
  const { status, title, when, remedy } = errorCodes[code];
  const example = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${problemType}`,
    ...exampleHeaders(code).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(exampleProblem(code, baseUrl), null, 2),
  ].join('\n');
  return `<section id="${code}">
<h2><a href="#${code}"><span class="status">${status}</span><code>${code}</code></a><span class="title">${escapeHtml(title)}</span></h2>
<dl>
<dt>When it happens</dt><dd>${prose(when)}</dd>
<dt>What to do</dt><dd>${prose(remedy)}</dd>
</dl>
<table>
<thead><tr><th scope="col">Reason and params</th><th scope="col">Example of <code>detail</code></th></tr></thead>
<tbody>
${reasonsOf(code).map(reasonRow).join('\n')}
</tbody>
</table>
<pre><code>${escapeHtml(example)}</code></pre>
</section>`;
}

/** The headers of an example error. */
function exampleHeaders(code: ErrorCode): [name: string, value: string][] {
  const challenges: Partial<Record<ErrorCode, string>> = {
    missing_key: challenge(),
    invalid_key: challenge('error="invalid_token"'),
  };
  return headerNamesOf(errorCodes[code].status).map((name) => {
    const example = String(headerComponents[name]?.['example']);
    return [name, name === 'WWW-Authenticate' ? (challenges[code] ?? example) : example];
  });
}

function reasonRow(reason: Reason): string {
  const { detail, params } = exampleError(reason);
  const names = Object.keys(params).map((name) => ` <code>${name}</code>`);
  return `<tr><td><code id="${reason}">${reason}</code>${names.join('')}</td><td>${escapeHtml(detail)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Converts text with Markdown code spans to HTML. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
