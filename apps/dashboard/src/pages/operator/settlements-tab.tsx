import type { OrganizerSettings, Settlement } from '@organizer/shared/dashboard-api';
import { SettlementBadge } from '#app/pages/settlements/settlement-badge.tsx';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { SettlementIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { moneyColumn } from '#app/parts/money.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { PayoutAction } from './payout-actions.tsx';

/** The settlements of an organizer, with what the operator can do with each. */
export function SettlementsTab({
  access,
  organizer: { name, profile },
}: {
  readonly access: OrganizerAccess;
  readonly organizer: OrganizerSettings;
}) {
  const t = useMessages('settlements');
  const texts = useMessages('operator');
  const payouts = useMessages('payouts');
  const account = { holder: profile.accountHolder ?? name, iban: profile.iban, bic: profile.bic };
  const columns: readonly Column<Settlement>[] = [
    { key: 'event', title: t.event, cell: ({ eventName }) => <bdi>{eventName}</bdi> },
    { key: 'status', title: t.status, cell: ({ status }) => <SettlementBadge status={status} /> },
    ...(['gross', 'net', 'paidOut', 'balance'] as const).map((key) =>
      moneyColumn<Settlement>(key, t[key], ({ currency }) => currency),
    ),
    {
      key: 'actions',
      title: payouts.actions,
      align: 'end',
      cell: (settlement) => <PayoutAction access={access} settlement={settlement} account={account} />,
    },
  ];
  return (
    <ListTable
      label={t.title}
      path={access.path('settlements')}
      queryKey={access.queryKey('settlements')}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={SettlementIcon} title={texts.noSettlements} text={texts.noSettlementsText} />}
    />
  );
}
