import { settingNamesOf } from '../config.ts';
import { reservationSettings } from '../features/checkout/settings.ts';
import type { KeyPolicy } from '../features/keys/index.ts';
import { requestLogSettings } from '../features/request-log/settings.ts';
import { rateLimitSettings } from '../platform/limits/settings.ts';
import { ConfigError } from '../platform/settings.ts';
import { baseline, baselineCommands, baselineSettings } from './baseline.ts';
import { type ConfigOf, defineDeployment } from './deployment.ts';

const settings = {
  ...baselineSettings,
  rateLimits: rateLimitSettings(['api', 'embed', 'failedAuth', 'public', 'search', 'gate']),
  selling: reservationSettings,
  requestLog: requestLogSettings,
};

export type ExtendedConfig = ConfigOf<typeof settings>;

const keyPolicy: KeyPolicy = {
  secretDefault: [...baseline.keyPolicy.secretDefault, 'addons:read', 'addons:write'],
  granted: ['orders:read:pii', 'events:write', 'orders:write', 'webhooks:write', 'tickets:write'],
};

/** The baseline deployment with add-ons, selling, more scopes, and rate-limit headers in each response. */
export const extended = defineDeployment({
  name: 'extended',
  settings,
  keyPolicy,
  commands: (tools) => ({
    ...baselineCommands(tools),
    organizers: async (program) => {
      const { addOrganizerCommands } = await import('../commands/organizers.ts');
      const organizers = addOrganizerCommands(program, tools.run, { buyersPay: true });
      (await import('../commands/gates.ts')).addReversalCommand(organizers, tools.run);
    },
    gates: async (program) => (await import('../commands/gates.ts')).addGateCommands(program, tools.run),
    devices: async (program) => (await import('../commands/gates.ts')).addDeviceCommands(program, tools.run),
    listen: async (program) => (await import('../commands/listen.ts')).addListenCommand(program),
    mcp: async (program) => (await import('../commands/mcp.ts')).addMcpCommand(program),
    users: async (program) => (await import('../commands/users.ts')).addUserCommands(program, tools.run),
  }),
  composeServer: async (config) => {
    assertMailServer(config);
    const settingsToShow = { names: settingNamesOf(settings), env: process.env };
    return (await import('./extended-server.ts')).composeExtended(config, keyPolicy, settingsToShow);
  },
});

/** Throws an error in production without a mail server, because buyers get codes and tickets by e-mail. */
function assertMailServer({ production, mail }: ExtendedConfig): void {
  if (!production || mail.smtpUrl !== null) return;
  throw new ConfigError(
    'SMTP_URL must be set in production, such as smtps://user:password@mail.example.com, with MAIL_FROM: buyers get ' +
      'their codes and tickets by e-mail. DEPLOYMENT=baseline needs neither.',
  );
}
