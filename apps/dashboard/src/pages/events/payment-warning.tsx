import { Alert, Anchor } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** Whether an event has something on sale that is not free. */
export function hasPrice({ ticketTypes, addons }: EventDetails): boolean {
  return [...ticketTypes, ...addons].some(({ status, price }) => status === 'active' && price > 0);
}

/**
 * Says that nobody can pay for the tickets of an event. Also for dialogs, which are outside of the router.
 *
 * @param props.settings the URL of the page on which to change this
 */
export function PaymentWarning({ settings }: { readonly settings: string }) {
  const t = useMessages('checklist');
  return (
    <Alert color="orange" icon={<AlertIcon />} title={t.unpayable}>
      {t.unpayableText}{' '}
      <Anchor href={settings} size="sm" underline="always">
        {t.links.payments}
      </Anchor>
    </Alert>
  );
}
