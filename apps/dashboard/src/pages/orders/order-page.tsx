import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MemberOrderDetail, OrderItem, Payment } from '@organizer/shared/dashboard-api';
import { useParams } from '@tanstack/react-router';
import { CorrectBuyerDialog } from '#app/pages/orders/correct-dialogs.tsx';
import { OrderActions } from '#app/pages/orders/order-actions.tsx';
import { useOrder } from '#app/pages/orders/order-query.ts';
import { Answers, PersonsSection } from '#app/pages/orders/persons-section.tsx';
import { MethodName, OrderStatusBadge } from '#app/pages/orders/status-badge.tsx';
import { TimelineSection } from '#app/pages/orders/timeline-section.tsx';
import type { Tagged } from '#app/parts/api.ts';
import { useEventOf } from '#app/parts/events.ts';
import { Facts } from '#app/parts/facts.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { Money } from '#app/parts/money.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { RefundQuestions } from './refund-question.tsx';

/** An order with its buyer, tickets, add-ons, payments and timeline. */
export function Page() {
  const t = useMessages('orderPage');
  const navigation = useMessages('navigation');
  const { orderNumber } = useParams({ from: '/frame/organizers/$organizer/orders/$orderNumber' });
  const query = useOrder(orderNumber);
  return (
    <PageFrame
      title={t.order({ number: orderNumber })}
      back={{ to: '/organizers/$organizer/orders', title: navigation.orders }}
      badge={query.data && <OrderStatusBadge status={query.data.order.status} />}
      actions={query.data && <OrderActions detail={query.data} />}
    >
      <Loaded query={query}>
        {(detail) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <SummarySection detail={detail} />
              <BuyerSection detail={detail} />
            </SimpleGrid>
            <ItemsSection detail={detail} />
            {detail.order.tickets.length > 0 && <PersonsSection detail={detail} />}
            {detail.entitlements.length > 0 && <AddonsSection detail={detail} />}
            <RefundQuestions detail={detail} />
            {detail.payments.length > 0 && <PaymentsSection detail={detail} />}
            <TimelineSection order={detail.order} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

interface DetailProps {
  readonly detail: Tagged<MemberOrderDetail>;
}

function SummarySection({ detail }: DetailProps) {
  const t = useMessages('orderPage');
  const list = useMessages('orders');
  const event = useEventOf()(detail.order.eventId);
  const { status, createdAt, paidAt, expiresAt, total, currency } = detail.order;
  const zone = event?.timezone;
  return (
    <Section title={event?.name ?? list.event}>
      <Facts
        facts={[
          [t.total, <Money key="total" amount={total} currency={currency} />],
          [list.method, <MethodName key="method" method={detail.paymentMethod} />],
          [t.created, <Time key="created" at={createdAt} zone={zone} />],
          ...(paidAt === null ? [] : [[t.paid, <Time key="paid" at={paidAt} zone={zone} />] as const]),
          ...(status === 'pending' && expiresAt !== null
            ? [[t.expires, <Time key="expires" at={expiresAt} zone={zone} />] as const]
            : []),
        ]}
      />
    </Section>
  );
}

function BuyerSection({ detail }: DetailProps) {
  const t = useMessages('orderPage');
  const [isOpen, dialog] = useDisclosure(false);
  const { order, buyerRemovedAt, actions } = detail;
  const { buyer } = order;
  const correct = actions.includes('correct_buyer') && (
    <RowButton onClick={dialog.open} label={t.correctBuyer}>
      {' '}
      {t.correct}
    </RowButton>
  );
  if (buyerRemovedAt !== null || buyer === undefined) return <Section title={t.buyer} text={t.removed} />;
  return (
    <Section title={t.buyer} aside={correct}>
      <Facts
        facts={[
          [t.name, <bdi key="name">{buyer.name || t.none}</bdi>],
          [t.email, <bdi key="email">{buyer.email || t.none}</bdi>],
          [t.phone, <bdi key="phone">{buyer.phone || t.none}</bdi>],
        ]}
      />
      <Answers answers={buyer.answers} />
      <CorrectBuyerDialog opened={isOpen} onClose={dialog.close} detail={detail} />
    </Section>
  );
}

function ItemsSection({ detail: { order, refundedTax } }: DetailProps) {
  const t = useMessages('orderPage');
  const { currency, feeBreakdown: fees, refundedTotal } = order;
  const amount = (value: number) => <Money amount={value} currency={currency} />;
  const columns: readonly Column<OrderItem>[] = [
    { key: 'name', title: t.item, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'quantity', title: t.quantity, align: 'end', cell: ({ quantity }) => quantity },
    { key: 'price', title: t.unitPrice, align: 'end', cell: ({ unitPrice }) => amount(unitPrice) },
    { key: 'total', title: t.sum, align: 'end', cell: ({ total }) => amount(total) },
  ];
  const sums: readonly (readonly [string, number])[] = [
    [t.subtotal, fees.subtotal],
    [t.discount, -fees.discount],
    [t.platformFee, fees.platformFee],
    [t.paymentFee, fees.paymentFee],
    [t.tax, fees.tax],
    [t.total, fees.total],
    [t.net, fees.organizerNet],
    [t.refunded, -refundedTotal],
    [t.refundedTax, -refundedTax],
  ];
  const text = fees.paidBy === 'buyer' ? t.feesByBuyer : t.feesByOrganizer;
  return (
    <Section title={t.items} text={fees.platformFee + fees.paymentFee > 0 ? text : undefined}>
      <Rows rows={order.items} label={t.items} columns={columns} rowKey={({ id }) => id} />
      <Facts
        kind="sums"
        facts={sums
          .filter(([label, value]) => value !== 0 || label === t.total)
          .map(([label, value]) => [
            label,
            label === t.total ? <strong key={label}>{amount(value)}</strong> : amount(value),
          ])}
      />
    </Section>
  );
}

type Entitlement = MemberOrderDetail['entitlements'][number];

function AddonsSection({ detail: { entitlements } }: DetailProps) {
  const t = useMessages('orderPage');
  const columns: readonly Column<Entitlement>[] = [
    { key: 'name', title: t.addon, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'units',
      title: t.units,
      align: 'end',
      cell: ({ unitsRemaining, unitsTotal }) => t.unitsOf({ left: unitsRemaining, total: unitsTotal }),
    },
  ];
  return (
    <Section title={t.addons}>
      <Rows
        rows={entitlements}
        label={t.addons}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/organizers/$organizer/addons/$id', params: { id } })}
      />
    </Section>
  );
}

function PaymentsSection({ detail: { payments, order } }: DetailProps) {
  const t = useMessages('orderPage');
  const zone = useEventOf()(order.eventId)?.timezone;
  const columns: readonly Column<Payment>[] = [
    { key: 'method', title: t.method, cell: ({ method }) => <MethodName method={method} /> },
    { key: 'status', title: t.status, cell: ({ status }) => t.paymentStatuses[status] },
    {
      key: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amount, currency, refunds, disputes }) => (
        <Stack gap={2}>
          <Money amount={amount} currency={currency} />
          {refunds.map((refund) => (
            <Text key={refund.id} size="xs" c={refund.status === 'failed' ? 'red' : 'dimmed'}>
              {t.refundStatuses[refund.status]}
              {refund.origin !== null && ` (${t.origins[refund.origin]})`}:{' '}
              <Money amount={-refund.amount} currency={refund.currency} />
            </Text>
          ))}
          {disputes.map((dispute) => (
            <Text key={dispute.reference} size="xs" c={dispute.status === 'open' ? 'red' : 'dimmed'}>
              {t.disputes[dispute.status]} (<bdi>{dispute.reason.replaceAll('_', ' ')}</bdi>){' '}
              <Money amount={dispute.amount} currency={dispute.currency} />
            </Text>
          ))}
        </Stack>
      ),
    },
    { key: 'started', title: t.started, cell: ({ createdAt }) => <Time at={createdAt} zone={zone} /> },
  ];
  return (
    <Section title={t.payments}>
      <Rows rows={payments} label={t.payments} columns={columns} rowKey={({ id }) => id} />
    </Section>
  );
}
