import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { ApiError, Organizer, OrganizerError, PermissionError } from '#sdk';
import { programVersion } from '../platform/program-folder.ts';
import { type ApiTool, type OpenApiDocument, toolsOf } from './mcp/tools.ts';
import { addServiceOptions, type ServiceOptions, toServiceError } from './service-client.ts';

const instructions =
  'The tools read and change the data of one organizer: events, orders, tickets, entitlements, settlements and webhook events. ' +
  'Amounts are integers in minor units of the currency: 4900 is 49.00 EUR. Times are UTC. A list returns one page: continue with ' +
  '`nextCursor` as `cursor` while `hasMore` is true. A tool whose scope the key does not have responds with 403. Buyers have names ' +
  'and addresses only with the scope orders:read:pii, and each of these reads is written to the audit log.';

interface McpOptions extends ServiceOptions {
  readonly readOnly?: boolean;
}

/** Adds the command with which an assistant uses the API: an MCP server on standard input and output. It uses no database. */
export function addMcpCommand(program: Command): void {
  const command = program
    .command('mcp')
    .description(
      'let an assistant use the API with a key: a server of the Model Context Protocol on standard input and output',
    );
  addServiceOptions(command)
    .option('--read-only', 'only tools that read')
    .action((options: McpOptions) => serveMcp(options));
}

/**
 * Serves the tools until standard input ends.
 *
 * @throws OperatorError if the service cannot be reached, or rejects the key
 */
async function serveMcp({ key, url, readOnly = false }: McpOptions): Promise<void> {
  const client = new Organizer({ baseUrl: url.href, apiKey: key });
  const tools = await readTools(client, url);
  const offered = tools.filter(({ isRead }) => isRead || !readOnly);
  serveStdio(() => {
    const server = new McpServer({ name: 'organizer', version: programVersion() }, { instructions });
    for (const tool of offered) addTool(server, client, tool);
    return server;
  });
  process.stderr.write(
    `${offered.length} tools for the API at ${url.origin}. The command ends when its input is closed.\n`,
  );
}

/** Reads the OpenAPI document of the service, so that the tools are those of its version. */
async function readTools(client: Organizer, url: URL): Promise<ApiTool[]> {
  try {
    // A wrong key is rejected now, not at the first call of a tool.
    await client.events
      .list({ limit: 1 })
      .page()
      .catch((error) => {
        if (!(error instanceof PermissionError)) throw error; // The key is valid, but cannot read events.
      });
    return toolsOf(await client.request<OpenApiDocument>({ method: 'GET', path: '/openapi.json', token: null }));
  } catch (error) {
    throw error instanceof OrganizerError ? toServiceError(error, url, 'API document') : error;
  }
}

function addTool(server: McpServer, client: Organizer, tool: ApiTool): void {
  const { name, title, description, inputSchema, argumentNames, isRead, isIdempotent, requestFor } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema),
      annotations: {
        readOnlyHint: isRead,
        ...(isRead ? {} : { idempotentHint: isIdempotent, destructiveHint: isIdempotent }),
        openWorldHint: false,
      },
    },
    async (args) => {
      const unknown = Object.keys(args).filter((argument) => !argumentNames.includes(argument));
      if (unknown.length > 0) {
        const text = `Unknown arguments: ${unknown.join(', ')}. The arguments are: ${argumentNames.join(', ')}.`;
        return { content: [{ type: 'text', text }], isError: true };
      }
      try {
        const result = await client.request<Record<string, unknown>>(requestFor(args));
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
      } catch (error) {
        if (!(error instanceof OrganizerError)) throw error;
        return { content: [{ type: 'text', text: textOf(error) }], isError: true };
      }
    },
  );
}

/** What an assistant needs to correct its call. */
function textOf(error: OrganizerError): string {
  if (!(error instanceof ApiError)) return `The service is not reachable: ${error.message}`;
  const fields = error.errors.map(({ path, message }) => `\n${path}: ${message}`).join('');
  const request = error.requestId === null ? '' : `, request ${error.requestId}`;
  return `${error.message}${fields}\n(${error.status} ${error.code}${request})`;
}
