import type pg from 'pg';
import { type AnnouncedNames, fromPayload } from './announced-names.ts';
import { connectionName } from './connection-name.ts';

/** The pause before a listener reconnects after it has lost its connection. */
const reconnectPauseMs = 1_000;

/**
 * Listens on a channel with a separate connection, and reconnects if it is lost.
 *
 * @param urlOfPrimary the current URL of the database; each connect calls it
 * @param notify called for each notification with its names, and after each connect, because notifications may have been lost
 * @returns a function that stops listening
 */
export function listenOn(
  urlOfPrimary: () => string,
  channel: string,
  notify: (names: AnnouncedNames) => void,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retryTimer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const { default: driver } = await import('pg');
    if (stopped) return;
    const newClient = new driver.Client({
      connectionString: urlOfPrimary(),
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: connectionName('organizer listener'),
    });
    client = newClient;
    const onConnectionLost = () => {
      if (client !== newClient) return;
      client = null;
      newClient.end().catch(() => {});
      if (!stopped) retryTimer = setTimeout(attempt, reconnectPauseMs);
    };
    newClient.on('error', onConnectionLost);
    newClient.on('end', onConnectionLost);
    newClient.on('notification', ({ payload }) => notify(fromPayload(payload)));
    try {
      await newClient.connect();
      await newClient.query(`listen ${newClient.escapeIdentifier(channel)}`);
      notify(null);
    } catch {
      onConnectionLost();
    }
  };
  let connecting = Promise.resolve();
  const attempt = () => {
    connecting = connect();
  };
  attempt();

  return async () => {
    stopped = true;
    clearTimeout(retryTimer);
    await connecting;
    const lastClient = client;
    client = null;
    await lastClient?.end().catch(() => {});
  };
}
