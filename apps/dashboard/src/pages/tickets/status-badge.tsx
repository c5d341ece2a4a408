import { Badge } from '@mantine/core';
import type { Ticket } from '@organizer/shared/dashboard-api';
import { useMessages } from '#app/parts/language.tsx';

const colors: Readonly<Record<Ticket['status'], string>> = { valid: 'green', used: 'blue', void: 'gray' };

/** The state of a ticket. */
export function TicketStatusBadge({ status }: Pick<Ticket, 'status'>) {
  const t = useMessages('tickets');
  return (
    <Badge variant="light" color={colors[status]}>
      {t.statuses[status]}
    </Badge>
  );
}
