import { Badge, Code, Group, List, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type {
  Health,
  OperatorFailedMail,
  OperatorFailingEndpoint,
  OutgoingState,
  QueueHealth,
  SettingView,
} from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '#app/parts/api.ts';
import { Facts } from '#app/parts/facts.tsx';
import { AlertIcon, CheckIcon } from '#app/parts/icons.tsx';
import { textOrName, useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const refreshMs = 10_000;
/** A queue whose oldest row has been due for longer is delayed. */
const delayMs = 5 * 60_000;
/** Queues count at most this number of rows. */
const maxCount = 10_000;
/** The deliveries of an endpoint are counted up to this number. */
const maxUndelivered = 1_000;
const queueNames = ['webhooks', 'mails', 'refunds'] as const;

/** The health of the service. */
export function Page() {
  const t = useMessages('health');
  const health = useQuery({
    queryKey: ['operator', 'health'],
    queryFn: ({ signal }) => get<Health>('operator/health', {}, signal),
    refetchInterval: refreshMs,
  });
  return (
    <PageFrame title={t.title} description={t.description}>
      <Loaded query={health}>{(data) => <Sections health={data} />}</Loaded>
    </PageFrame>
  );
}

interface HealthProps {
  readonly health: Health;
}

function Sections({ health }: HealthProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {queueNames.map((name) => (
          <QueueCard key={name} name={name} queue={health.queues[name]} />
        ))}
      </SimpleGrid>
      <OutgoingSection states={health.outgoing} />
      <AttentionSection health={health} />
      {health.newestFailedMails.length > 0 && <MailsSection mails={health.newestFailedMails} />}
      {health.failingEndpoints.length > 0 && <EndpointsSection endpoints={health.failingEndpoints} />}
      <ServiceSection health={health} />
      <SettingsSection settings={health.settings} />
    </>
  );
}

function useCount(): (count: number, max?: number) => string {
  const { locale } = useLanguage();
  const format = new Intl.NumberFormat(locale);
  return (count, max = maxCount) => (count >= max ? `${format.format(max)}+` : format.format(count));
}

function isDelayed({ oldestDueAt }: QueueHealth): boolean {
  return oldestDueAt !== null && Date.now() - Date.parse(oldestDueAt) > delayMs;
}

function QueueCard({ name, queue }: { readonly name: (typeof queueNames)[number]; readonly queue: QueueHealth }) {
  const t = useMessages('health');
  const count = useCount();
  const state = isDelayed(queue) ? 'delayed' : queue.waiting === 0 ? 'empty' : 'onTime';
  const colors = { delayed: 'orange', empty: 'gray', onTime: 'green' } as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.queues[name]}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="sm" fw={500} c="dimmed">
          {t.queues[name]}
        </Title>
        <Badge variant="light" color={colors[state]}>
          {t[state]}
        </Badge>
      </Group>
      <Text size="xl" fw={650} className="money">
        {t.waiting({ count: count(queue.waiting) })}
      </Text>
      <Text size="xs" c="dimmed">
        {t.due({ count: count(queue.due) })}
        {queue.oldestDueAt !== null && (
          <>
            {' · '}
            {t.oldest} <Time at={queue.oldestDueAt} as="relative" />
          </>
        )}
      </Text>
    </Paper>
  );
}

