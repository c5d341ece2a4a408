import {
  Alert,
  Button,
  Checkbox,
  Group,
  Loader,
  NumberInput,
  SegmentedControl,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MemberOrderDetail, RefundPreview, RefundResult, RefundSelection } from '@organizer/shared/dashboard-api';
import { currencyDecimals } from '@organizer/shared/formats';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { TicketLabel } from '#app/pages/orders/ticket-label.tsx';
import { hasReason, post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote, Loaded } from '#app/parts/states.tsx';
import { useUnsaved } from '#app/parts/unsaved.tsx';

interface RefundDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly detail: MemberOrderDetail;
}

/** Refunds an order in full, chosen tickets and add-ons, or only an amount. It shows what the refund will do first. */
export function RefundDialog({ opened, onClose, detail }: RefundDialogProps) {
  const t = useMessages('refunds');
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title} size="lg">
      <RefundForm detail={detail} onClose={onClose} />
    </Dialog>
  );
}

/** The chosen tickets, and the chosen quantities of add-ons by item; null: everything that is not refunded yet. */
type Chosen = { readonly ticketIds: readonly string[]; readonly quantities: Readonly<Record<string, number>> } | null;

/** What the form asks the server to refund. */
interface Target {
  readonly chosen: Chosen;
  /** An amount and its reason, instead of what is chosen; null if tickets and add-ons are refunded. */
  readonly amount: { readonly value: number | string; readonly reason: string } | null;
}

