const maxAgeMs = 7 * 24 * 60 * 60 * 1_000;
const maxAheadMs = 5 * 60 * 1_000;

/** When a device scanned a ticket by its own clock, and when the server received the scan, RFC 3339. */
interface ScanTimes {
  readonly scannedAt: string;
  readonly receivedAt: string;
}

/** Whether the clock of the device was wrong: the scan is more than 7 days old, or more than 5 minutes in the future. */
export function hasImplausibleTime({ scannedAt, receivedAt }: ScanTimes): boolean {
  const ageMs = Date.parse(receivedAt) - Date.parse(scannedAt);
  return ageMs > maxAgeMs || ageMs < -maxAheadMs;
}

/** When a ticket was scanned without a network, as far as it is known: never after the server received the scan. */
export function timeOfScan(times: ScanTimes): string {
  const { scannedAt, receivedAt } = times;
  return hasImplausibleTime(times) || scannedAt > receivedAt ? receivedAt : scannedAt;
}
