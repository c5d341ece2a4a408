import type { ScanRecord } from '@organizer/shared/dashboard-api';

/** When a ticket was scanned: by the clock of the device, or when the server received the scan if that clock was wrong. */
export function timeOfScan({
  scannedAt,
  receivedAt,
  hasImplausibleTime,
}: Pick<ScanRecord, 'scannedAt' | 'receivedAt' | 'hasImplausibleTime'>): string {
  return hasImplausibleTime ? receivedAt : scannedAt;
}
