import type { Command } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import {
  finalizeSettlement,
  listAllSettlements,
  payOutSettlement,
  type SettlementView,
} from '../features/settlements/index.ts';
import { formatAmount } from '../platform/money.ts';
import { organizerScope } from '../platform/scope.ts';
import { type Run, table, wholeNumber, withJson } from './runtime.ts';

export function addSettlementCommands(program: Command, run: Run): void {
  const settlements = program.command('settlements').description('settlements of events, and their payouts');

  withJson(settlements.command('list'))
    .description("show an organizer's settlements")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .action((options) =>
      run(
        options,
        async ({ db }) => listAllSettlements(db, (await getOrganizer(db, options.organizer)).id),
        (rows) =>
          table(
            ['event', 'name', 'status', 'gross', 'refunds', 'net', 'collected', 'paid out', 'balance'],
            rows.map((s) => [
              s.eventId,
              s.eventName,
              s.status,
              ...[s.gross, s.refunds, s.net, s.collectedByPlatform, s.paidOut, s.balance].map((amount) =>
                formatAmount(amount, s.currency),
              ),
            ]),
          ),
      ),
    );

  withJson(settlements.command('finalize'))
    .description('finalize an open settlement; after this, its balance can be paid out')
    .argument('<event-id>', 'the event')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .option('--before-end', 'finalize it although the event is not over or still on sale')
    .action((eventId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, options.organizer);
          return finalizeSettlement(db, organizerScope(id, clock, byOperator), eventId, {
            beforeEnd: options.beforeEnd === true,
          });
        },
        formatSettlement,
      ),
    );

  withJson(settlements.command('payout'))
    .description('record a payout to the organizer')
    .argument('<event-id>', 'the event')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .option('--amount <amount>', 'minor units (default: the whole balance)', wholeNumber(1, 1_000_000_000_000))
    .option('--reference <text>', 'reference of the bank transfer')
    .action((eventId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          const { amount, reference } = options;
          const payout = {
            ...(amount === undefined ? {} : { amount }),
            ...(reference === undefined ? {} : { reference }),
          };
          return payOutSettlement(db, organizerScope(organizer.id, clock, byOperator), eventId, payout);
        },
        formatSettlement,
      ),
    );
}

function formatSettlement(settlement: SettlementView): string {
  const { eventName, status, net, paidOut, balance, currency } = settlement;
  const [netAmount, paidOutAmount, balanceAmount] = [net, paidOut, balance].map((sum) => formatAmount(sum, currency));
  return `${eventName} is ${status}: net ${netAmount}, paid out ${paidOutAmount}, balance ${balanceAmount}.`;
}
