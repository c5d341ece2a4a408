import { Alert, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import type { Usage } from '@organizer/shared/dashboard-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { keyLabel, useKeys } from '#app/parts/actors.tsx';
import { get, organizerPath } from '#app/parts/api.ts';
import { ChartSection } from '#app/parts/chart-section.tsx';
import { useFilters } from '#app/parts/filters.tsx';
import { UsageIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded, NextPage } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const periods = ['24h', '7d', '30d', '90d'] as const;

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));

/** The number of requests with API keys over time and by key. */
export function Page() {
  const t = useMessages('requests');
  const { slug } = useOrganizer();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/usage' }));
  const period = periods.find((one) => one === filters.values.period) ?? '24h';
  const keyId = filters.values.keyId;
  const keys = useKeys();
  const usage = useQuery({
    queryKey: ['organizer', slug, 'usage', period, keyId],
    queryFn: ({ signal }) => get<Usage>(organizerPath(slug, 'usage'), { period, keyId }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame title={t.usageTitle} description={t.usageDescription}>
      <Group align="flex-end" gap="md">
        <SegmentedControl
          aria-label={t.period}
          value={period}
          onChange={(value) => filters.set('period', value)}
          data={periods.map((value) => ({ value, label: t.periods[value] }))}
        />
        <Select
          label={t.key}
          placeholder={t.allKeys}
          clearable
          clearButtonProps={{ 'aria-label': t.allKeys }}
          data={keys.map((key) => ({ value: key.id, label: keyLabel(key) }))}
          value={keyId ?? null}
          onChange={(value) => filters.set('keyId', value)}
        />
      </Group>
      <Loaded query={usage}>{(data) => <UsageContent usage={data} />}</Loaded>
    </PageFrame>
  );
}

function UsageContent({ usage }: { readonly usage: Usage }) {
  const t = useMessages('requests');
  if (usage.keys.length === 0) {
    return (
      <>
        {!usage.isLogging && <Alert color="yellow">{t.off}</Alert>}
        <EmptyState
          icon={UsageIcon}
          title={t.usageEmptyTitle}
          text={t.usageEmptyText}
          action={<NextPage to="/organizers/$organizer/keys" />}
        />
      </>
    );
  }
  return (
    <Stack gap="lg">
      {!usage.isLogging && <Alert color="yellow">{t.off}</Alert>}
      <ChartSection title={t.chart} chart={<UsageChart usage={usage} />} table={<UsageOverTime usage={usage} />} />
      <Section title={t.byKey} text={`${t.limitRefusals}: ${t.limitText}`}>
        <UsageOfKeys usage={usage} />
      </Section>
    </Stack>
  );
}

type Counts = Pick<Usage['keys'][number], 'requests' | 'errors' | 'limitRefusals'>;

function useCountColumns<Row extends Counts>(): readonly Column<Row>[] {
  const t = useMessages('requests');
  const { locale } = useLanguage();
  const number = (value: number) => <span className="money">{value.toLocaleString(locale)}</span>;
  return [
    { key: 'requests', title: t.requests, align: 'end', cell: ({ requests }) => number(requests) },
    { key: 'errors', title: t.errors, align: 'end', cell: ({ errors }) => number(errors) },
    { key: 'refusals', title: t.limitRefusals, align: 'end', cell: ({ limitRefusals }) => number(limitRefusals) },
  ];
}

function UsageOfKeys({ usage }: { readonly usage: Usage }) {
  const t = useMessages('requests');
  const keys = useKeys();
  const counts = useCountColumns<Usage['keys'][number]>();
  const name: Column<Usage['keys'][number]> = {
    key: 'key',
    title: t.key,
    cell: ({ keyId }) => {
      const key = keys.find(({ id }) => id === keyId);
      return <bdi>{key === undefined ? keyId : keyLabel(key)}</bdi>;
    },
  };
  return <Rows rows={usage.keys} label={t.byKey} columns={[name, ...counts]} rowKey={({ keyId }) => keyId} />;
}

function UsageOverTime({ usage }: { readonly usage: Usage }) {
  const t = useMessages('requests');
  const { formats } = useLanguage();
  const counts = useCountColumns<Usage['series'][number]>();
  const start: Column<Usage['series'][number]> = {
    key: 'start',
    title: t.start[usage.interval],
    cell: ({ start: at }) => (usage.interval === 'hour' ? <Time at={at} /> : formats.day(at, 'UTC')),
  };
  const used = usage.series.filter(({ requests }) => requests > 0).toReversed();
  return <Rows rows={used} label={t.chart} columns={[start, ...counts]} rowKey={({ start: at }) => at} />;
}