function RefundForm({ detail, onClose }: Omit<RefundDialogProps, 'opened'>) {
  const t = useMessages('refunds');
  const parts = useMessages('parts');
  const { formats } = useLanguage();
  const { order } = detail;
  const path = useOrderPath(order.orderNumber);
  const reload = useReloadOrder(order.orderNumber);
  const [target, setTarget] = useState<Target>({ chosen: null, amount: null });
  const [settled] = useDebouncedValue(target, 250);
  const options = { staleTime: 0, gcTime: 0, retry: false } as const;
  const whole = useQuery({
    ...options,
    queryKey: ['refund-preview', order.orderNumber],
    queryFn: () => post<RefundPreview>(path('refund-preview'), {}),
  });
  const preview = useQuery({
    ...options,
    queryKey: ['refund-preview', order.orderNumber, settled],
    queryFn: () => post<RefundPreview>(path('refund-preview'), bodyOf(settled, order.currency)),
    enabled: isComplete(settled),
    placeholderData: keepPreviousData,
  });
  const sendRefund = ({ refundedQuantity, refundedTotal }: RefundPreview) =>
    post<RefundResult>(path('refund'), { ...bodyOf(target, order.currency), refundedQuantity, refundedTotal });
  const refund = useChange(sendRefund, {
    onDone: async ({ amount, byOrganizer, currency }) => {
      notifyDone(
        byOrganizer > 0
          ? t.doneByHand({ amount: formats.money(byOrganizer, currency) })
          : t.done({ amount: formats.money(amount, currency) }),
      );
      onClose();
      await reload();
    },
    onFailed: async (error) => {
      if (!hasReason(error, 'refund_preview_outdated')) return;
      setTarget({ chosen: null, amount: null });
      await Promise.all([whole.refetch(), preview.refetch()]);
    },
  });
  useUnsaved(() => target.amount !== null && target.amount.value !== '');
  const isCurrent = target === settled && !preview.isFetching && preview.error === null;
  const nothing = target.amount === null ? t.nothing : t.incomplete;
  const shown = isComplete(target) ? preview.data : undefined;
  return (
    <Loaded query={whole}>
      {(refundable) => (
        <Stack>
          <SegmentedControl
            aria-label={t.what}
            data={[
              { value: 'parts', label: t.parts },
              { value: 'amount', label: t.amountOnly },
            ]}
            value={target.amount === null ? 'parts' : 'amount'}
            onChange={(mode) => setTarget({ ...target, amount: mode === 'amount' ? { value: '', reason: '' } : null })}
          />
          {target.amount === null ? (
            <Parts
              detail={detail}
              refundable={refundable}
              chosen={target.chosen}
              onChange={(chosen) => setTarget({ chosen, amount: null })}
            />
          ) : (
            <AmountFields
              amount={target.amount}
              currency={order.currency}
              onChange={(amount) => setTarget({ ...target, amount })}
            />
          )}
          {!isComplete(target) && <Text size="sm">{nothing}</Text>}
          {shown !== undefined && <Effects preview={shown} isCurrent={isCurrent} isMailed={!!order.buyer?.email} />}
          <ErrorNote error={refund.error ?? (isComplete(target) ? preview.error : null)} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={refund.isRunning} data-autofocus>
              {parts.cancel}
            </Button>
            <Button
              color="red"
              disabled={!isCurrent || shown === undefined}
              loading={refund.isRunning}
              onClick={() => shown !== undefined && refund.run(shown)}
            >
              {shown === undefined || shown.amount === 0
                ? t.actionFree
                : t.action({ amount: formats.money(shown.amount, shown.currency) })}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

function isComplete({ chosen, amount }: Target): boolean {
  if (amount !== null) return typeof amount.value === 'number' && amount.value > 0 && amount.reason.trim() !== '';
  if (chosen === null) return true;
  return chosen.ticketIds.length > 0 || Object.values(chosen.quantities).some((quantity) => quantity > 0);
}

function bodyOf({ chosen, amount }: Target, currency: string): RefundSelection {
  if (amount !== null) {
    const minorUnits = Math.round(Number(amount.value) * 10 ** currencyDecimals(currency));
    return { amount: minorUnits, reason: amount.reason.trim() };
  }
  if (chosen === null) return {};
  const items = Object.entries(chosen.quantities).map(([itemId, quantity]) => ({ itemId, quantity }));
  return { ticketIds: chosen.ticketIds, items: items.filter(({ quantity }) => quantity > 0) };
}

interface PartsProps {
  readonly detail: MemberOrderDetail;
  readonly refundable: RefundPreview;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** The tickets, with the names of their holders, and the quantities of add-ons. */
function Parts({ detail, refundable, chosen, onChange }: PartsProps) {
  const t = useMessages('refunds');
  const refundableIds = new Set(refundable.tickets.map(({ ticketId }) => ticketId));
  const tickets = detail.order.tickets.filter(({ id }) => refundableIds.has(id));
  const maxima = new Map(refundable.items.map((item) => [item.itemId, item.refundable]));
  const addons = detail.order.items.filter(({ id, kind }) => kind === 'addon' && (maxima.get(id) ?? 0) > 0);
  const all = {
    ticketIds: tickets.map(({ id }) => id),
    quantities: Object.fromEntries(addons.map(({ id }) => [id, maxima.get(id) ?? 0])),
  };
  const { ticketIds, quantities } = chosen ?? all;
  const units = [...ticketIds, ...Object.values(quantities).filter((quantity) => quantity > 0)].length;
  return (
    <Stack gap="xs">
      <Text size="sm">{t.choose}</Text>
      <Checkbox
        label={t.all}
        checked={chosen === null}
        indeterminate={chosen !== null && units > 0}
        onChange={() => onChange(chosen === null ? { ticketIds: [], quantities: {} } : null)}
      />
      {tickets.map((ticket) => (
        <Checkbox
          key={ticket.id}
          ml="lg"
          label={<TicketLabel ticket={ticket} />}
          checked={ticketIds.includes(ticket.id)}
          onChange={({ currentTarget: { checked } }) => {
            const others = ticketIds.filter((id) => id !== ticket.id);
            onChange({ ticketIds: checked ? [...others, ticket.id] : others, quantities });
          }}
        />
      ))}
      {addons.map(({ id, name }) => (
        <AddonQuantity
          key={id}
          name={name}
          max={maxima.get(id) ?? 0}
          value={quantities[id] ?? 0}
          onChange={(quantity) => onChange({ ticketIds, quantities: { ...quantities, [id]: quantity } })}
        />
      ))}
    </Stack>
  );
}

function AddonQuantity({
  name,
  max,
  value,
  onChange,
}: {
  readonly name: string;
  readonly max: number;
  readonly value: number;
  readonly onChange: (quantity: number) => void;
}) {
  const t = useMessages('refunds');
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" ml="lg">
      <Text size="sm" component="bdi" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <NumberInput
          aria-label={t.quantityOf({ name })}
          w={90}
          min={0}
          max={max}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={value}
          onChange={(changed) => onChange(Number(changed) || 0)}
        />
        <Text size="sm" c="dimmed" w={60}>
          {t.ofRefundable({ count: max })}
        </Text>
      </Group>
    </Group>
  );
}

function AmountFields({
  amount,
  currency,
  onChange,
}: {
  readonly amount: NonNullable<Target['amount']>;
  readonly currency: string;
  readonly onChange: (amount: NonNullable<Target['amount']>) => void;
}) {
  const t = useMessages('refunds');
  return (
    <Stack gap="xs">
      <Text size="sm">{t.amountText}</Text>
      <DecimalInput
        label={t.amountLabel({ currency })}
        decimals={currencyDecimals(currency)}
        fixed
        value={amount.value}
        onChange={(value) => onChange({ ...amount, value })}
      />
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        maxLength={200}
        autoComplete="off"
        value={amount.reason}
        onChange={({ currentTarget: { value } }) => onChange({ ...amount, reason: value })}
      />
    </Stack>
  );
}

/** What the refund will do. */
function Effects({
  preview,
  isCurrent,
  isMailed,
}: {
  readonly preview: RefundPreview;
  readonly isCurrent: boolean;
  readonly isMailed: boolean;
}) {
  const t = useMessages('refunds');
  const { formats } = useLanguage();
  const { currency } = preview;
  const rows: readonly (readonly [string, number])[] = [
    [t.buyerGets, preview.amount],
    [t.tax, preview.tax],
    [t.decrease, preview.balanceDecrease],
    [t.fees, preview.fees],
  ];
  const voids = [
    ...(preview.ticketsVoided > 0 ? [t.voidsTickets({ count: preview.ticketsVoided })] : []),
    ...(preview.unitsVoided > 0 ? [t.voidsUnits({ count: preview.unitsVoided })] : []),
  ];
  const sentences = [
    preview.amount === 0 ? t.noMoney : null,
    preview.byProvider > 0 ? t.byProvider({ amount: formats.money(preview.byProvider, currency) }) : null,
    preview.byOrganizer > 0 ? t.byOrganizer({ amount: formats.money(preview.byOrganizer, currency) }) : null,
    voids.length === 0 ? null : `${formats.list(voids)}. ${t.canBeSold}`,
    preview.ticketsUsed > 0 ? t.used({ count: preview.ticketsUsed }) : null,
    preview.unitsConsumed > 0 ? t.consumed({ count: preview.unitsConsumed }) : null,
    isMailed ? t.mailed : t.notMailed,
  ].filter((sentence) => sentence !== null);
  return (
    <Alert variant="light" color="gray" icon={isCurrent ? undefined : <Loader size="xs" />} aria-live="polite">
      <Stack gap="xs">
        {preview.amount > 0 && (
          <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
            <Table.Tbody>
              {rows.map(([label, amount]) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" fw={400}>
                    {label}
                  </Table.Th>
                  <Table.Td ta="end">
                    <Money amount={amount} currency={currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
