import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { MemberOrderDetail } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { hasValidTickets } from '#app/pages/orders/invalidate-links-dialog.tsx';
import { useOrder, useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { patch, type Tagged } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly detail: Tagged<MemberOrderDetail>;
}

/** Corrects the buyer of an order. */
export function CorrectBuyerDialog(props: DialogProps) {
  const t = useMessages('orderPage');
  return (
    <CorrectionDialog
      {...props}
      title={t.correctBuyer}
      text={t.correctBuyerText}
      part="buyer"
      canReplaceQrCodes={hasValidTickets(props.detail.order.tickets)}
      fieldsOf={({ order: { buyer } }) => [
        { name: 'name', label: t.name, value: buyer?.name, maxLength: 300 },
        { name: 'email', label: t.email, value: buyer?.email, maxLength: 254, type: 'email', isText: true },
        { name: 'phone', label: t.phone, value: buyer?.phone, maxLength: 50, type: 'tel' },
      ]}
    />
  );
}

/** Corrects the holder of a ticket. */
export function CorrectHolderDialog({ ticketId, ...props }: DialogProps & { readonly ticketId: string }) {
  const t = useMessages('orderPage');
  return (
    <CorrectionDialog
      {...props}
      title={t.correctHolder}
      part={`tickets/${ticketId}`}
      fieldsOf={({ order }) => {
        const ticket = order.tickets.find(({ id }) => id === ticketId);
        return [
          { name: 'holderName', label: t.holder, value: ticket?.holderName, maxLength: 300 },
          { name: 'bib', label: t.bib, value: ticket?.bib, maxLength: 50, isText: true },
          { name: 'category', label: t.category, value: ticket?.category, maxLength: 100 },
        ];
      }}
    />
  );
}

interface CorrectionProps extends Omit<DialogProps, 'opened'> {
  readonly text?: string;
  /** The path of the corrected resource below that of the order. */
  readonly part: string;
  readonly fieldsOf: (detail: MemberOrderDetail) => readonly CorrectedField[];
  /** Whether the member can choose that the tickets of the order get new QR codes. */
  readonly canReplaceQrCodes?: boolean;
}

interface CorrectedField {
  readonly name: string;
  readonly label: string;
  readonly value: string | null | undefined;
  readonly maxLength: number;
  readonly type?: 'email' | 'tel';
  /** Whether an empty field is sent as empty text. Otherwise it is sent as null, which removes the value. */
  readonly isText?: boolean;
}

function CorrectionDialog({
  opened,
  title,
  ...props
}: CorrectionProps & { readonly opened: boolean; readonly title: string }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title}>
      <CorrectionForm {...props} />
    </Dialog>
  );
}

function CorrectionForm({ detail, text, part, fieldsOf, canReplaceQrCodes = false, onClose }: CorrectionProps) {
  const t = useMessages('orderPage');
  const parts = useMessages('parts');
  const { orderNumber } = detail.order;
  const path = useOrderPath(orderNumber);
  const reload = useReloadOrder(orderNumber);
  const { refetch } = useOrder(orderNumber);
  const [replaceQrCodes, setReplaceQrCodes] = useState(false);
  const fields = fieldsOf(detail);
  const valuesOf = (current: MemberOrderDetail) =>
    Object.fromEntries(fieldsOf(current).map(({ name, value }) => [name, value ?? '']));
  const form = useApiForm<Record<string, string>, void>({
    initialValues: valuesOf(detail),
    edited: {
      etag: detail.etag,
      reload: async () => {
        const { data = detail } = await refetch({ throwOnError: true });
        return { etag: data.etag, values: valuesOf(data) };
      },
    },
    // The audit log lists the fields that were sent.
    submit: async (values, { before, headers }) => {
      const changes = Object.entries(changedFields(before, values)).map(([name, value]) => {
        const isRemoved = value === '' && !fields.find((field) => field.name === name)?.isText;
        return [name, isRemoved ? null : value];
      });
      if (changes.length === 0 && !replaceQrCodes) return;
      await patch(
        path(part),
        { ...Object.fromEntries(changes), ...(replaceQrCodes ? { replaceQrCodes } : {}) },
        headers,
      );
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
        {text !== undefined && <Text size="sm">{text}</Text>}
        {fields.map(({ name, label, maxLength, type = 'text' }, index) => (
          <TextInput
            key={name}
            type={type}
            label={label}
            autoComplete="off"
            maxLength={maxLength}
            data-autofocus={index === 0 || undefined}
            {...form.input(name)}
          />
        ))}
        {canReplaceQrCodes && (
          <Checkbox
            label={t.replaceQrCodes}
            description={t.replaceQrCodesText}
            checked={replaceQrCodes}
            onChange={(event) => setReplaceQrCodes(event.currentTarget.checked)}
          />
        )}
        <FormEnd form={form} submit={parts.save} />
      </Stack>
    </form>
  );
}
