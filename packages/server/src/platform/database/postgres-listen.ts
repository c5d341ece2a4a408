import type pg from 'pg';

/** The pause before a listener that has lost its connection connects again. */
const reconnectPauseMs = 1_000;

/**
 * Listens on a channel with a separate connection, and reconnects if it is lost.
 *
 * @param notify is called for each notification, and after each connect, since notifications may have been missed
 * @returns stops listening
 */
export function listenOn(url: string, channel: string, notify: () => void): () => Promise<void> {
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
    next.on('notification', notify);
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      notify();
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
