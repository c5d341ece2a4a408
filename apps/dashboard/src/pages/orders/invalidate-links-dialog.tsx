import { Checkbox, Stack, Text } from '@mantine/core';
import type { OrderTicket } from '@organizer/shared/dashboard-api';
import { useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

interface DialogProps {
  readonly onClose: () => void;
  readonly orderNumber: string;
  readonly hasValidTickets: boolean;
}

/** Invalidates all links to an order, and its QR codes if the member chooses so. */
export function InvalidateLinksDialog({ opened, ...props }: DialogProps & { readonly opened: boolean }) {
  const t = useMessages('orderPage');
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t.invalidateTitle}>
      <InvalidateLinksForm {...props} />
    </Dialog>
  );
}

function InvalidateLinksForm({ onClose, orderNumber, hasValidTickets }: DialogProps) {
  const t = useMessages('orderPage');
  const path = useOrderPath(orderNumber);
  const reload = useReloadOrder(orderNumber);
  const form = useApiForm({
    initialValues: { replaceQrCodes: false },
    submit: (values) => post(path('invalidate-links'), values),
    onDone: async () => {
      onClose();
      await reload();
      notifyDone(t.invalidated);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.invalidateText}</Text>
        {hasValidTickets && (
          <Checkbox label={t.replaceQrCodes} description={t.replaceQrCodesText} {...form.input('replaceQrCodes')} />
        )}
        <FormEnd form={form} submit={t.invalidate} />
      </Stack>
    </form>
  );
}

/** Whether a ticket has a QR code that can be replaced. */
export function hasValidTickets(tickets: readonly OrderTicket[]): boolean {
  return tickets.some(({ status }) => status === 'valid');
}
