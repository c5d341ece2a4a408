import { Stack, Text, TextInput } from '@mantine/core';
import type { Buyer, OrderTicket } from '@organizer/shared/dashboard-api';
import { orderPageMessages } from '#app/messages/orders.ts';
import { partMessages } from '#app/messages/parts.ts';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { patch } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly orderNumber: string;
}

/** Corrects the buyer of an order. */
export function CorrectBuyerDialog({ opened, ...props }: DialogProps & { readonly buyer: Buyer }) {
  const t = useMessages(orderPageMessages);
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t.correctBuyer}>
      <BuyerForm {...props} />
    </Dialog>
  );
}

function BuyerForm({ orderNumber, buyer, onClose }: Omit<DialogProps, 'opened'> & { readonly buyer: Buyer }) {
  const t = useMessages(orderPageMessages);
  const parts = useMessages(partMessages);
  const path = useOrderPath(orderNumber);
  const reload = useReloadOrder(orderNumber);
  const form = useApiForm({
    initialValues: { email: buyer.email, name: buyer.name ?? '', phone: buyer.phone ?? '' },
    // Only changed values are sent: the audit log lists the corrected fields.
    submit: async ({ email, name, phone }) => {
      const changes = {
        ...(email === buyer.email ? {} : { email }),
        ...(name === (buyer.name ?? '') ? {} : { name: name || null }),
        ...(phone === (buyer.phone ?? '') ? {} : { phone: phone || null }),
      };
      if (Object.keys(changes).length > 0) await patch(path('buyer'), changes);
    },
    onDone: async () => {
      onClose();
      await reload();
      notifyDone(t.corrected);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.correctBuyerText}</Text>
        <TextInput label={t.name} autoComplete="off" maxLength={300} data-autofocus {...form.input('name')} />
        <TextInput type="email" label={t.email} autoComplete="off" maxLength={254} {...form.input('email')} />
        <TextInput type="tel" label={t.phone} autoComplete="off" maxLength={50} {...form.input('phone')} />
        <FormEnd form={form} submit={parts.save} />
      </Stack>
    </form>
  );
}

/** Corrects the holder of a ticket. */
export function CorrectHolderDialog({ opened, ...props }: DialogProps & { readonly ticket: OrderTicket }) {
  const t = useMessages(orderPageMessages);
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t.correctHolder}>
      <HolderForm {...props} />
    </Dialog>
  );
}

function HolderForm({ orderNumber, ticket, onClose }: Omit<DialogProps, 'opened'> & { readonly ticket: OrderTicket }) {
  const t = useMessages(orderPageMessages);
  const parts = useMessages(partMessages);
  const path = useOrderPath(orderNumber);
  const reload = useReloadOrder(orderNumber);
  const before = { holderName: ticket.holderName ?? '', category: ticket.category ?? '' };
  const form = useApiForm({
    initialValues: before,
    submit: async ({ holderName, category }) => {
      const changes = {
        ...(holderName === before.holderName ? {} : { holderName: holderName || null }),
        ...(category === before.category ? {} : { category: category || null }),
      };
      if (Object.keys(changes).length > 0) await patch(path(`tickets/${ticket.id}`), changes);
    },
    onDone: async () => {
      onClose();
      await reload();
      notifyDone(t.corrected);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput label={t.holder} autoComplete="off" maxLength={300} data-autofocus {...form.input('holderName')} />
        <TextInput label={t.category} autoComplete="off" maxLength={100} {...form.input('category')} />
        <FormEnd form={form} submit={parts.save} />
      </Stack>
    </form>
  );
}
