import { Badge, Group, Text, Timeline } from '@mantine/core';
import type {
  MemberOrderDetail,
  ScanRecord,
  ScanRecords,
  Timeline as TimelineBody,
  TimelineEntry,
} from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrderPath } from '#app/pages/orders/order-query.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { Actor } from '#app/parts/actors.tsx';
import { get } from '#app/parts/api.ts';
import { useEventOf } from '#app/parts/events.ts';
import { textOrName, useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { timeOfScan } from '#app/parts/scan-time.ts';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** What happened with an order, or a scan of one of its tickets. */
type Happening = { readonly at: string } & (
  | { readonly entry: TimelineEntry; readonly scan: null }
  | { readonly entry: null; readonly scan: ScanRecord }
);

/** In the browser: whether webhooks are shown. Only developers need them, so this is remembered. */
const webhooksKey = 'organizer-timeline-webhooks';

const isWebhook = ({ entry }: Happening) => entry?.kind === 'webhook';

type TimelineOrder = MemberOrderDetail['order'];

/** All that happened with an order, and the scans of its tickets. Webhooks are shown on demand. */
export function TimelineSection({ order }: { readonly order: TimelineOrder }) {
  const { orderNumber, eventId } = order;
  const t = useMessages('timeline');
  const { slug } = useOrganizer();
  const path = useOrderPath(orderNumber);
  const zone = useEventOf()(eventId)?.timezone;
  const query = useQuery({
    queryKey: ['organizer', slug, 'order', orderNumber, 'timeline'],
    queryFn: async ({ signal }): Promise<readonly Happening[]> => {
      const [entries, scans] = await Promise.all([
        get<TimelineBody>(path('timeline'), {}, signal),
        get<ScanRecords>(path('scans'), {}, signal),
      ]);
      const happenings = [
        ...entries.data.map((entry) => ({ at: entry.at, entry, scan: null })),
        ...scans.data.map((scan) => ({ at: timeOfScan(scan), entry: null, scan })),
      ];
      // Entries of the same time are in the order in which they happened, so they are reversed too.
      return happenings.reverse().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    },
  });
  const [areWebhooksShown, setAreWebhooksShown] = useState(localStorage.getItem(webhooksKey) !== null);
  const toggleWebhooks = () => {
    if (areWebhooksShown) localStorage.removeItem(webhooksKey);
    else localStorage.setItem(webhooksKey, 'shown');
    setAreWebhooksShown(!areWebhooksShown);
  };
  const webhookCount = query.data?.filter(isWebhook).length ?? 0;
  const toggle = webhookCount > 0 && (
    <RowButton onClick={toggleWebhooks}>
      {areWebhooksShown ? t.hideWebhooks : t.showWebhooks({ count: webhookCount })}
    </RowButton>
  );
  return (
    <Section title={t.title} text={t.text} aside={toggle}>
      <Loaded query={query}>
        {(happenings) => (
          <Timeline bulletSize={14} lineWidth={2}>
            {happenings
              .filter((happening) => areWebhooksShown || !isWebhook(happening))
              .map(({ at, entry, scan }) => (
                <Timeline.Item
                  key={entry === null ? scan.id : `${entry.kind} ${entry.name} ${entry.id} ${at}`}
                  title={entry === null ? <ScanHeading scan={scan} /> : <Heading entry={entry} />}
                >
                  {entry === null ? <ScanDetails scan={scan} order={order} /> : <Details entry={entry} />}
                  <Text size="xs" c="dimmed" mt={2}>
                    <Time at={at} zone={zone} />
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
  const t = useMessages('timeline');
  const { methods } = useMessages('orders');
  const isMoney = kind === 'payment' || kind === 'refund';
  const text = isMoney ? textOrName(methods, name) : textOrName(t.names, name);
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
          {textOrName(t.states, status)}
        </Text>
      )}
    </Group>
  );
}

function Details({ entry }: { readonly entry: TimelineEntry }) {
  const t = useMessages('timeline');
  const { amount, currency, actor, error, fields, deliveries } = entry;
  return (
    <Group gap="xs" fz="sm">
      {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      {actor !== null && (
        <Text size="sm" c="dimmed">
          {t.by({ name: '' })}
          <Actor id={actor} />
        </Text>
      )}
      {fields.length > 0 && <Text size="sm">{fields.map((field) => textOrName(t.fields, field)).join(', ')}</Text>}
      {deliveries !== null && (
        <Text size="sm" c={deliveries.failed > 0 ? 'red' : 'dimmed'}>
          {t.deliveries({ ...deliveries, total: deliveries.succeeded + deliveries.pending + deliveries.failed })}
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

function ScanHeading({ scan }: { readonly scan: ScanRecord }) {
  const t = useMessages('gates');
  const reason = scan.reason === null ? '' : (t.reasons[scan.reason] ?? scan.reason);
  const result = scan.isForced
    ? t.forced({ reason })
    : scan.result === 'admitted'
      ? t.admittedScan
      : t.refusedScan({ reason });
  return (
    <Group gap="xs">
      <Badge variant="light" color="gray" size="sm">
        {t.scan}
      </Badge>
      <Text size="sm" fw={500}>
        {scan.direction === 'entry' ? t.scanEntry : t.scanExit}
      </Text>
      <Text size="sm" c={scan.result === 'refused' ? 'red' : 'dimmed'}>
        {result}
      </Text>
    </Group>
  );
}

function ScanDetails({ scan, order }: { readonly scan: ScanRecord; readonly order: TimelineOrder }) {
  const t = useMessages('gates');
  const bib = order.tickets.find(({ id }) => id === scan.ticketId)?.bib;
  const notes = [
    ...(bib ? [t.ticketOf({ bib })] : []),
    scan.gateName,
    scan.source === 'key' ? t.byKey({ name: scan.deviceName }) : scan.deviceName,
    ...(scan.isOffline ? [t.offline] : []),
    ...(scan.isConflict ? [t.conflict] : []),
    ...(scan.hasImplausibleTime ? [t.wrongClock] : []),
    ...(scan.undoneAt === null ? [] : [t.undone]),
  ];
  return (
    <Text size="sm">
      <bdi>{notes.join(' · ')}</bdi>
    </Text>
  );
}
