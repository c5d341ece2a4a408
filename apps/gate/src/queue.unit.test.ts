import { expect, test } from 'vitest';
import { afterRejection, afterStored, afterUndo, nextStep, type QueueEntry } from './queue.ts';

const entry: QueueEntry = {
  position: 1,
  status: 'waiting',
  eventId: 'evt_1',
  scan: {
    qrValue: 'ada',
    nonce: 'nonce-0001',
    scannedAt: '2026-05-01T08:00:00.000Z',
    gateId: 'gat_1',
    direction: 'entry',
    offline: true,
    deviceResult: 'admitted',
    deviceReason: null,
  },
  isUndone: false,
  scanId: null,
  ticket: null,
};

test('a batch has the oldest waiting scans of the event, at most 500', () => {
  const waiting = Array.from({ length: 600 }, (_, index) => ({ ...entry, position: 600 - index }));
  const others: QueueEntry[] = [
    { ...entry, position: 0, eventId: 'evt_2' },
    { ...entry, position: 0, status: 'rejected' },
  ];
  expect(nextStep([...others, ...waiting], 'evt_1')).toMatchObject({
    kind: 'batch',
    entries: Array.from({ length: 500 }, (_, index) => ({ position: index + 1 })),
  });
  expect(nextStep(others, 'evt_1')).toBeNull();
});

test('a scan that was undone before it was sent is sent, then its undo, and only then the next scan', () => {
  expect(afterStored(entry, 'scn_1')).toBeNull();
  const undone = afterUndo(entry);
  const again = { ...entry, position: 2 };
  expect(nextStep([again, undone], 'evt_1')).toEqual({ kind: 'batch', entries: [undone] });
  const stored = afterStored(undone, 'scn_1');
  expect(stored).toMatchObject({ status: 'undo', scanId: 'scn_1' });
  expect(nextStep([again, stored!], 'evt_1')).toEqual({ kind: 'undo', entry: stored });
  expect(nextStep([again], 'evt_1')).toEqual({ kind: 'batch', entries: [again] });
  expect(nextStep([entry, { ...stored!, position: 2 }], 'evt_1')).toEqual({ kind: 'batch', entries: [entry] });
});

test('the one scan that the server rejects is found, and the others are sent', () => {
  const rejected = 137;
  let unsent = Array.from({ length: 500 }, (_, index) => index);
  let limit: number | undefined;
  let requests = 0;
  while (unsent.length > 0) {
    requests += 1;
    const batch = unsent.slice(0, limit);
    const next = batch.includes(rejected) ? afterRejection(batch.length) : null;
    if (next === null) limit = undefined;
    else if (next === 'reject') expect(batch).toEqual([rejected]);
    else limit = next;
    if (next === null || next === 'reject') unsent = unsent.filter((scan) => !batch.includes(scan));
  }
  expect(requests).toBeLessThan(40);
});
