import type { Operation } from './openapi-operations.ts';

/** A sample in the form of the extension `x-codeSamples`. */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** A request of an operation, with the example values of the document. */
interface SampleRequest {
  readonly method: string;
  readonly baseUrl: string;
  readonly path: string;
  readonly pathValues: readonly string[];
  readonly headers: readonly Parameter[];
  readonly body: object | undefined;
  /** Who sends it: a program with a key, a buyer with a token, or anybody. */
  readonly caller: string | undefined;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly example?: unknown;
}

interface OperationParts {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

/** The token of a buyer, who has no key. */
const exampleToken = 'rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L';

/**
 * The same request with curl, with the TypeScript client and with the Python client.
 *
 * @param clientMethod the method of both clients, as in TypeScript: `orders.refund`
 */
export function codeSamples(
  operation: Operation,
  { clientMethod, ...route }: Pick<SampleRequest, 'method' | 'path' | 'baseUrl'> & { readonly clientMethod: string },
): CodeSample[] {
  const { parameters = [], requestBody, security } = operation as unknown as OperationParts;
  const [caller] = security.flatMap((option) => Object.keys(option));
  const request = {
    ...route,
    pathValues: parameters.filter((one) => one.in === 'path').map(({ example }) => String(example)),
    headers: parameters.filter((one) => one.in === 'header' && one.required),
    body: requestBody?.content['application/json'].example,
    caller,
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScript(request, clientMethod) },
    { lang: 'Python', label: 'Python', source: python(request, clientMethod) },
  ];
}

function curl({ method, baseUrl, path, pathValues, headers, body, caller }: SampleRequest): string {
  const values = [...pathValues];
  const url = baseUrl + path.replaceAll(/\{\w+\}/g, () => String(values.shift()));
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const token = caller === 'buyer' ? exampleToken : '$ORGANIZER_KEY';
  return [
    `curl ${isDefault ? '' : `-X ${method} `}${inShell(url)}`,
    ...(caller === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...headers.map(({ name, example }) => `-H ${inShell(`${name}: ${example}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

function typeScript({ baseUrl, pathValues, body, caller }: SampleRequest, clientMethod: string): string {
  const values = [...pathValues, ...(caller === 'buyer' ? [exampleToken] : []), ...(body ? [body] : [])];
  const call = `client.${clientMethod}(${values.map((value) => literal(value, typeScriptSyntax)).join(', ')})`;
  return `import { Organizer } from '@organizer/sdk';

const client = new Organizer({ baseUrl: ${quoted(baseUrl)}${caller === 'key' ? ', apiKey: process.env.ORGANIZER_KEY' : ''} });
${hasRows(clientMethod) ? `for await (const row of ${call}) console.log(row);` : `console.log(await ${call});`}`;
}

function python({ baseUrl, pathValues, body = {}, caller }: SampleRequest, clientMethod: string): string {
  const values = [...pathValues, ...(caller === 'buyer' ? [exampleToken] : [])].map((value) => JSON.stringify(value));
  const fields = Object.entries(body).map(
    ([name, value]) => `${snakeCase(name)}=${literal(value, name === 'metadata' ? pythonMap : pythonSyntax, '    ')}`,
  );
  const call = `client.${snakeCase(clientMethod)}(${joined([...values, ...fields], pythonSyntax, '')})`;
  return `${caller === 'key' ? 'import os\n\n' : ''}from organizer_sdk import Organizer

client = Organizer(base_url=${JSON.stringify(baseUrl)}${caller === 'key' ? ', api_key=os.environ["ORGANIZER_KEY"]' : ''})
${hasRows(clientMethod) ? `for row in ${call}:\n    print(row)` : `print(${call})`}`;
}

/** Whether a method of the clients returns rows or events one after the other. */
const hasRows = (clientMethod: string) => /\.(list|stream)$/.test(clientMethod);

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** How values of JSON are written in a language. */
interface Syntax {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  /** The words for true, false and null, where they differ from JSON. */
  readonly words: Readonly<Record<string, string>>;
  readonly indent: string;
  /** What is between a brace and the fields of an object on one line. */
  readonly padding: string;
}

const typeScriptSyntax: Syntax = { name: (name) => name, text: quoted, words: {}, indent: '  ', padding: ' ' };
const pythonSyntax: Syntax = {
  name: (name) => JSON.stringify(snakeCase(name)),
  text: (text) => JSON.stringify(text),
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  padding: '',
};
/** The names in `metadata` belong to the caller. */
const pythonMap: Syntax = { ...pythonSyntax, name: (name) => JSON.stringify(name) };

function literal(value: unknown, syntax: Syntax, indent = ''): string {
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value !== 'object' || value === null) return syntax.words[String(value)] ?? String(value);
  const write = (part: unknown) => literal(part, syntax, indent + syntax.indent);
  if (Array.isArray(value)) return `[${joined(value.map(write), syntax, indent)}]`;
  const fields = Object.entries(value).map(([name, field]) => `${syntax.name(name)}: ${write(field)}`);
  const content = joined(fields, syntax, indent);
  const padding = content.includes('\n') ? '' : syntax.padding;
  return `{${padding}${content}${padding}}`;
}

const lineLength = 60;

/** The parts of a list on one line, or on a line each if they are long. */
function joined(parts: readonly string[], syntax: Syntax, indent: string): string {
  const line = parts.join(', ');
  if (line.length <= lineLength && !line.includes('\n')) return line;
  return `\n${parts.map((part) => `${indent}${syntax.indent}${part},\n`).join('')}${indent}`;
}
