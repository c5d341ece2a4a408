import { Badge, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import type { Payout } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { operatorAccess } from '#app/parts/access.ts';
import { useFilters } from '#app/parts/filters.tsx';
import { SettlementIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { Money } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { PayoutAction } from './payout-actions.tsx';

const states = ['due', 'unfinalized'] as const;

/** The balances of all organizers that are to be paid out. */
export function Page() {
  const t = useMessages('payouts');
  const filters = useFilters(useSearch({ from: '/frame/operator/payouts' }));
  const state = states.find((name) => name === filters.values.state) ?? 'due';
  return (
    <PageFrame title={t.title} description={t.description}>
      <div>
        <VisuallyHidden id="payout-state">{t.state}</VisuallyHidden>
        <SegmentedControl
          aria-labelledby="payout-state"
          data={states.map((value) => ({ value, label: t.states[value] }))}
          value={state}
          onChange={(value) => filters.set('state', value === 'due' ? null : value)}
        />
      </div>
      <ListTable
        key={state}
        label={t.title}
        path="operator/payouts"
        queryKey={['operator', 'payouts']}
        query={{ state }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={SettlementIcon} title={t[`${state}Empty`]} text={t[`${state}EmptyText`]} />}
      />
    </PageFrame>
  );
}

function useColumns(): readonly Column<Payout>[] {
  const t = useMessages('payouts');
  return [
    { key: 'event', title: t.event, cell: ({ eventName }) => <bdi>{eventName}</bdi> },
    {
      key: 'organizer',
      title: t.organizer,
      cell: ({ organizerSlug, organizerName, isSuspended }) => (
        <div>
          <PageLink to="/operator/organizers/$slug" params={{ slug: organizerSlug }} size="sm">
            <bdi>{organizerName}</bdi>
          </PageLink>{' '}
          {isSuspended && (
            <Badge variant="light" color="orange" size="sm">
              {t.suspended}
            </Badge>
          )}
        </div>
      ),
    },
    { key: 'ended', title: t.ended, cell: ({ eventEndsAt }) => <Time at={eventEndsAt} as="day" /> },
    {
      key: 'account',
      title: t.account,
      cell: ({ account: { holder, iban } }) =>
        iban === null ? (
          <Text size="sm" c="dimmed">
            {t.noAccount}
          </Text>
        ) : (
          <div>
            <Text size="sm" dir="auto">
              {holder}
            </Text>
            <Text size="xs" c="dimmed" className="no-wrap">
              {iban.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
          </div>
        ),
    },
    {
      key: 'balance',
      title: t.balance,
      align: 'end',
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
    },
    {
      key: 'actions',
      title: t.actions,
      align: 'end',
      cell: (payout) => (
        <PayoutAction
          access={operatorAccess({ slug: payout.organizerSlug, name: payout.organizerName })}
          settlement={payout}
          account={payout.account}
        />
      ),
    },
  ];
}
