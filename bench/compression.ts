import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { createProgramme } from './embed.ts';
import { type LoadResult, load } from './load.ts';
import { formatInteger, formatSpread, heading, median, report } from './report.ts';
import { startBench } from './servers.ts';

const rounds = 5;
const codings = ['zstd', 'br', 'gzip'] as const;

/** Measures the cost of compression: `GET /events` on the embed plane with each content coding and without one. */
export async function benchCompression(folder: string, seconds: number): Promise<void> {
  const dataDir = join(folder, 'compression');
  rmSync(dataDir, { recursive: true, force: true });
  const db = openDatabase({ databaseUrl: null, dataDir });
  const { organizerId, key } = await createProgramme(db);
  const env = { DATA_DIR: dataDir, RATE_LIMIT_EMBED: '1000000', ORGANIZER: organizerId, LOG_LEVEL: 'info' };
  const server = await startBench('embed-server.ts', env, '/healthz');
  const path = '/api/embed/v1/events';
  const url = `http://127.0.0.1:${server.port}${path}`;
  const authorization = `Bearer ${key}`;
  const bytes = async (coding: string) => {
    const response = await fetch(url, { method: 'HEAD', headers: { authorization, 'accept-encoding': coding } });
    return Number(response.headers.get('content-length'));
  };
  const target = (coding: string) => ({
    port: server.port,
    pid: server.pid,
    path,
    headers: { authorization, 'accept-encoding': coding },
  });
  heading(
    `Compressed responses, compared with uncompressed responses of ${formatInteger(await bytes('identity'))} bytes (SQLite)`,
  );
  await load(target('identity'), 1);
  for (const coding of codings) {
    await load(target(coding), 1);
    const pairs: { coded: LoadResult; plain: LoadResult }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ coded: await load(target(coding), seconds), plain: await load(target('identity'), seconds) });
    }
    const cost = (kind: 'coded' | 'plain') => formatInteger(median(pairs.map((pair) => pair[kind].serverMicroseconds)));
    report({
      name: `GET ${path} in ${coding}, ${formatInteger(await bytes(coding))} bytes`,
      measured: `${cost('coded')} µs cpu`,
      reference: `${cost('plain')} µs cpu uncompressed`,
      ratio: formatSpread(pairs.map(({ coded, plain }) => coded.requestsPerSecond / plain.requestsPerSecond)),
      required: '≥ 0.3',
    });
  }
  await server.stop();
  await db.destroy();
}
