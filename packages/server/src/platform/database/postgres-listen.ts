import type pg from 'pg';

/** A listener that lost its connection tries again this often. */
const reconnectPauseMs = 1_000;

/**
 * Listens on a channel with a connection of its own, which is made again whenever it is lost.
 *
 * @param heard is called for each announcement, and after each reconnection: something may have been missed
 * @returns stops listening
 */
export function listenOn(url: string, channel: string, heard: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const { default: driver } = await import('pg');
    if (stopped) return;
    const next = new driver.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'organizer listener',
    });
    client = next;
    const lost = () => {
      if (client !== next) return;
      client = null;
      next.end().catch(() => {});
      if (!stopped) retry = setTimeout(attempt, reconnectPauseMs);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', heard);
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      heard();
    } catch {
      lost();
    }
  };
  let attempting = Promise.resolve();
  const attempt = () => {
    attempting = connect();
  };
  attempt();

  return async () => {
    stopped = true;
    clearTimeout(retry);
    await attempting;
    const last = client;
    client = null;
    await last?.end().catch(() => {});
  };
}
