import type en from '../../en/dashboard/webhook-status.ts';
import type { Translation } from '../../texts.ts';

export default {
  statuses: {
    pending: 'Ausstehend',
    succeeded: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  replayStatuses: {
    running: 'Läuft',
    finished: 'Eingeplant',
    stopped: 'Angehalten',
  },
} satisfies Translation<typeof en>;
