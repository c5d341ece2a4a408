import { Checkbox, MultiSelect, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { Event as EventDetails, ManagedGate } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { gateMessages } from '#app/messages/gates.ts';
import { partMessages } from '#app/messages/parts.ts';
import { fromInput, toInput } from '#app/pages/events/zoned-time.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { gatesKey } from './gate-queries.ts';

interface GateDialogProps {
  readonly event: EventDetails;
  /** Null for a gate to add. */
  readonly gate: ManagedGate | null;
  readonly onClose: () => void;
}

/** Adds or changes a gate. */
export function GateDialog(props: GateDialogProps) {
  const t = useMessages(gateMessages);
  return (
    <Dialog size="lg" title={props.gate === null ? t.addGate : t.editGate} onClose={props.onClose}>
      <GateForm {...props} />
    </Dialog>
  );
}

function GateForm({ event, gate, onClose }: GateDialogProps) {
  const t = useMessages(gateMessages);
  const parts = useMessages(partMessages);
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const { timezone: zone } = event;
  const form = useApiForm({
    initialValues: {
      name: gate?.name ?? '',
      direction: gate?.direction ?? 'entry',
      reentry: gate?.reentry ?? false,
      ticketTypeIds: [...(gate?.ticketTypeIds ?? [])],
      categories: [...(gate?.categories ?? [])],
      opensAt: toInput(gate?.opensAt ?? null, zone),
      closesAt: toInput(gate?.closesAt ?? null, zone),
    },
    submit: ({ opensAt, closesAt, ...values }) => {
      const body = { ...values, opensAt: fromInput(opensAt, zone), closesAt: fromInput(closesAt, zone) };
      return gate === null
        ? post<ManagedGate>(organizerPath(slug, `events/${event.id}/gates`), body)
        : patch<ManagedGate>(organizerPath(slug, `gates/${gate.id}`), body);
    },
    onDone: ({ name }) => {
      queryClient.invalidateQueries({ queryKey: gatesKey(slug, event.id) });
      notifyDone(gate === null ? t.gateAdded(name) : parts.saved);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t.gateName}
          description={t.gateNameHint}
          maxLength={100}
          dir="auto"
          required
          ref={focusWhenShown}
          data-autofocus
          {...form.input('name')}
        />
        <Select
          label={t.direction}
          allowDeselect={false}
          data={(['entry', 'exit', 'both'] as const).map((value) => ({ value, label: t.directions[value] }))}
          {...form.input('direction')}
        />
        <Checkbox
          label={t.reentry}
          description={t.reentryHint}
          name="reentry"
          {...form.fields.getInputProps('reentry', { type: 'checkbox' })}
        />
        <MultiSelect
          label={t.ticketTypes}
          description={t.ticketTypesHint}
          data={event.ticketTypes.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': `${t.ticketTypes}: ${parts.all}` }}
          {...form.input('ticketTypeIds')}
        />
        <TagsInput label={t.categories} description={t.categoriesHint} {...form.input('categories')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput type="datetime-local" label={t.opens} description={t.inZone(zone)} {...form.input('opensAt')} />
          <TextInput type="datetime-local" label={t.closes} description={t.inZone(zone)} {...form.input('closesAt')} />
        </SimpleGrid>
        <FormEnd form={form} submit={gate === null ? t.addGate : parts.save} />
      </Stack>
    </form>
  );
}
