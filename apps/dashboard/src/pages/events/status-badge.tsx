import { Badge } from '@mantine/core';
import { useMessages } from '#app/parts/language.tsx';

const colors = { draft: 'gray', published: 'green', archived: 'orange' } as const;

/** The state of an event. */
export function StatusBadge({ status }: { readonly status: keyof typeof colors }) {
  const t = useMessages('events');
  return (
    <Badge variant="light" color={colors[status]}>
      {t.statuses[status]}
    </Badge>
  );
}
