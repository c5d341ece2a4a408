import { Badge, Group, Text, Timeline } from '@mantine/core';
import type { Timeline as TimelineBody, TimelineEntry } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { orderMessages, timelineMessages } from '#app/messages/orders.ts';
import { useOrderPath } from '#app/pages/orders/order-query.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { Actor } from '#app/parts/actors.tsx';
import { get } from '#app/parts/api.ts';
import { useEventOf } from '#app/parts/events.ts';
import { useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** All that happened with an order. */
export function TimelineSection({ orderNumber, eventId }: { readonly orderNumber: string; readonly eventId: string }) {
  const t = useMessages(timelineMessages);
  const { slug } = useOrganizer();
  const path = useOrderPath(orderNumber);
  const zone = useEventOf()(eventId)?.timezone;
  const query = useQuery({
    queryKey: ['organizer', slug, 'order', orderNumber, 'timeline'],
    queryFn: ({ signal }) => get<TimelineBody>(path('timeline'), {}, signal),
  });
  return (
    <Section title={t.title} text={t.text}>
      <Loaded query={query}>
        {({ data }) => (
          <Timeline bulletSize={14} lineWidth={2}>
            {data.map((entry) => (
              <Timeline.Item
                key={`${entry.kind} ${entry.name} ${entry.id} ${entry.at}`}
                title={<Heading entry={entry} />}
              >
                <Details entry={entry} />
                <Text size="xs" c="dimmed" mt={2}>
                  <Time at={entry.at} zone={zone} />
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Loaded>
    </Section>
  );
}

function Heading({ entry: { kind, name, status } }: { readonly entry: TimelineEntry }) {
  const t = useMessages(timelineMessages);
  const { methods } = useMessages(orderMessages);
  const isMoney = kind === 'payment' || kind === 'refund';
  const text = isMoney ? (methods[name] ?? name) : (t.names[name] ?? name);
  return (
    <Group gap="xs">
      <Badge variant="light" color="gray" size="sm">
        {t.kinds[kind]}
      </Badge>
      <Text size="sm" fw={500}>
        {text}
      </Text>
      {status !== null && (
        <Text size="sm" c={status === 'failed' ? 'red' : 'dimmed'}>
          {t.states[status] ?? status}
        </Text>
      )}
    </Group>
  );
}

function Details({ entry }: { readonly entry: TimelineEntry }) {
  const t = useMessages(timelineMessages);
  const { amount, currency, actor, error, fields, deliveries } = entry;
  return (
    <Group gap="xs" fz="sm">
      {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      {actor !== null && (
        <Text size="sm" c="dimmed">
          {t.by('')}
          <Actor id={actor} />
        </Text>
      )}
      {fields.length > 0 && <Text size="sm">{fields.map((field) => t.fields[field] ?? field).join(', ')}</Text>}
      {deliveries !== null && (
        <Text size="sm" c={deliveries.failed > 0 ? 'red' : 'dimmed'}>
          {t.deliveries(deliveries.succeeded, deliveries.pending, deliveries.failed)}
        </Text>
      )}
      {error !== null && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
    </Group>
  );
}
