import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';

import { readableLines } from './log-lines.ts';

export type { Logger };

/** The log entry of a finished request. It contains no text that the client sent, because a route is a pattern. */
interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly actor: string | undefined;
  readonly organizerId: string | undefined;
}

/** A log with one JSON object per line. */
export interface Log {
  readonly logger: Logger;
  /** Writes the log line of a request. */
  access(entry: AccessEntry): void;
  /** Writes the lines that are still buffered. */
  flush(): void;
}

/** Buffered lines are written at this number of characters or after this time. */
const maxBufferedCharacters = 65_536;
const maxBufferMs = 200;

/**
 * Creates a structured log on a file descriptor. On a terminal, its lines are readable text. Lines are buffered for a short
 * time and written together.
 *
 * Entries must not contain a key, a secret or personal data. Requests are logged with their route, never with their URL or
 * query. Errors are logged only with the fields of `describeError`.
 *
 * @param process the number of the process, which each line then contains; null if there is only one
 */
export function createLog(level: string, fd: 1 | 2 = 1, process: number | null = null): Log {
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
    if (buffered.length >= maxBufferedCharacters) writeBuffered();
    else timer ??= setTimeout(writeBuffered, maxBufferMs).unref();
  };
  const flush = () => {
    writeBuffered();
    try {
      destination.flushSync();
    } catch {
      // The lines cannot be written, because the destination is not open yet or its reader has closed it.
    }
  };
  return { ...createLogTo(level, { write }, process), flush };
}

/** Creates the same log on any stream. */
export function createLogTo(
  level: string,
  destination: DestinationStream,
  process: number | null = null,
): Omit<Log, 'flush'> {
  const logger = pino(
    {
      level,
      base: process === null ? null : { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
  const access = (entry: AccessEntry) => logger.info({ ...entry, ms: Math.round(entry.ms * 100) / 100 }, 'request');
  return { logger, access };
}

/** Only these fields of an error are logged, because other fields of a database error can contain values of the row. */
function describeError(error: Error & { code?: string }): object {
  return {
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
