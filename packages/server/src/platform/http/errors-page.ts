import { type ErrorCode, errorCodes, exampleError, type Reason, reasonsOf } from '../../errors/index.ts';
import { challenge } from './credentials.ts';
import { STATUS_CODES } from './node-http.ts';
import { exampleProblem, headerComponents, headerNamesOf } from './openapi-components.ts';
import { problemType } from './problem.ts';

/**
 * The page about errors as Markdown: a section for each error code, with its reasons. The fragment of a section is the code.
 *
 * @param baseUrl the URL of the server in the examples
 */
export function errorsPage(baseUrl: string): string {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return `<!-- Generated from the error catalogue by "npm run openapi". Do not edit. -->

# Errors

Every error is an \`application/problem+json\` document (RFC 9457).

- \`code\` is the kind of error. \`reason\` is more specific.
- \`detail\` is a sentence in English that states the error and what to do. \`params\` has the values in this sentence. Programs can use
  \`reason\` and \`params\` to handle an error, or to write the sentence in another language. Amounts in \`params\` are in minor units, and
  times are RFC 3339 in UTC.
- Each entry of \`errors\` describes the error of one field: its \`path\`, a \`code\`, \`params\` and a \`message\`.
- \`type\` is the URL of the section of this page.
- \`requestId\` identifies the request. Include it when you report a problem.

New reasons can be added to a code in the future: handle a reason that you do not know like its code. Some codes are only returned to
the dashboard.

| status | code | meaning |
| --- | --- | --- |
${codes.map((code) => `| ${errorCodes[code].status} | [\`${code}\`](#${code}) | ${errorCodes[code].title} |`).join('\n')}

${codes.map((code) => section(code, baseUrl)).join('\n')}`;
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
  return `## \`${code}\`

**${status} ${title}.** ${when}

**What to do:** ${remedy}

| reason and params | example of \`detail\` |
| --- | --- |
${reasonsOf(code).map(reasonRow).join('\n')}

\`\`\`http
${example}
\`\`\`
`;
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
  const names = Object.keys(params).map((name) => ` \`${name}\``);
  const anchor = Object.hasOwn(errorCodes, reason) ? '' : `<a id="${reason}"></a>`;
  const paramNames = names.length === 0 ? '' : `:${names.join('')}`;
  return `| ${anchor}\`${reason}\`${paramNames} | ${escapeMarkdown(detail)} |`;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*<>|[\]]/g, String.raw`\$&`);
}
