import { reason } from '../reason.ts';

const gateId = 'gat_01kamz0g5ve4q8v5x2c4g6t0yd';
const deviceId = 'dev_01kamz0g5ve4q8v5x2c4g6t0yd';
const scanId = 'scn_01kamz0g5ve4q8v5x2c4g6t0yd';
const consumptionId = 'con_01kamz0g5ve4q8v5x2c4g6t0yd';

/** Reasons that concern gates, their devices and scans, and the bar. */
export const gateReasons = {
  missing_device_token: reason(
    'missing_key',
    'Send the token of the device in the header "Authorization: Bearer gd_…".',
  ),
  invalid_device_token: reason(
    'invalid_key',
    'The token of the device is mistyped, unknown, revoked or expired. Pair the device again.',
  ),
  device_lacks_role: reason(
    'insufficient_scope',
    ({ role }: { role: string }) => `This request needs the role ${role}, which the device does not have.`,
    { role: 'bar' },
  ),
  pairing_code_not_found: reason(
    'not_found',
    'The pairing code is mistyped, was used, or is older than 15 minutes. Create a new code for the device.',
  ),
  gate_not_found: reason('not_found', (p: { gateId: string }) => `The event has no gate "${p.gateId}".`, { gateId }),
  gate_needed: reason(
    'invalid_request',
    ({ gateIds }: { gateIds: readonly string[] }) =>
      gateIds.length === 0
        ? 'The event has no gate, or all are archived. Add a gate in the dashboard.'
        : `The event has several gates. Send "gateId" with one of ${gateIds.join(', ')}.`,
    { gateIds: [gateId, 'gat_01kamz0g5ve4q8v5x2c4g6t0ye'] },
    [['gateId', 'required']],
  ),
  device_not_found: reason('not_found', (p: { deviceId: string }) => `You have no device "${p.deviceId}".`, {
    deviceId,
  }),
  ticket_type_not_found: reason(
    'not_found',
    (p: { ticketTypeId: string }) => `The event has no ticket type "${p.ticketTypeId}".`,
    { ticketTypeId: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  invalid_gate: reason(
    'invalid_request',
    'The name of a gate must have 1 to 100 characters, and the gate must not close before it opens.',
    {},
    [['name', 'not_one_line']],
  ),
  invalid_device: reason('invalid_request', 'The name of a device must have 1 to 100 characters.', {}, [
    ['name', 'not_one_line'],
  ]),
  too_many_gates: reason(
    'invalid_state',
    ({ maxGates }: { maxGates: number }) => `An event can have at most ${maxGates} gates. Change an existing gate.`,
    { maxGates: 200 },
  ),
  too_many_devices: reason(
    'invalid_state',
    ({ maxDevices }: { maxDevices: number }) =>
      `An event can have at most ${maxDevices} devices. Pair an existing device again.`,
    { maxDevices: 2_000 },
  ),
  device_revoked: reason(
    'invalid_state',
    (p: { deviceId: string }) => `The device ${p.deviceId} is revoked. Add a new device.`,
    { deviceId },
  ),
  scan_needs_one_ticket: reason('invalid_request', 'Send either "qrValue" or "ticketId".', {}, [
    ['qrValue', 'required'],
  ]),
  nonce_reused: reason(
    'idempotency_conflict',
    'This "nonce" was sent before with another ticket or direction. Use a new nonce for a new scan.',
  ),
  scan_not_found: reason('not_found', (p: { scanId: string }) => `The event has no scan "${p.scanId}".`, { scanId }),
  scan_at_other_gate: reason(
    'not_found',
    (p: { scanId: string }) =>
      `This device cannot use the gate of the scan ${p.scanId}. Undo the scan with a device of that gate, or in the dashboard.`,
    { scanId },
  ),
  scan_not_admitted: reason(
    'invalid_state',
    (p: { scanId: string }) => `The scan ${p.scanId} was refused, so it has nothing to undo.`,
    { scanId },
  ),
  ticket_changed_since_scan: reason(
    'invalid_state',
    (p: { scanId: string }) =>
      `The ticket was scanned again, refunded or changed after the scan ${p.scanId}, so this scan cannot be undone.`,
    { scanId },
  ),
  consumption_not_found: reason(
    'not_found',
    (p: { consumptionId: string }) => `You have no consumption "${p.consumptionId}".`,
    { consumptionId },
  ),
  reversal_too_late: reason(
    'invalid_state',
    ({ withinSeconds }: { withinSeconds: number }) =>
      `The units were consumed more than ${withinSeconds} s ago. Ask a member of the organizer to return them.`,
    { withinSeconds: 600 },
  ),
};
