import { type Job, type JobContext, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import type { Logger } from '../../platform/log.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import { releaseMailLeases } from './leases.ts';
import type { PrepareMessage, Renderers } from './mail.ts';
import { purgeMails } from './purge.ts';

export interface MailJobOptions {
  readonly openTransport: (log: Logger) => Promise<MailTransport>;
  readonly createRenderers: (services: Pick<JobContext, 'db' | 'secrets'>) => Renderers;
  readonly createPrepareMessage: (services: Pick<JobContext, 'db'>) => PrepareMessage;
}

/** The jobs that send queued e-mails and delete old ones. */
export function mailJobs({ openTransport, createRenderers, createPrepareMessage }: MailJobOptions): Job[] {
  return [
    unlessHeld('mails', {
      name: 'send mails',
      releaseLeases: releaseMailLeases,
      start: async (context) => {
        const transport = await openTransport(context.log);
        const { startMailWorker } = await import('./worker.ts');
        const [renderers, prepareMessage] = [createRenderers(context), createPrepareMessage(context)];
        const worker = startMailWorker({ ...context, transport, renderers, prepareMessage });
        return { drain: () => worker.stop(), stop: () => transport.close() };
      },
    }),
    repeatingJob('purge mails', purgeIntervalMs, ({ db, clock }) => purgeMails(db, clock.now())),
  ];
}
