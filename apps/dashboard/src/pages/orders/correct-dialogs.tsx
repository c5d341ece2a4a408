import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { Answer, MemberOrderDetail, Question } from '@organizer/shared/dashboard-api';
import { ageDayOf } from '@organizer/shared/questions/age-rule';
import { type Person, visibleQuestions } from '@organizer/shared/questions/visible-questions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventQuery, type StoredEvent } from '#app/pages/events/event-query.ts';
import { questionsQuery } from '#app/pages/events/question-query.ts';
import { hasValidTickets } from '#app/pages/orders/invalidate-links-dialog.tsx';
import { useOrder, useOrderPath, useReloadOrder } from '#app/pages/orders/order-query.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { AnswerInput } from '#app/parts/answer-input.tsx';
import { patch, type Tagged } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Loaded } from '#app/parts/states.tsx';

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
      person={{ askedOf: 'buyer', offerIds: boughtIn(props.detail) }}
      answersOf={({ order: { buyer } }) => buyer?.answers}
      canReplaceQrCodes={hasValidTickets(props.detail.order.tickets)}
      fieldsOf={({ order: { buyer } }) => [
        { name: 'name', label: t.name, value: buyer?.name, maxLength: 300 },
        { name: 'email', label: t.email, value: buyer?.email, maxLength: 254, type: 'email', isText: true },
        { name: 'phone', label: t.phone, value: buyer?.phone, maxLength: 50, type: 'tel' },
      ]}
    />
  );
}

/** The ids of the ticket types and add-ons of an order. */
function boughtIn({ order }: MemberOrderDetail): readonly string[] {
  return order.items.flatMap(({ ticketTypeId, addonId }) => ticketTypeId ?? addonId ?? []);
}

/** Corrects the holder of a ticket. */
export function CorrectHolderDialog({ ticketId, ...props }: DialogProps & { readonly ticketId: string }) {
  const t = useMessages('orderPage');
  const ticketOf = ({ order }: MemberOrderDetail) => order.tickets.find(({ id }) => id === ticketId);
  const { ticketTypeId = '', addons = [] } = ticketOf(props.detail) ?? {};
  return (
    <CorrectionDialog
      {...props}
      title={t.correctHolder}
      part={`tickets/${ticketId}`}
      person={{ askedOf: 'holder', offerIds: [ticketTypeId, ...addons.map(({ addonId }) => addonId)] }}
      answersOf={(detail) => ticketOf(detail)?.answers}
      fieldsOf={(detail, { nameFields }) => {
        const ticket = ticketOf(detail);
        const isDivided = ticket?.lastName || (nameFields === 'firstAndLast' && !ticket?.holderName);
        return [
          ...(isDivided
            ? [
                { name: 'firstName', label: t.firstName, value: ticket?.firstName, maxLength: 149, isText: true },
                { name: 'lastName', label: t.lastName, value: ticket?.lastName, maxLength: 149, isText: true },
              ]
            : [{ name: 'holderName', label: t.holder, value: ticket?.holderName, maxLength: 300 }]),
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
  readonly fieldsOf: (detail: MemberOrderDetail, event: StoredEvent) => readonly CorrectedField[];
  /** Who is corrected, and what the person has bought: this decides which questions the person is asked. */
  readonly person: Person;
  readonly answersOf: (detail: MemberOrderDetail) => readonly Answer[] | undefined;
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
      <LoadedForm {...props} />
    </Dialog>
  );
}

/** Loads what the person was asked. */
function LoadedForm({ person, ...props }: CorrectionProps) {
  const { slug } = useOrganizer();
  const { eventId } = props.detail.order;
  const event = useQuery(eventQuery(slug, eventId));
  const questions = useQuery(questionsQuery(slug, eventId));
  const ageRule = event.data?.ticketTypes.find(({ id }) => person.offerIds.includes(id))?.ageRule ?? null;
  return (
    <Loaded query={event}>
      {(stored) => (
        <Loaded query={questions}>
          {({ data }) => (
            <CorrectionForm
              {...props}
              event={stored}
              person={{ ...person, ageDay: ageDayOf(ageRule, stored) }}
              questions={data.filter(({ isArchived }) => !isArchived)}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** The values of the fields by their names, and the answers. */
interface Values extends Record<string, unknown> {
  /** By the id of the question; null for none. */
  answers: Readonly<Record<string, Answer['value'] | null>>;
}

function CorrectionForm({
  detail,
  event,
  text,
  part,
  fieldsOf,
  person,
  answersOf,
  questions,
  canReplaceQrCodes = false,
  onClose,
}: CorrectionProps & { readonly event: StoredEvent; readonly questions: readonly Question[] }) {
  const t = useMessages('orderPage');
  const parts = useMessages('parts');
  const { orderNumber } = detail.order;
  const path = useOrderPath(orderNumber);
  const reload = useReloadOrder(orderNumber);
  const { refetch } = useOrder(orderNumber);
  const [replaceQrCodes, setReplaceQrCodes] = useState(false);
  const fields = fieldsOf(detail, event);
  const valuesOf = (current: MemberOrderDetail): Values => ({
    ...Object.fromEntries(fieldsOf(current, event).map(({ name, value }) => [name, value ?? ''])),
    answers: Object.fromEntries((answersOf(current) ?? []).map(({ questionId, value }) => [questionId, value])),
  });
  const form = useApiForm<Values, void>({
    initialValues: valuesOf(detail),
    edited: {
      etag: detail.etag,
      reload: async () => {
        const { data = detail } = await refetch({ throwOnError: true });
        return { etag: data.etag, values: valuesOf(data) };
      },
    },
    // The audit log lists the fields that were sent.
    submit: async ({ answers, ...values }, { before, headers }) => {
      const changes = Object.entries(changedFields<Record<string, unknown>>(before, values)).map(([name, value]) => {
        const isRemoved = value === '' && !fields.find((field) => field.name === name)?.isText;
        return [name, isRemoved ? null : value];
      });
      const changedAnswers = changedFields(before.answers, answers);
      if (Object.keys(changedAnswers).length > 0) changes.push(['answers', changedAnswers]);
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
  const { answers } = form.fields.getValues();
  const asked = visibleQuestions(questions, person, answers);
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
        {asked.map((question) => (
          <AnswerInput
            key={question.id}
            question={{ ...question, options: question.options?.filter(({ isArchived }) => !isArchived) ?? null }}
            value={answers[question.id]}
            {...form.input(`answers.${question.id}`)}
            errors={form.fields.errors}
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
