import { useSearch } from '@tanstack/react-router';
import { DeliveryList } from '#app/pages/webhooks/delivery-list.tsx';
import { useLiveWebhooks } from '#app/pages/webhooks/queries.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';

/** The deliveries to all endpoints. */
export function Page() {
  const t = useMessages('webhooks');
  useLiveWebhooks();
  return (
    <PageFrame
      title={t.deliveries}
      description={t.deliveriesText}
      back={{ to: '/organizers/$organizer/webhooks', title: t.title }}
    >
      <DeliveryList search={useSearch({ from: '/frame/organizers/$organizer/webhooks/deliveries' })} />
    </PageFrame>
  );
}
