import { Checkbox, MultiSelect, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { Event as EventDetails, ManagedGate } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fromInput, toInput } from '#app/pages/events/zoned-time.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, post, type Tagged } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Loaded } from '#app/parts/states.tsx';
import { gateQuery, gatesKey } from './gate-queries.ts';

interface GateDialogProps {
  readonly event: EventDetails;
  /** Null for a gate to add. */
  readonly gate: ManagedGate | null;
  readonly onClose: () => void;
}

/** Adds or changes a gate. */
export function GateDialog(props: GateDialogProps) {
  const t = useMessages('gates');
  return (
    <Dialog size="lg" title={props.gate === null ? t.addGate : t.editGate} onClose={props.onClose}>
      {props.gate === null ? <GateForm {...props} gate={null} /> : <EditedGate {...props} gate={props.gate} />}
    </Dialog>
  );
}

/** Changes a gate. It is read when the dialog opens, with its entity tag. */
function EditedGate({ gate, ...props }: GateDialogProps & { readonly gate: ManagedGate }) {
  const { slug } = useOrganizer();
  const stored = useQuery({ ...gateQuery(slug, props.event.id, gate.id), staleTime: 0 });
  return <Loaded query={stored}>{(data) => <GateForm {...props} gate={data} />}</Loaded>;
}

interface GateFormProps extends GateDialogProps {
  readonly gate: Tagged<ManagedGate> | null;
}

function valuesOf(gate: ManagedGate | null, zone: string) {
  return {
    name: gate?.name ?? '',
    direction: gate?.direction ?? 'entry',
    reentry: gate?.reentry ?? false,
    ticketTypeIds: [...(gate?.ticketTypeIds ?? [])],
    categories: [...(gate?.categories ?? [])],
    opensAt: toInput(gate?.opensAt ?? null, zone),
    closesAt: toInput(gate?.closesAt ?? null, zone),
  };
}

type Values = ReturnType<typeof valuesOf>;

function bodyOf({ opensAt, closesAt, ...values }: Partial<Values>, zone: string) {
  return {
    ...values,
    ...(opensAt === undefined ? {} : { opensAt: fromInput(opensAt, zone) }),
    ...(closesAt === undefined ? {} : { closesAt: fromInput(closesAt, zone) }),
  };
}

function GateForm({ event, gate, onClose }: GateFormProps) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const { timezone: zone } = event;
  const typeNames = new Map(event.ticketTypes.map(({ id, name }) => [id, name]));
  const textOf = (path: string, value: unknown) => {
    if (path === 'direction') return t.directions[value as Values['direction']];
    return path === 'ticketTypeIds' ? (value as string[]).map((id) => typeNames.get(id) ?? id).join(', ') : undefined;
  };
  const reload = async (gateId: string) => {
    const current = await queryClient.fetchQuery({ ...gateQuery(slug, event.id, gateId), staleTime: 0 });
    return { etag: current.etag, values: valuesOf(current, zone) };
  };
  const form = useApiForm<Values, ManagedGate>({
    initialValues: valuesOf(gate, zone),
    edited: gate === null ? undefined : { etag: gate.etag, reload: () => reload(gate.id), textOf },
    timeZone: () => zone,
    submit: (values, { before, headers }) =>
      gate === null
        ? post<ManagedGate>(organizerPath(slug, `events/${event.id}/gates`), bodyOf(values, zone), headers)
        : patch<ManagedGate>(
            organizerPath(slug, `gates/${gate.id}`),
            bodyOf(changedFields(before, values), zone),
            headers,
          ),
    onDone: ({ name }) => {
      queryClient.invalidateQueries({ queryKey: gatesKey(slug, event.id) });
      notifyDone(gate === null ? t.gateAdded({ name }) : parts.saved);
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
        <Checkbox label={t.reentry} description={t.reentryHint} {...form.input('reentry', { type: 'checkbox' })} />
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
          <TextInput
            type="datetime-local"
            label={t.opens}
            description={t.inZone({ zone })}
            {...form.input('opensAt')}
          />
          <TextInput
            type="datetime-local"
            label={t.closes}
            description={t.inZone({ zone })}
            {...form.input('closesAt')}
          />
        </SimpleGrid>
        <FormEnd form={form} submit={gate === null ? t.addGate : parts.save} />
      </Stack>
    </form>
  );
}
