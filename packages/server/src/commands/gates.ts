import { type Command, Option } from 'commander';
import { ApiError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import {
  addDevice,
  addGate,
  type Device,
  findEventId,
  findOrganizerOfDevice,
  type Gate,
  listDevices,
  listGates,
  revokeDevice,
} from '../features/gate/index.ts';
import { getOrganizer, setReverseWithinSeconds } from '../features/organizers/index.ts';
import { organizerScope } from '../platform/scope.ts';
import { requireSecrets } from './master-key.ts';
import { parseDuration, parseList, parseTime, type Run, table, withJson } from './runtime.ts';

/** Adds the commands for the check-in points of events. */
export function addGateCommands(program: Command, run: Run): void {
  const gates = program.command('gates').description('check-in points of events');

  withJson(gates.command('add'))
    .description('add a gate to an event; by default it admits all tickets')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .requiredOption('--event <event-id>', 'the event')
    .requiredOption('--name <name>', 'name of the gate')
    .option('--ticket-types <ids>', 'admitted ticket types, separated by commas (default: all)', parseList)
    .option('--categories <names>', 'admitted categories, separated by commas (default: all)', parseList)
    .addOption(
      new Option('--direction <direction>', 'in which direction tickets are scanned')
        .choices(['entry', 'exit', 'both'])
        .default('entry'),
    )
    .option('--reentry', 'holders who have left can enter again')
    .option('--opens <time>', 'entry is possible from this time, such as 2026-11-20T09:00:00Z', parseTime)
    .option('--closes <time>', 'entry is possible until this time', parseTime)
    .action((options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const newGate = {
            event: options.event,
            name: options.name,
            direction: options.direction,
            reentry: options.reentry === true,
            ticketTypes: options.ticketTypes,
            categories: options.categories,
            opensAt: timeText(options.opens),
            closesAt: timeText(options.closes),
          };
          return addGate(db, organizerScope(id, clock, byOperator), newGate);
        },
        ({ id, name }) => `Added the gate ${name} (${id}).`,
      ),
    );

  withJson(gates.command('list'))
    .description('show the gates of an event')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .requiredOption('--event <event-id>', 'the event')
    .action((options) =>
      run(
        options,
        async ({ db }): Promise<Gate[]> => {
          const { id } = await getOrganizer(db, options.organizer);
          return listGates(db, id, await findEventId(db, id, options.event));
        },
        (rows) =>
          table(
            ['id', 'name', 'direction', 're-entry', 'ticket types', 'categories', 'opens', 'closes', 'archived'],
            rows.map((gate) => [
              gate.id,
              gate.name,
              gate.direction,
              gate.reentry ? 'yes' : 'no',
              gate.ticketTypeIds?.join(',') ?? 'all',
              gate.categories?.join(',') ?? 'all',
              gate.opensAt,
              gate.closesAt,
              gate.archivedAt,
            ]),
          ),
      ),
    );
}

/** Adds the commands for the phones at gates and bars. */
export function addDeviceCommands(program: Command, run: Run): void {
  const devices = program
    .command('devices')
    .description('phones that scan tickets at gates or hand out add-ons at bars');

  withJson(devices.command('add'))
    .description('add a device to an event; its pairing code and its token are printed only once')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .requiredOption('--event <event-id>', 'the event')
    .requiredOption('--name <name>', 'name of the device, such as the name of the entrance')
    .addOption(
      new Option('--role <role>', 'what the device can do').choices(['gate', 'bar', 'both']).makeOptionMandatory(),
    )
    .option('--gates <ids>', 'the gates that the device can use, separated by commas (default: all)', parseList)
    .option('--carries-names', 'names can be searched on the device without a network, also by a thief')
    .action((options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const { id: organizerId } = await getOrganizer(db, options.organizer);
          const newDevice = {
            event: options.event,
            name: options.name,
            roles: options.role === 'both' ? (['gate', 'bar'] as const) : [options.role as 'gate' | 'bar'],
            gates: options.gates,
            carriesNames: options.carriesNames === true,
          };
          const secrets = await requireSecrets(db, config);
          const created = await addDevice(db, organizerScope(organizerId, clock, byOperator), newDevice, secrets);
          const { device, pairingCode, token } = created;
          return { id: device.id, pairingCode, token, expiresAt: device.expiresAt };
        },
        ({ id, pairingCode, token, expiresAt }) => ({
          stdout: `pairing code: ${formatCode(pairingCode)}\ntoken: ${token}`,
          ifLost: `The device ${id} was added, but its code and token were not printed. Revoke it with "devices revoke ${id}".`,
          stderr:
            `${id} works until ${expiresAt}. Enter the code on the page /gate within 15 minutes; after that, the token does not work ` +
            'any more. Both are not shown again.',
        }),
      ),
    );

  withJson(devices.command('list'))
    .description('show the devices of an event')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .requiredOption('--event <event-id>', 'the event')
    .action((options) =>
      run(
        options,
        async ({ db }): Promise<Device[]> => {
          const { id } = await getOrganizer(db, options.organizer);
          return listDevices(db, id, await findEventId(db, id, options.event));
        },
        (rows) =>
          table(
            ['id', 'name', 'roles', 'gates', 'paired', 'last contact', 'battery', 'queue', 'expires', 'revoked'],
            rows.map((device) => [
              device.id,
              device.name,
              device.roles.join(','),
              device.gateIds?.join(',') ?? 'all',
              device.pairedAt,
              device.lastSeenAt,
              device.battery === null ? null : `${Math.round(device.battery * 100)} %`,
              device.queueLength,
              device.expiresAt,
              device.revokedAt,
            ]),
          ),
      ),
    );

  withJson(devices.command('revoke'))
    .description('revoke a device; it stops working within a second')
    .argument('<device-id>', 'the device')
    .action((deviceId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizerId = await findOrganizerOfDevice(db, deviceId);
          if (organizerId === null) throw new ApiError('device_not_found', { deviceId });
          return revokeDevice(db, organizerScope(organizerId, clock, byOperator), deviceId);
        },
        ({ id, revokedAt }) => `${id} was revoked at ${revokedAt}.`,
      ),
    );
}

/** Adds a subcommand of `organizers`. */
export function addReversalCommand(organizers: Command, run: Run): void {
  withJson(organizers.command('set-reversal'))
    .description('set the time within which a bar can reverse a consumption')
    .argument('<slug>', 'the organizer')
    .requiredOption('--within <duration>', 'such as 10m; 0s: consumptions cannot be reversed', parseDuration)
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, slug);
          const seconds = Math.floor(options.within / 1_000);
          return {
            reverseWithinSeconds: await setReverseWithinSeconds(db, organizerScope(id, clock, byOperator), seconds),
          };
        },
        ({ reverseWithinSeconds }) => `Consumptions can be reversed within ${reverseWithinSeconds} s.`,
      ),
    );
}

function formatCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

function timeText(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}
