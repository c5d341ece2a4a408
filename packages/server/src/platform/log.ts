import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';

import { readableLines } from './log-lines.ts';

export type { Logger };

/** What the log says of a request that was answered. Nothing in it comes from outside: routes are patterns. */
export interface AccessEntry {
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
  /** Writes out what is still held. */
  flush(): void;
}

/** Lines are held until there are so many characters, or for so long. */
const heldCharactersMax = 16_384;
const heldMsMax = 200;

/**
 * Structured logs on a file descriptor, readable lines where it is a terminal. They are gathered and written together a
 * moment later.
 * Nothing that is logged may hold a key, a secret or a personal field: requests are named by their route, never by
 * their address or query, and of an error only what tells a programmer what happened.
 */
export function createLog(level: string, fd: 1 | 2 = 1): Log {
  const destination = pino.destination({ dest: fd, sync: false });
  const isTerminal = isatty(fd);
  let held = '';
  let timer: NodeJS.Timeout | null = null;
  const release = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (held !== '') destination.write(isTerminal ? readableLines(held) : held);
    held = '';
  };
  const write = (line: string) => {
    held += line;
    if (held.length >= heldCharactersMax) release();
    else timer ??= setTimeout(release, heldMsMax).unref();
  };
  const flush = () => {
    release();
    try {
      destination.flushSync();
    } catch {
      // Not open yet, or its reader has gone: there is nowhere left to write to.
    }
  };
  return { ...createLogTo(level, { write }), flush };
}

/** The same log into any stream. */
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
    // Written by hand: this line is most of the log, and costs a third of what a general one does.
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

// A database's error carries the values of the row in its other fields.
function describeError(error: Error & { code?: string }): object {
  return {
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
