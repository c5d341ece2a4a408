/** Gates: the check-in points of events, the devices that scan tickets there, their scans, and the counters of the scans. */
export {
  addDevice,
  type CreatedDevice,
  type Device,
  findOrganizerOfDevice,
  listDevices,
  type NewDevice,
  renameDevice,
  renewPairingCode,
  revokeDevice,
} from './devices.ts';
export { addGate, changeGate, type Gate, type GateChange, listGates, type NewGate } from './gates.ts';
export { type ScanningDevice, scanBatch, scanTicket } from './scan-ticket.ts';
export { undoScan } from './undo-scan.ts';
