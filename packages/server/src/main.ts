import { Command } from 'commander';
import { addAuditCommand } from './commands/audit.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addOperationCommands } from './commands/operation.ts';
import { addOrderCommands } from './commands/orders.ts';
import { addOrganizerCommands } from './commands/organizers.ts';
import { reportFailure } from './commands/runtime.ts';
import { addSettlementCommands } from './commands/settlements.ts';
import { addTransferCommands } from './commands/transfer.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

const program = new Command('organizer')
  .description('The organizer API server and its command line. Settings come from environment variables.')
  .helpCommand(false);

addOperationCommands(program);
addOrganizerCommands(program);
addKeyCommands(program);
addOrderCommands(program);
addSettlementCommands(program);
addTransferCommands(program);
addWebhookCommands(program);
addAuditCommand(program);

program.parseAsync().catch(reportFailure);
