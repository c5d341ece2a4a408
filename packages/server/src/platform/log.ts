import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';

import { readableLines } from './log-lines.ts';

export type { Logger };

/** The log entry of an answered request. It contains nothing that the client sent: routes are patterns. */
interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly actor: string | undefined;
  readonly organizerId: string | undefined;
}

/** A log, one JSON object a line. */
export interface Log {
  readonly logger: Logger;
  /** Writes the line of a request. */
  access(entry: AccessEntry): void;
  /** Writes the lines that are still buffered. */
  flush(): void;
}

/** Lines are buffered until there are this many characters, or for this long. */
const bufferedCharactersMax = 16_384;
const bufferedMsMax = 200;

/**
 * A structured log on a file descriptor, with readable lines if it is a terminal. Lines are buffered for a short time and written
 * together.
 * Entries must not contain a key, a secret or a personal field: requests are logged with their route and never with their URL or
 * query, and errors only with what a developer needs.
 */
export function createLog(level: string, fd: 1 | 2 = 1): Log {
  const destination = pino.destination({ dest: fd, sync: false });
  const isTerminal = isatty(fd);
  let buffered = '';
  let timer: NodeJS.Timeout | null = null;
  const writeBuffered = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (buffered !== '') destination.write(isTerminal ? readableLines(buffered) : buffered);
    buffered = '';
  };
  const write = (line: string) => {
    buffered += line;
    if (buffered.length >= bufferedCharactersMax) writeBuffered();
    else timer ??= setTimeout(writeBuffered, bufferedMsMax).unref();
  };
  const flush = () => {
    writeBuffered();
    try {
      destination.flushSync();
    } catch {
      // The destination is not open yet, or its reader has closed it: the lines cannot be written.
    }
  };
  return { ...createLogTo(level, { write }), flush };
}

/** The same log on any stream. */
export function createLogTo(level: string, destination: DestinationStream): Omit<Log, 'flush'> {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
  const access = (entry: AccessEntry) => {
    // Formatted without pino, which takes three times as long: most lines of the log are of this kind.
    if (logger.isLevelEnabled('info')) destination.write(accessLine(entry));
  };
  return { logger, access };
}

function accessLine({ requestId, method, route, status, ms, actor, organizerId }: AccessEntry): string {
  const caller = actor === undefined ? '' : `,"actor":"${actor}","organizerId":"${organizerId}"`;
  return (
    `{"level":"info","time":"${isoNow()}","requestId":"${requestId}","method":"${method}","route":"${route}",` +
    `"status":${status},"ms":${Math.round(ms * 100) / 100}${caller},"msg":"request"}\n`
  );
}

let lastMs = 0;
let lastText = '';
function isoNow(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}

// The other fields of a database error can contain values of the row.
function describeError(error: Error & { code?: string }): object {
  return {
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
