import { Badge } from '@mantine/core';
import type { WebhookDelivery, WebhookEndpointSettings } from '@organizer/shared/dashboard-api';
import { useMessages } from '#app/parts/language.tsx';

const colors: Readonly<Record<WebhookDelivery['status'], string>> = {
  pending: 'blue',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray',
};

/** The status of a delivery, by a colour and a word. */
export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  const { statuses } = useMessages('webhookStatus');
  return (
    <Badge variant="light" color={colors[status]}>
      {statuses[status]}
    </Badge>
  );
}

/** The status of an endpoint, by a colour and a word. */
export function EndpointStatus({ status, failingSince }: Pick<WebhookEndpointSettings, 'status' | 'failingSince'>) {
  const t = useMessages('webhooks');
  if (status === 'disabled') {
    return (
      <Badge variant="light" color="gray">
        {t.disabled}
      </Badge>
    );
  }
  return (
    <Badge variant="light" color={failingSince === null ? 'green' : 'red'}>
      {failingSince === null ? t.enabled : t.failing}
    </Badge>
  );
}

/** Marks an event that was sent to test an endpoint. */
export function TestBadge({ isTest }: { readonly isTest: boolean }) {
  const t = useMessages('webhooks');
  if (!isTest) return null;
  return (
    <Badge variant="outline" color="gray" size="sm">
      {t.isTest}
    </Badge>
  );
}
