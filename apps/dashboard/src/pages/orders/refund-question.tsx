import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { MemberOrderDetail } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { TicketLabel } from '#app/pages/orders/ticket-label.tsx';
import { post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote } from '#app/parts/states.tsx';

/** Asks which tickets become void by refunds that were made at the payment provider. */
export function RefundQuestions({ detail }: { readonly detail: MemberOrderDetail }) {
  const refunds = detail.payments.flatMap((payment) => payment.refunds.filter(({ asksTickets }) => asksTickets));
  if (!detail.actions.includes('refund')) return null;
  return refunds.map((refund) => <RefundQuestion key={refund.id} detail={detail} refund={refund} />);
}

type Refund = MemberOrderDetail['payments'][number]['refunds'][number];

function RefundQuestion({ detail, refund }: { readonly detail: MemberOrderDetail; readonly refund: Refund }) {
  const t = useMessages('refunds');
  const { formats } = useLanguage();
  const { order } = detail;
  const path = useOrderPath(order.orderNumber);
  const reload = useReloadOrder(order.orderNumber);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const answer = useChange(() => post(path(`refunds/${refund.id}/tickets`), { ticketIds: chosen }), {
    onDone: async () => {
      notifyDone(t.answered);
      await reload();
    },
  });
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const valid = order.tickets.filter(({ status }) => status !== 'void');
  return (
    <Alert color="orange" title={t.question({ amount: formats.money(refund.amount, refund.currency) })}>
      <Stack gap="xs">
        <Text size="sm">{t.questionText}</Text>
        {valid.map((ticket) => (
          <Checkbox
            key={ticket.id}
            label={<TicketLabel ticket={ticket} />}
            checked={chosen.includes(ticket.id)}
            onChange={() => toggle(ticket.id)}
          />
        ))}
        <ErrorNote error={answer.error} />
        <Group justify="flex-end">
          <Button
            color={chosen.length > 0 ? 'red' : undefined}
            variant={chosen.length > 0 ? 'filled' : 'default'}
            loading={answer.isRunning}
            onClick={() => answer.run()}
          >
            {chosen.length > 0 ? t.voidChosen({ count: chosen.length }) : t.voidNone}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
