import { webhookMessages } from '#app/messages/webhooks.ts';
import { DeliveryList } from '#app/pages/webhooks/delivery-list.tsx';
import { useLiveWebhooks } from '#app/pages/webhooks/queries.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { useMessages } from '#app/parts/language.tsx';
import { pagePath } from '#app/parts/link.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';

/** The deliveries to all endpoints. */
export function Page() {
  const t = useMessages(webhookMessages);
  const { slug } = useOrganizer();
  useLiveWebhooks();
  return (
    <PageFrame
      title={t.deliveries}
      description={t.deliveriesText}
      back={{ to: pagePath(slug, 'webhooks'), title: t.title }}
    >
      <DeliveryList />
    </PageFrame>
  );
}
