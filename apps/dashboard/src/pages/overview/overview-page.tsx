import { Select, SimpleGrid, Stack } from '@mantine/core';
import type { Overview, OverviewCurrency } from '@organizer/shared/dashboard-api';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { useIsPainted } from '#app/parts/after-paint.ts';
import { checklistQuery, openItems } from '#app/parts/checklist.ts';
import { useFilters } from '#app/parts/filters.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useLiveReload } from '#app/parts/live.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, Loaded, NextPage } from '#app/parts/states.tsx';
import { AttentionSection } from './attention-section.tsx';
import { ChecklistSection } from './checklist-section.tsx';
import { DaysSection } from './days-section.tsx';
import { FigureCard } from './figure-card.tsx';
import { LatestSection } from './latest-section.tsx';
import { attentionQuery, overviewQuery, periodOf, periods } from './overview-queries.ts';
import { EventsSection, OffersSection } from './sums-sections.tsx';

/** The figures of the organizer, what needs attention, and what happens now. */
export function Page() {
  const t = useMessages('overview');
  const organizer = useOrganizer();
  const { slug, timezone, sandboxOf } = organizer;
  const can = useCan();
  const queryClient = useQueryClient();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/overview' }));
  const days = periodOf(filters.values.days);
  const overview = useQuery({ ...overviewQuery(organizer, days), placeholderData: keepPreviousData });
  useLiveReload(['figures'], () => {
    queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'overview'] });
    queryClient.invalidateQueries(attentionQuery(slug));
    queryClient.invalidateQueries(checklistQuery(slug));
  });
  const { data: checklist } = useQuery(checklistQuery(slug));
  // In the test mode, and after the first sale, there is nothing to prepare.
  const isNew = sandboxOf === null && checklist !== undefined && !checklist.hasSales && openItems(checklist).length > 0;
  const currencies = overview.data?.currencies ?? [];
  const chosen = currencies.find(({ currency }) => currency === filters.values.currency) ?? currencies[0];
  const controls = (
    <>
      {currencies.length > 1 && (
        <Select
          label={t.currency}
          w={110}
          data={currencies.map(({ currency }) => currency)}
          value={chosen?.currency ?? null}
          allowDeselect={false}
          onChange={(currency) => filters.set('currency', currency)}
        />
      )}
      <Select
        label={t.period}
        w={170}
        data={periods.map((count) => ({ value: String(count), label: t.lastDays({ count }) }))}
        value={String(days)}
        allowDeselect={false}
        onChange={(value) => filters.set('days', value)}
      />
    </>
  );
  return (
    <PageFrame title={t.title} description={t.description({ zone: timezone })} actions={controls}>
      {isNew && <ChecklistSection checklist={checklist} />}
      <AttentionSection hidesNothing={isNew} />
      {can('orders:read') && <LatestSection />}
      <Loaded query={overview}>
        {(period) => chosen !== undefined && <Figures period={period} figures={chosen} />}
      </Loaded>
    </PageFrame>
  );
}

function Figures({ period, figures }: { readonly period: Overview; readonly figures: OverviewCurrency }) {
  const t = useMessages('overview');
  const { currency, total, previous, balance } = figures;
  const isPainted = useIsPainted();
  const hasFigures = total.gross + total.refunds + total.orders + previous.gross + previous.orders > 0;
  return (
    <Stack gap="lg">
      <SimpleGrid
        cols={{ base: 2, md: 4 }}
        spacing={{ base: 'sm', sm: 'md' }}
        component="section"
        aria-label={t.compared}
      >
        <FigureCard title={t.gross} value={total.gross} before={previous.gross} currency={currency} />
        <FigureCard title={t.tickets} value={total.tickets} before={previous.tickets} />
        <FigureCard title={t.refunds} value={total.refunds} before={previous.refunds} currency={currency} />
        {balance === null ? (
          <FigureCard title={t.net} value={total.net} before={previous.net} currency={currency} />
        ) : (
          <FigureCard title={t.balance} value={balance} text={t.balanceText} currency={currency} />
        )}
      </SimpleGrid>
      {hasFigures ? (
        isPainted && (
          <>
            <DaysSection period={period} figures={figures} />
            <EventsSection figures={figures} />
            <OffersSection figures={figures} />
          </>
        )
      ) : (
        <EmptyState title={t.noSales} text={t.noSalesText} action={<NextPage to="/organizers/$organizer/events" />} />
      )}
    </Stack>
  );
}
