import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** A log, one JSON object a line, and how to write out what it still holds. */
export interface Log {
  readonly logger: Logger;
  flush(): void;
}

/**
 * Structured logs on a file descriptor. Lines are gathered and written together at most half a second later; errors at once.
 * Nothing that is logged may hold a key, a secret or a personal field: requests are named by their route, never by
 * their address or query, and of an error only what tells a programmer what happened.
 */
export function createLog(level: string, fd: 1 | 2 = 1): Log {
  const destination = pino.destination({ dest: fd, sync: false, minLength: 4096, periodicFlush: 500 });
  const flush = () => {
    try {
      destination.flushSync();
    } catch {
      // Not open yet, or its reader has gone: there is nowhere left to write to.
    }
  };
  return { logger: createLogger(level, destination), flush };
}

/** The same log into any stream. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
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
