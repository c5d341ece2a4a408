import { Badge } from '@mantine/core';
import { useMessages } from '#app/parts/language.tsx';

const colors = { open: 'gray', final: 'orange', paid: 'green' } as const;

/** The state of a settlement. */
export function SettlementBadge({ status }: { readonly status: keyof typeof colors }) {
  const t = useMessages('settlements');
  return (
    <Badge variant="light" color={colors[status]}>
      {t.statuses[status]}
    </Badge>
  );
}
