import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { refundOrder } from '../src/features/orders/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { createDatabase, describeOnBoth } from './harness/databases.ts';
import { defined, elementAt } from './harness/defined.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { importTickets } from './harness/gates.ts';
import { runHere } from './harness/run-here.ts';
import { startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';
import { scanViolations } from './scan-rules.ts';

const ticketCount = 300;
const clientCount = 50;
const scansPerClient = 12;
/** The numbers of responses after which a process is killed. */
const killsAfter = [120, 300, 480];
const refundCount = 10;
/** The time after which a client sends a request again. */
const attemptTimeoutMs = 5_000;

interface ScanResponse {
  readonly id: string;
  readonly result: string;
}

describeOnBoth('a server of two processes that are killed while 50 clients scan', (kind) => {
  test('admits no ticket twice without an exit or an undo, and counts every scan', { timeout: 400_000 }, async () => {
    const database = await createDatabase(kind);
    try {
      const { db } = database;
      const organizer = await makeOrganizer(db);
      const { eventId, tickets } = await importTickets(db, organizer, ticketCount);
      const env = { ...database.env, RATE_LIMIT_GATE: '1000000', LOG_LEVEL: 'silent' };
      const run = async (...args: string[]) => {
        const result = await runHere([...args, '--organizer', organizer.slug, '--event', eventId, '--json'], env);
        expect(result.code, result.stderr).toBe(0);
        return JSON.parse(result.stdout) as { id: string; token: string; pairingCode: string };
      };
      const gate = await run('gates', 'add', '--name', 'Main entrance', '--direction', 'both', '--reentry');
      const devices = [
        await run('devices', 'add', '--name', 'Phone 1', '--role', 'gate', '--gates', gate.id),
        await run('devices', 'add', '--name', 'Phone 2', '--role', 'both'),
      ];
      expect(await run('gates', 'list')).toMatchObject([{ id: gate.id, direction: 'both', reentry: true }]);
      expect(await run('devices', 'list')).toMatchObject(devices.map(({ id }) => ({ id, revokedAt: null })));

      const server = await startServer(env, ['--processes', '2']);
      let responseCount = 0;
      /** Kills one of the two processes. The server starts another one. */
      const killIfDue = () => {
        responseCount += 1;
        if (!killsAfter.includes(responseCount)) return;
        process.kill(Number(elementAt(processesOf(server.child.pid), 0)), 'SIGKILL');
      };
      /** Sends a request until it has a response. */
      const post = async (
        path: string,
        token: string,
        body: object,
      ): Promise<{ status: number; body: ScanResponse }> => {
        let found: { status: number; body: ScanResponse } | undefined;
        await waitUntil(async () => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          // A connection that a killed process has accepted gets no response.
          const signal = AbortSignal.timeout(attemptTimeoutMs);
          const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
          const response = await fetch(`${server.url}/api/gate/v1${path}`, init).catch(() => null);
          const text = await response?.text().catch(() => null);
          if (response === null || response.status === 503 || typeof text !== 'string') return false;
          found = { status: response.status, body: JSON.parse(text) as ScanResponse };
          return true;
        });
        killIfDue();
        return defined(found, 'response');
      };
      let refunds = 0;
      const client = async (index: number) => {
        const { token } = elementAt(devices, index % devices.length);
        for (let number = 0; number < scansPerClient; number += 1) {
          // Neighbouring clients scan the same tickets at about the same time.
          const ticket = elementAt(tickets, (number * 7 + Math.floor(index / 5)) % tickets.length);
          const direction = (index + number) % 3 === 0 ? 'exit' : 'entry';
          const nonce = `client-${index}-scan-${number}`;
          const scannedAt = new Date().toISOString();
          const scan = { qrValue: ticket.qrValue, nonce, scannedAt, gateId: gate.id, direction };
          const { status, body } = await post('/scans', token, scan);
          expect(status, JSON.stringify(body)).toBe(200);
          if (body.result === 'admitted' && (index + number) % 4 === 0) {
            const undone = await post(`/scans/${body.id}/undo`, token, {});
            expect([200, 409]).toContain(undone.status);
          }
          if (number % 5 === 4 && refunds < refundCount) {
            refunds += 1;
            await refundOrder(db, organizerScope(organizer.id, systemClock, byOperator), ticket.orderNumber, []).catch(
              (error) => {
                expect(error).toMatchObject({ code: 'invalid_state' });
              },
            );
          }
        }
      };
      await Promise.all(Array.from({ length: clientCount }, (_, index) => client(index)));
      const nonces = await db.selectFrom('gate_scans').select('nonce').where('result', '<>', 'undone').execute();
      expect(nonces.length).toBe(clientCount * scansPerClient);
      expect(await scanViolations(db, organizer.id)).toEqual([]);
      expect(await violations(db)).toEqual([]);

      const [, lost] = devices;
      const revoked = await runHere(['devices', 'revoke', lost!.id, '--json'], env);
      expect(JSON.parse(revoked.stdout)).toMatchObject({ id: lost!.id, revokedAt: expect.any(String) });
      await server.stop();
    } finally {
      await database.drop();
    }
  });
});

/** The ids of the processes that a process has started. */
function processesOf(pid: number | undefined): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}
