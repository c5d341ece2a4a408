import { Alert, Anchor } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { checklistMessages } from '#app/messages/checklist.ts';
import { basePath } from '#app/parts/base-path.ts';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { pagePath } from '#app/parts/link.tsx';

/** Whether an event has something on sale that is not free. */
export function hasPrice({ ticketTypes, addons }: EventDetails): boolean {
  return [...ticketTypes, ...addons].some(({ status, price }) => status === 'active' && price > 0);
}

/** Says that nobody can pay for the tickets of an event, and links to the settings. Also for dialogs, which are outside of the router. */
export function PaymentWarning({ slug }: { readonly slug: string }) {
  const t = useMessages(checklistMessages);
  return (
    <Alert color="orange" icon={<AlertIcon />} title={t.unpayable}>
      {t.unpayableText}{' '}
      <Anchor href={basePath + pagePath(slug, 'settings')} size="sm" underline="always">
        {t.links.payments}
      </Anchor>
    </Alert>
  );
}
