import { Button, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EntitlementWithHistory, UnitChange } from '@organizer/shared/dashboard-api';
import { newUuid } from '@organizer/shared/uuid';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { Actor } from '#app/parts/actors.tsx';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useEventOf } from '#app/parts/events.ts';
import { Figure } from '#app/parts/facts.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { AddonIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { addonQuery } from './addon-query.ts';

/** A purchased add-on with its consumptions and returns. */
export function Page() {
  const t = useMessages('addons');
  const { slug } = useOrganizer();
  const { id } = useParams({ from: '/frame/organizers/$organizer/addons/$id' });
  const query = useQuery(addonQuery(slug, id));
  return (
    <PageFrame
      title={query.data?.entitlement.name ?? t.name}
      back={{ to: '/organizers/$organizer/addons', title: t.title }}
      actions={query.data && <UnitActions entitlement={query.data.entitlement} />}
    >
      <Loaded query={query}>{(data) => <Content {...data} />}</Loaded>
    </PageFrame>
  );
}

type Entitlement = EntitlementWithHistory['entitlement'];

function Content({ entitlement, history, isComplete }: EntitlementWithHistory) {
  const t = useMessages('addons');
  const event = useEventOf()(entitlement.eventId);
  const columns: readonly Column<UnitChange>[] = [
    { key: 'kind', title: t.kind, cell: ({ kind, reversedAt }) => t.kinds[reversedAt === null ? kind : 'reversed'] },
    {
      key: 'units',
      title: t.units,
      align: 'end',
      cell: ({ kind, units }) => (kind === 'returned' ? `+${units}` : units),
    },
    { key: 'ref', title: t.ref, cell: ({ ref }) => <bdi className="break">{ref}</bdi> },
    { key: 'reason', title: t.reason, cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
    { key: 'by', title: t.by, cell: ({ actor }) => (actor === null ? t.system : <Actor id={actor} />) },
    { key: 'when', title: t.when, cell: ({ createdAt }) => <Time at={createdAt} zone={event?.timezone} /> },
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure title={t.left}>{t.leftOf({ left: entitlement.unitsRemaining, total: entitlement.unitsTotal })}</Figure>
        <Figure title={t.consumed}>{entitlement.unitsConsumed}</Figure>
        <Figure title={t.event}>
          <bdi>{event?.name}</bdi>
        </Figure>
        <Figure title={t.order}>
          <PageLink to="/organizers/$organizer/orders/$orderNumber" params={{ orderNumber: entitlement.orderNumber }}>
            {entitlement.orderNumber}
          </PageLink>
        </Figure>
      </SimpleGrid>
      <Section title={t.history} text={isComplete ? t.historyText : `${t.historyText} ${t.historyNewest}`}>
        {history.length === 0 ? (
          <EmptyState icon={AddonIcon} title={t.historyEmpty} />
        ) : (
          <Rows rows={history} label={t.history} columns={columns} rowKey={({ id }) => id} />
        )}
      </Section>
    </>
  );
}

function UnitActions({ entitlement }: { readonly entitlement: Entitlement }) {
  const t = useMessages('addons');
  const can = useCan();
  if (!can('addons:write')) return null;
  return (
    <>
      <UnitDialog entitlement={entitlement} action="return" maximum={entitlement.unitsConsumed} label={t.return} />
      <UnitDialog entitlement={entitlement} action="consume" maximum={entitlement.unitsRemaining} label={t.consume} />
    </>
  );
}

interface UnitDialogProps {
  readonly entitlement: Entitlement;
  readonly action: 'consume' | 'return';
  readonly maximum: number;
  readonly label: string;
}

function UnitDialog(props: UnitDialogProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { label, maximum } = props;
  return (
    <>
      <Button variant="default" onClick={dialog.open} disabled={maximum === 0}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={label}>
        <UnitForm {...props} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function UnitForm({ entitlement, action, maximum, label, onDone }: UnitDialogProps & { readonly onDone: () => void }) {
  const t = useMessages('addons');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  // The server changes the units once for each ref, even if the form is sent again.
  const [ref] = useState(newUuid);
  const form = useApiForm({
    initialValues: { units: 1 as number | string, reason: '' },
    submit: ({ units, reason }) =>
      post(organizerPath(slug, `addons/${entitlement.id}/${action}`), { units: Number(units), reason, ref }),
    onDone: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'addons'] });
      notifyDone(t.done);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{action === 'consume' ? t.consumeText : t.returnText}</Text>
        <NumberInput
          label={t.units}
          min={1}
          max={maximum}
          allowDecimal={false}
          allowNegative={false}
          data-autofocus
          {...form.input('units')}
        />
        <TextInput label={t.reason} description={t.reasonText} maxLength={200} {...form.input('reason')} />
        <FormEnd form={form} submit={label} />
      </Stack>
    </form>
  );
}
