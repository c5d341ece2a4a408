import { Alert, Button, Group, Loader, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MemberOrderDetail, RefundPreview, RefundResult } from '@organizer/shared/dashboard-api';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refundMessages } from '#app/messages/orders.ts';
import { partMessages } from '#app/messages/parts.ts';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { hasReason, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote, Loaded } from '#app/parts/states.tsx';

interface RefundDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly detail: MemberOrderDetail;
}

/** Refunds an order, in full or by line. It shows what the refund will do first. */
export function RefundDialog({ opened, onClose, detail }: RefundDialogProps) {
  const t = useMessages(refundMessages);
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title} size="lg">
      <RefundForm detail={detail} onClose={onClose} />
    </Dialog>
  );
}

/** The chosen quantities by item; null: everything that is not refunded yet. */
type Chosen = Readonly<Record<string, number>> | null;

function RefundForm({ detail, onClose }: Omit<RefundDialogProps, 'opened'>) {
  const t = useMessages(refundMessages);
  const parts = useMessages(partMessages);
  const { formats } = useLanguage();
  const { order } = detail;
  const path = useOrderPath(order.orderNumber);
  const reload = useReloadOrder(order.orderNumber);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [settled] = useDebouncedValue(chosen, 250);
  const isEmpty = chosen !== null && Object.values(chosen).every((quantity) => quantity === 0);
  const preview = useQuery({
    queryKey: ['refund-preview', order.orderNumber, settled],
    queryFn: () => post<RefundPreview>(path('refund-preview'), selectionOf(settled)),
    enabled: !(settled !== null && Object.values(settled).every((quantity) => quantity === 0)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const refund = useMutation({
    mutationFn: ({ refundedQuantity }: RefundPreview) =>
      post<RefundResult>(path('refund'), { ...selectionOf(chosen), refundedQuantity }),
    onSuccess: async ({ amount, byOrganizer, currency }) => {
      notifyDone(
        byOrganizer > 0 ? t.doneByHand(formats.money(byOrganizer, currency)) : t.done(formats.money(amount, currency)),
      );
      onClose();
      await reload();
    },
    onError: async (error) => {
      if (!hasReason(error, 'refund_preview_outdated')) return;
      setChosen(null);
      await preview.refetch();
    },
  });
  const isCurrent = chosen === settled && !preview.isFetching && preview.error === null;
  return (
    <Loaded query={preview}>
      {(shown) => (
        <Stack>
          <Text size="sm">{t.choose}</Text>
          <Quantities
            detail={detail}
            preview={shown}
            chosen={chosen}
            onChange={(itemId, quantity) => setChosen({ ...quantitiesOf(shown, chosen), [itemId]: quantity })}
          />
          {isEmpty ? <Text size="sm">{t.nothing}</Text> : <Effects preview={shown} isCurrent={isCurrent} />}
          <ErrorNote error={refund.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={refund.isPending} data-autofocus>
              {parts.cancel}
            </Button>
            <Button
              color="red"
              disabled={!isCurrent || isEmpty}
              loading={refund.isPending}
              onClick={() => refund.mutate(shown)}
            >
              {shown.amount === 0 ? t.actionFree : t.action(formats.money(shown.amount, shown.currency))}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

function selectionOf(chosen: Chosen): { items?: { itemId: string; quantity: number }[] } {
  if (chosen === null) return {};
  const items = Object.entries(chosen).map(([itemId, quantity]) => ({ itemId, quantity }));
  return { items: items.filter(({ quantity }) => quantity > 0) };
}

function quantitiesOf({ items }: RefundPreview, chosen: Chosen): Readonly<Record<string, number>> {
  return chosen ?? Object.fromEntries(items.map(({ itemId, refundable }) => [itemId, refundable]));
}

function Quantities({
  detail,
  preview,
  chosen,
  onChange,
}: {
  readonly detail: MemberOrderDetail;
  readonly preview: RefundPreview;
  readonly chosen: Chosen;
  readonly onChange: (itemId: string, quantity: number) => void;
}) {
  const t = useMessages(refundMessages);
  const quantities = quantitiesOf(preview, chosen);
  const refundable = new Map(preview.items.map((item) => [item.itemId, item.refundable]));
  return (
    <Stack gap="xs">
      {detail.order.items.map(({ id, name }) => {
        const maximum = refundable.get(id) ?? 0;
        return (
          <Group key={id} justify="space-between" wrap="nowrap" gap="md">
            <Text size="sm" component="bdi" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <NumberInput
                aria-label={t.quantityOf(name)}
                w={90}
                min={0}
                max={maximum}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
                disabled={maximum === 0}
                value={quantities[id] ?? 0}
                onChange={(value) => onChange(id, Number(value) || 0)}
              />
              <Text size="sm" c="dimmed" w={60}>
                {t.ofRefundable(maximum)}
              </Text>
            </Group>
          </Group>
        );
      })}
    </Stack>
  );
}

/** What the refund will do. */
function Effects({ preview, isCurrent }: { readonly preview: RefundPreview; readonly isCurrent: boolean }) {
  const t = useMessages(refundMessages);
  const { formats } = useLanguage();
  const { currency } = preview;
  const rows: readonly (readonly [string, number])[] = [
    [t.buyerGets, preview.amount],
    [t.tax, preview.tax],
    [t.decrease, preview.balanceDecrease],
    [t.fees, preview.fees],
  ];
  const voids = t.voids(preview.ticketsVoided, preview.unitsVoided);
  const sentences = [
    preview.amount === 0 ? t.noMoney : null,
    preview.byProvider > 0 ? t.byProvider(formats.money(preview.byProvider, currency)) : null,
    preview.byOrganizer > 0 ? t.byOrganizer(formats.money(preview.byOrganizer, currency)) : null,
    voids === '' ? null : `${voids}. ${t.canBeSold}`,
    preview.ticketsUsed > 0 ? t.used(preview.ticketsUsed) : null,
    preview.unitsConsumed > 0 ? t.consumed(preview.unitsConsumed) : null,
    t.mailed,
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
