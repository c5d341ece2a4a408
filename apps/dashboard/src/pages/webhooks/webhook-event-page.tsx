import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CodeView } from '#app/pages/webhooks/code-view.tsx';
import { DeliveryRows, ResourceId } from '#app/pages/webhooks/delivery-list.tsx';
import { useLiveWebhooks, webhookEventQuery } from '#app/pages/webhooks/queries.ts';
import { TestBadge } from '#app/pages/webhooks/status.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** A webhook event with its payload and its deliveries. */
export function Page() {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  useLiveWebhooks();
  const { webhookEventId } = useParams({ from: '/frame/organizers/$organizer/webhook-events/$webhookEventId' });
  const event = useQuery(webhookEventQuery(slug, webhookEventId));
  return (
    <PageFrame
      title={event.data?.type ?? t.event}
      back={{ to: '/organizers/$organizer/webhook-events', title: t.eventsTitle }}
      badge={event.data && <TestBadge isTest={event.data.isTest} />}
    >
      <Loaded query={event}>
        {(loaded) => (
          <>
            <Facts
              facts={[
                [t.time, <Time key="time" at={loaded.createdAt} />],
                [t.resource, <ResourceId key="resource" id={loaded.objectId} />],
                [t.eventId, <CopyField key="id" value={loaded.id} label={t.eventId} />],
              ]}
            />
            <Section title={t.eventDeliveries}>
              {loaded.deliveries.length === 0 ? (
                <Text size="sm">{t.noEventDeliveries}</Text>
              ) : (
                <DeliveryRows rows={loaded.deliveries} withEndpoint />
              )}
            </Section>
            <CodeView title={t.payload} text={loaded.body} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
