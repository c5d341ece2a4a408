import { Group, Stack, Text } from '@mantine/core';
import type { Attention } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AlertIcon, CheckIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded, LoadingState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { attentionQuery } from './overview-queries.ts';

/**
 * What somebody should act on, each with a link to the page on which to do it.
 *
 * @param props.hidesNothing whether the section is missing if there is nothing
 */
export function AttentionSection({ hidesNothing }: { readonly hidesNothing: boolean }) {
  const t = useMessages('overview');
  const { slug } = useOrganizer();
  const attention = useQuery(attentionQuery(slug));
  if (hidesNothing && (attention.data === undefined || isNothing(attention.data))) return null;
  return (
    <Section title={t.attention}>
      <Loaded query={attention} loading={<LoadingState lines={2} />}>
        {(data) => <Notices attention={data} />}
      </Loaded>
    </Section>
  );
}

function isNothing(attention: Attention): boolean {
  return Object.values(attention).every((value) => (Array.isArray(value) ? value.length === 0 : !value));
}

function Notices({ attention }: { readonly attention: Attention }) {
  const t = useMessages('overview');
  const { formats } = useLanguage();
  const { unpayable, failingEndpoints, failedRefunds, failedMails, unpaidOrders, unpaidUnitsOfOneSource, soldOut } =
    attention;
  const { openDisputes, refundsWithoutTickets } = attention;
  const toOrders = (
    <PageLink to="/organizers/$organizer/orders" search={{ status: 'pending' }} size="sm">
      {t.toOrders}
    </PageLink>
  );
  const notices = [
    ...(unpayable
      ? [
          <Notice
            key="unpayable"
            action={
              <PageLink to="/organizers/$organizer/settings" size="sm">
                {t.toSettings}
              </PageLink>
            }
          >
            {t.unpayable}
          </Notice>,
        ]
      : []),
    ...(failingEndpoints ?? []).map(({ id, url, failingSince }) => (
      <Notice
        key={id}
        action={
          <PageLink to="/organizers/$organizer/webhooks/endpoints/$endpointId" params={{ endpointId: id }} size="sm">
            {t.toEndpoint}
          </PageLink>
        }
      >
        {t.failingEndpoint({ url })} (<Time at={failingSince} as="relative" />
        ).
      </Notice>
    )),
    ...(failedRefunds ?? []).map((refund) => <RefundNotice key={refund.id} refund={refund} />),
    ...[
      ...(openDisputes ?? []).map((money) => ({ ...money, text: t.disputed })),
      ...(refundsWithoutTickets ?? []).map((money) => ({ ...money, text: t.refundWithoutTickets })),
    ].map(({ orderNumber, amount, currency, text }) => (
      <Notice key={`${orderNumber} ${amount} ${text === t.disputed}`} action={<OrderLink orderNumber={orderNumber} />}>
        {text({ order: orderNumber, amount: formats.money(amount, currency) })}
      </Notice>
    )),
    ...(failedMails ?? []).map((orderNumber) => (
      <Notice key={orderNumber} action={<OrderLink orderNumber={orderNumber} />}>
        {t.failedMail({ order: orderNumber })}
      </Notice>
    )),
    ...(unpaidOrders
      ? [
          <Notice key="unpaid" action={toOrders}>
            {t.unpaidOrders({ count: unpaidOrders })}
          </Notice>,
        ]
      : []),
    ...(unpaidUnitsOfOneSource === null
      ? []
      : [
          <Notice key="one-source" action={toOrders}>
            {t.unpaidUnitsOfOneSource({ units: unpaidUnitsOfOneSource })}
          </Notice>,
        ]),
    ...soldOut.map(({ ticketTypeId, name, eventName, eventId }) => (
      <Notice
        key={ticketTypeId}
        action={
          <PageLink to="/organizers/$organizer/events/$eventId" params={{ eventId }} size="sm">
            {t.toEvent}
          </PageLink>
        }
      >
        {t.soldOut({ type: name, event: eventName })}
      </Notice>
    )),
  ];
  if (isNothing(attention)) {
    return (
      <Group gap="xs">
        <CheckIcon />
        <Text size="sm">{t.nothing}</Text>
      </Group>
    );
  }
  return (
    <Stack component="ul" gap="md" className="plain-list">
      {notices}
    </Stack>
  );
}

/** A refund that the payment provider has rejected. */
function RefundNotice({ refund }: { readonly refund: NonNullable<Attention['failedRefunds']>[number] }) {
  const t = useMessages('overview');
  const { formats } = useLanguage();
  const { slug: organizer } = useOrganizer();
  const can = useCan();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { id, orderNumber } = refund;
  const amount = formats.money(refund.amount, refund.currency);
  const retry = () =>
    confirm({
      title: t.retryRefundTitle,
      text: t.retryRefundText({ order: orderNumber, amount }),
      action: t.retryRefund,
      kind: 'normal',
      run: async () => {
        await post(organizerPath(organizer, `refunds/${id}/retry`), {});
        queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'attention'] });
        notifyDone(t.refundRetried);
      },
    });
  const actions = (
    <>
      <OrderLink orderNumber={orderNumber} />
      {can('orders:write') && <RowButton onClick={retry}>{t.retryRefund}</RowButton>}
    </>
  );
  return <Notice action={actions}>{t.failedRefund({ order: orderNumber, amount })}</Notice>;
}

function Notice({ action, children }: { readonly action: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="notice">
      <AlertIcon size={16} />
      <Text size="sm" className="notice-words">
        {children}
      </Text>
      <Group gap="sm">{action}</Group>
    </li>
  );
}

function OrderLink({ orderNumber }: { readonly orderNumber: string }) {
  const t = useMessages('overview');
  return (
    <PageLink to="/organizers/$organizer/orders/$orderNumber" params={{ orderNumber }} size="sm">
      {t.toOrder}
    </PageLink>
  );
}