function AttentionSection({ health }: HealthProps) {
  const t = useMessages('health');
  const count = useCount();
  const notices = [
    ...queueNames
      .filter((name) => isDelayed(health.queues[name]))
      .map((name) => ({ text: t.delayedQueue({ queue: t.queues[name] }), hint: t.delayedQueueHint })),
    ...(health.failedMails > 0
      ? [{ text: t.failedMails({ count: count(health.failedMails) }), hint: t.failedMailsHint }]
      : []),
    ...(health.failedRefunds > 0
      ? [{ text: t.failedRefunds({ count: count(health.failedRefunds) }), hint: t.failedRefundsHint }]
      : []),
    ...(health.failingEndpointCount > 0
      ? [{ text: t.failingEndpoints({ count: count(health.failingEndpointCount) }), hint: t.failingEndpointsHint }]
      : []),
    ...(health.uncountedEvents > 0
      ? [{ text: t.uncounted({ count: uncountedText(health, count) }), hint: t.uncountedHint }]
      : []),
  ];
  if (notices.length === 0) {
    return (
      <Section title={t.attention}>
        <Group gap="xs">
          <CheckIcon />
          <Text size="sm">{t.nothing}</Text>
        </Group>
      </Section>
    );
  }
  return (
    <Section title={t.attention}>
      <List spacing="sm" icon={<AlertIcon size={16} />} size="sm" center={false}>
        {notices.map(({ text, hint }) => (
          <List.Item key={text}>
            {text}
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** The number of events, which is counted up to a maximum. */
function uncountedText({ uncountedEvents, uncountedEventsMax }: Health, count: (value: number) => string): string {
  return `${count(uncountedEvents)}${uncountedEvents >= uncountedEventsMax ? '+' : ''}`;
}

/** What the operator holds, and how much of it waits. */
function OutgoingSection({ states }: { readonly states: readonly OutgoingState[] }) {
  const t = useMessages('health');
  const count = useCount();
  const held = states.filter(({ heldSince }) => heldSince !== null);
  if (held.length === 0) return null;
  const columns: readonly Column<OutgoingState>[] = [
    { key: 'kind', title: t.kind, cell: ({ kind }) => t.outgoingKinds[kind] },
    { key: 'since', title: t.heldSince, cell: ({ heldSince }) => heldSince !== null && <Time at={heldSince} /> },
    { key: 'waiting', title: t.waitingColumn, align: 'end', cell: ({ waiting }) => count(waiting) },
  ];
  return (
    <Section title={t.outgoing} text={t.outgoingText}>
      <Rows rows={held} label={t.outgoing} columns={columns} rowKey={({ kind }) => kind} />
    </Section>
  );
}

function MailsSection({ mails }: { readonly mails: readonly OperatorFailedMail[] }) {
  const t = useMessages('health');
  const columns: readonly Column<OperatorFailedMail>[] = [
    { key: 'kind', title: t.kind, cell: ({ kind }) => textOrName(t.mailKinds, kind) },
    {
      key: 'organizer',
      title: t.organizer,
      cell: ({ organizerSlug: slug, organizerName: name }) =>
        slug !== null && name !== null && <OrganizerLink slug={slug} name={name} />,
    },
    { key: 'order', title: t.order, cell: ({ orderNumber }) => orderNumber },
    { key: 'error', title: t.error, cell: ({ error }) => error },
    { key: 'failedAt', title: t.failedAt, cell: ({ failedAt }) => <Time at={failedAt} as="relative" /> },
  ];
  return (
    <Section title={t.mails} text={t.mailsText}>
      <Rows rows={mails} label={t.mails} columns={columns} rowKey={({ id }) => id} />
    </Section>
  );
}

function OrganizerLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <PageLink to="/operator/organizers/$slug" params={{ slug }} size="sm">
      <bdi>{name}</bdi>
    </PageLink>
  );
}

function EndpointsSection({ endpoints }: { readonly endpoints: readonly OperatorFailingEndpoint[] }) {
  const t = useMessages('health');
  const count = useCount();
  const columns: readonly Column<OperatorFailingEndpoint>[] = [
    { key: 'host', title: t.host, cell: ({ host }) => host },
    {
      key: 'organizer',
      title: t.organizer,
      cell: ({ organizerSlug, organizerName }) => <OrganizerLink slug={organizerSlug} name={organizerName} />,
    },
    {
      key: 'undelivered',
      title: t.undelivered,
      align: 'end',
      cell: ({ undelivered }) => count(undelivered, maxUndelivered),
    },
    { key: 'since', title: t.since, cell: ({ failingSince }) => <Time at={failingSince} as="relative" /> },
    {
      key: 'state',
      title: t.state,
      cell: ({ isDisabled }) => (
        <Badge variant="light" color={isDisabled ? 'red' : 'orange'}>
          {isDisabled ? t.disabled : t.enabled}
        </Badge>
      ),
    },
  ];
  return (
    <Section title={t.endpoints} text={t.endpointsText}>
      <Rows rows={endpoints} label={t.endpoints} columns={columns} rowKey={({ id }) => id} />
    </Section>
  );
}

function ServiceSection({ health }: HealthProps) {
  const t = useMessages('health');
  const { locale } = useLanguage();
  const count = useCount();
  const { version, database, migrations, disabledEndpointCount } = health;
  return (
    <Section title={t.service}>
      <Facts
        facts={[
          [t.version, version],
          [t.database, textOrName(t.kinds, database.kind)],
          [t.size, sizeText(database.sizeBytes, locale)],
          [t.migrations, t.migrationsCount({ count: migrations.length, last: migrations.at(-1) ?? '' })],
          [t.disabledEndpoints, count(disabledEndpointCount)],
        ]}
      />
    </Section>
  );
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function sizeText(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1);
  const format = { style: 'unit', unit: sizeUnits[power], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / 1_000 ** power);
}

function SettingsSection({ settings }: { readonly settings: readonly SettingView[] }) {
  const t = useMessages('health');
  const [isOnlySet, setIsOnlySet] = useState(true);
  const rows = isOnlySet ? settings.filter(({ value }) => value !== null) : settings;
  const columns: readonly Column<SettingView>[] = [
    { key: 'name', title: t.setting, cell: ({ name }) => <Code>{name}</Code> },
    {
      key: 'value',
      title: t.value,
      cell: ({ value }) =>
        value === null ? (
          <Text size="sm" c="dimmed">
            {t.byDefault}
          </Text>
        ) : (
          <span className="copy-value">{value}</span>
        ),
    },
  ];
  return (
    <Section
      title={t.settings}
      text={t.settingsText}
      aside={
        <Switch label={t.onlySet} checked={isOnlySet} onChange={(event) => setIsOnlySet(event.currentTarget.checked)} />
      }
    >
      <Stack gap="xs">
        <Rows rows={rows} label={t.settings} columns={columns} rowKey={({ name }) => name} />
      </Stack>
    </Section>
  );
}
