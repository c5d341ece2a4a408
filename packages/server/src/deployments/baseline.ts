import type { KeyPolicy } from '../features/keys/index.ts';
import { paymentSettings } from '../features/payments/settings.ts';
import { webhookSettings } from '../features/webhooks/settings.ts';
import { rateLimitSettings } from '../platform/limits/settings.ts';
import { mailSettings } from '../platform/mail/settings.ts';
import {
  type AddCommands,
  type CommandList,
  type CommandTools,
  type ConfigOf,
  defineDeployment,
} from './deployment.ts';

/** The settings that every deployment has. */
export const baselineSettings = {
  rateLimits: rateLimitSettings(['api']),
  payments: paymentSettings,
  mail: mailSettings,
  webhooks: webhookSettings,
};

export type BaselineConfig = ConfigOf<typeof baselineSettings>;

/** The commands that every deployment has. The module of a command is loaded only if this command runs, or for the help. */
export function baselineCommands({ run, deployment }: CommandTools<BaselineConfig>): CommandList {
  const operation: AddCommands = async (program) =>
    (await import('../commands/operation.ts')).addOperationCommands(program, run, deployment);
  const transfer: AddCommands = async (program) =>
    (await import('../commands/transfer.ts')).addTransferCommands(program, run);
  return {
    serve: operation,
    migrate: operation,
    doctor: async (program) => (await import('../commands/doctor.ts')).addDoctorCommand(program, deployment),
    organizers: async (program) => {
      (await import('../commands/organizers.ts')).addOrganizerCommands(program, run, { buyersPay: false });
    },
    keys: async (program) => (await import('../commands/keys.ts')).addKeyCommands(program, run, deployment.keyPolicy),
    sandbox: async (program) => (await import('../commands/sandbox.ts')).addSandboxCommands(program, run),
    orders: async (program) => (await import('../commands/orders.ts')).addOrderCommands(program, run),
    events: async (program) => (await import('../commands/events.ts')).addEventCommands(program, run),
    tickets: async (program) => (await import('../commands/tickets.ts')).addTicketCommands(program, run),
    settlements: async (program) => (await import('../commands/settlements.ts')).addSettlementCommands(program, run),
    mails: async (program) => (await import('../commands/mails.ts')).addMailCommands(program, run),
    privacy: async (program) => (await import('../commands/privacy.ts')).addPrivacyCommands(program, run),
    'master-key': async (program) =>
      (await import('../commands/rotate-master-key.ts')).addMasterKeyCommands(program, run),
    outgoing: async (program) => (await import('../commands/outgoing.ts')).addOutgoingCommands(program, run),
    import: transfer,
    export: transfer,
    backup: transfer,
    demo: transfer,
    webhooks: async (program) => {
      const { eventTypes } = await import('./webhook-types.ts');
      (await import('../commands/webhooks.ts')).addWebhookCommands(program, run, eventTypes);
    },
    trigger: async (program) => {
      const { webhookTypes } = await import('./webhook-types.ts');
      (await import('../commands/trigger.ts')).addTriggerCommand(program, run, webhookTypes.extended);
    },
    audit: async (program) => (await import('../commands/audit.ts')).addAuditCommand(program, run),
    init: async (program) => (await import('../commands/init.ts')).addInitCommand(program),
  };
}

const keyPolicy: KeyPolicy = {
  secretDefault: ['events:read', 'orders:read', 'tickets:read', 'settlements:read'],
  granted: [],
};

/** The deployment with a read-only API. */
export const baseline = defineDeployment({
  name: 'baseline',
  settings: baselineSettings,
  keyPolicy,
  commands: baselineCommands,
  composeServer: async (config) => (await import('./baseline-server.ts')).composeBaseline(config, keyPolicy),
});
