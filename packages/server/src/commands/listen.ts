import { type Command, InvalidArgumentError } from 'commander';
import { Organizer, OrganizerError, type WebhookEvent } from '#sdk';
import { type DeliveryOutcome, newSecret } from '../features/webhooks/index.ts';
import { nextStopSignal } from '../platform/signals.ts';
import { Forwarder } from './listen/forwarder.ts';
import { hasKeyboard, readKeys } from './listen/keyboard.ts';
import { parseList } from './runtime.ts';
import { addServiceOptions, parseUrl, type ServiceOptions, toServiceError } from './service-client.ts';

/** The body of an error is shortened to about two lines of a terminal. */
const maxBodyCharacters = 200;

type StreamQuery = Parameters<Organizer['webhookEvents']['stream']>[0];

interface ListenOptions extends ServiceOptions {
  readonly forwardTo: URL;
  readonly events?: string[];
  readonly after?: number;
  readonly secret?: string;
  readonly json?: boolean;
}

/** Adds the command that forwards webhook events to a program on the computer of a developer. It uses no database. */
export function addListenCommand(program: Command): void {
  const command = program
    .command('listen')
    .description('forward webhook events to a program on this computer, signed as by the service, until it is stopped')
    .requiredOption('--forward-to <url>', 'the URL of your receiver, such as http://localhost:4000/hooks', parseUrl);
  addServiceOptions(command)
    .option('--events <types>', 'event types separated by commas (default: all that the key can read)', parseList)
    .option('--after <sequence>', 'start after this event (default: with the next one)', parseSequence)
    .option('--secret <secret>', 'the signing secret, whsec_… (default: a new one)', parseSecret)
    .option('--json', 'print each line on standard output as a JSON value')
    .action((options: ListenOptions) => listen(options));
}

/**
 * Forwards events until a stop signal or the key q.
 *
 * @throws OperatorError if the service cannot be reached at the start, or rejects the key or the event types
 */
async function listen(options: ListenOptions): Promise<void> {
  const { forwardTo, key, url, events = [], after, secret = newSecret(), json } = options;
  const print = (text: string, value: object) => process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
  const note = (text: string) => process.stderr.write(`${text}\n`);
  const stop = new AbortController();
  const { signal } = stop;
  nextStopSignal().then(() => stop.abort());

  const forwarder = new Forwarder({
    url: forwardTo,
    secret,
    signal,
    onUnreachable: (reason) =>
      note(`${forwardTo} is not reachable: ${reason}. Start the receiver, or check --forward-to. Trying again.`),
  });
  let lastEvent: WebhookEvent | null = null;
  let lastSequence = after;
  const forward = async (event: WebhookEvent, isRepeated: boolean) => {
    const outcome = await forwarder.forward(event);
    const { status, latencyMs: ms, error } = outcome;
    const { id, type, sequence } = event;
    print(lineOf(event, outcome, isRepeated), { id, type, sequence, status, ms, error, isRepeated });
  };
  const onKey = (name: string) => {
    if (name === 'q') stop.abort();
    if (name !== 'r') return;
    if (lastEvent === null) note('No event was forwarded yet.');
    else forward(lastEvent, true).catch(() => {}); // It fails only when the command is stopped.
  };

  print(`Signing secret: ${secret}`, { secret });
  const endKeys = hasKeyboard() ? readKeys(onKey) : () => {};
  try {
    let connections = 0;
    const client = new Organizer({ baseUrl: url.href, apiKey: key });
    // The service rejects unknown types.
    const types = events.includes('*') || events.length === 0 ? {} : { type: events };
    const query = { ...types, ...(after === undefined ? {} : { after }) } as StreamQuery;
    const stream = client.webhookEvents.stream(query, {
      signal,
      onConnect: () => {
        const keys = hasKeyboard() ? ' Press r to send the last event again, q to quit.' : '';
        if (connections === 0) note(`Events of ${url.origin} are forwarded to ${forwardTo}.${keys}`);
        else note(`Connected to ${url.origin} again.`);
        connections += 1;
      },
      onDisconnect: (reason) => {
        if (connections === 0) throw reason;
        note(`The connection to ${url.origin} has failed: ${reason.message} Trying again; no event is missed.`);
      },
    });
    for await (const event of stream) {
      lastEvent = event;
      await forward(event, false);
      lastSequence = event.sequence;
    }
  } catch (error) {
    if (!signal.aborted)
      throw error instanceof OrganizerError
        ? toServiceError(error, url, 'stream of webhook events', { 400: ' Check --events.' })
        : error;
  } finally {
    endKeys();
    stop.abort();
    await forwarder.close();
  }
  if (lastSequence !== undefined)
    note(`To continue after the last event, add: --after ${lastSequence} --secret ${secret}`);
}

/** The line of a forwarded event, for people and logs. */
function lineOf(
  { type, id }: WebhookEvent,
  { status, latencyMs, error, body }: DeliveryOutcome,
  isRepeated: boolean,
): string {
  const notes = [
    ...(isRepeated ? ['sent again'] : []),
    ...(error === null ? [] : [error]),
    ...(error === null || !body ? [] : [JSON.stringify(body.slice(0, maxBodyCharacters))]),
  ];
  return [type, id, status ?? '–', `${latencyMs} ms`, ...notes].join('  ');
}

function parseSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the "sequence" of an event, such as 1024.');
}

function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a secret that an earlier "listen" has printed, whsec_….');
}
