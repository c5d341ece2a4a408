import { Badge, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OrganizerRow } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { FilterBar, useFilters } from '#app/parts/filters.tsx';
import { AddIcon, OrganizerIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { CreateOrganizerDialog } from './create-organizer-dialog.tsx';

/** The organizers of the service. */
export function Page() {
  const t = useMessages('operator');
  const filters = useFilters(useSearch({ from: '/frame/operator/organizers' }));
  const [isCreating, dialog] = useDisclosure(false);
  const create = (
    <Button leftSection={<AddIcon />} onClick={dialog.open}>
      {t.create}
    </Button>
  );
  const columns: readonly Column<OrganizerRow>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'slug',
      title: t.slug,
      cell: ({ slug }) => (
        <Text size="sm" c="dimmed">
          {slug}
        </Text>
      ),
    },
    {
      key: 'status',
      title: t.status,
      cell: ({ suspendedAt }) => (
        <Badge variant="light" color={suspendedAt === null ? 'green' : 'orange'}>
          {t.statuses[suspendedAt === null ? 'active' : 'suspended']}
        </Badge>
      ),
    },
    { key: 'currency', title: t.currency, cell: ({ currency }) => currency },
    { key: 'timezone', title: t.timezone, cell: ({ timezone }) => timezone },
    { key: 'created', title: t.created, cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  ];
  return (
    <PageFrame title={t.title} description={t.description} actions={create}>
      <FilterBar
        filters={filters}
        fields={[
          { kind: 'search', name: 'text', label: t.search },
          {
            kind: 'select',
            name: 'status',
            label: t.status,
            options: (['active', 'suspended'] as const).map((value) => ({ value, label: t.statuses[value] })),
          },
        ]}
      />
      <ListTable
        label={t.title}
        path="operator/organizers"
        queryKey={['operator', 'organizers']}
        filters={filters}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ slug }) => ({ to: '/operator/organizers/$slug', params: { slug } })}
        empty={<EmptyState icon={OrganizerIcon} title={t.empty} text={t.emptyText} action={create} />}
      />
      {isCreating && <CreateOrganizerDialog onClose={dialog.close} />}
    </PageFrame>
  );
}
