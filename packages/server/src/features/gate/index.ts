/** Gates: the check-in points of events, the devices that scan tickets there, their scans, and the counters of the scans. */
export { scanChannel } from './count-scans.ts';
export {
  addDevice,
  type CreatedDevice,
  type Device,
  findOrganizerOfDevice,
  listDevices,
  type NewDevice,
  pairDevice,
  renameDevice,
  renewPairingCode,
  revokeDevice,
  setDeviceStatus,
} from './devices.ts';
export { addGate, changeGate, findEventId, type Gate, listGates, type NewGate } from './gates.ts';
export { readAdmissions } from './read-admissions.ts';
export { readStats } from './read-stats.ts';
export { listConflicts, listScansOfTickets, readScanMark } from './scan-records.ts';
export { type ScanningDevice, scanBatch, scanTicket } from './scan-ticket.ts';
export type { DeviceRole } from './schema.gate.ts';
export { removeNotes, settleConflict } from './settle-conflict.ts';
export { undoScan } from './undo-scan.ts';
