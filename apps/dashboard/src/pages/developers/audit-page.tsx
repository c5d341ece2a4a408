import { Text } from '@mantine/core';
import type { AuditEntry } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { auditDetailTexts } from '#app/pages/developers/audit-detail-texts.ts';
import { AuditDetails } from '#app/pages/developers/audit-details.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { keyLabel, useActorName, useKeys, useMembers } from '#app/parts/actors.tsx';
import { organizerPath } from '#app/parts/api.ts';
import { withTimes } from '#app/parts/days.ts';
import { DownloadButton } from '#app/parts/download.tsx';
import { FilterBar, type FilterField, type FilterValues, useFilters } from '#app/parts/filters.tsx';
import { AuditIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** Who changed data, and who read personal data. */
export function Page() {
  const t = useMessages('audit');
  const { fileLanguage: language } = useLanguage();
  const { slug, timezone } = useOrganizer();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/audit' }));
  const query = toQuery(filters.values, timezone);
  const fields = useFields();
  const columns = useColumns();
  const download = (
    <DownloadButton path={organizerPath(slug, 'audit.csv')} query={{ ...query, language }} label={t.download} />
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={download}>
      <FilterBar filters={filters} fields={fields} />
      <ListTable<AuditEntry>
        label={t.title}
        path={organizerPath(slug, 'audit')}
        queryKey={['organizer', slug, 'audit']}
        filters={{ ...filters, values: query }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={AuditIcon} title={t.emptyTitle} text={t.emptyText} />}
      />
    </PageFrame>
  );
}

/** Days are complete days in the time zone of the organizer. */
function toQuery(values: FilterValues, timezone: string): FilterValues {
  const { createdSince, createdBefore, ...others } = withTimes(values, timezone);
  return {
    ...others,
    ...(createdSince === undefined ? {} : { since: createdSince }),
    ...(createdBefore === undefined ? {} : { until: createdBefore }),
  };
}

function useFields(): readonly FilterField<'action' | 'actor' | 'since' | 'until'>[] {
  const t = useMessages('audit');
  const members = useMembers();
  const keys = useKeys();
  const actions = Object.entries(t.actions).map(([value, label]) => ({ value, label }));
  return [
    { name: 'action', label: t.action, kind: 'select', options: actions },
    {
      name: 'actor',
      label: t.actor,
      kind: 'select',
      options: [
        ...members.map(({ id, name }) => ({ value: id, label: name })),
        ...keys.map((key) => ({ value: key.id, label: keyLabel(key) })),
      ],
    },
    { name: 'since', label: t.since, kind: 'day' },
    { name: 'until', label: t.until, kind: 'day' },
  ];
}

function useColumns(): readonly Column<AuditEntry>[] {
  const t = useMessages('audit');
  const { searchedLists } = auditDetailTexts(useLanguage().texts);
  const actorName = useActorName();
  return [
    { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
    {
      key: 'actor',
      title: t.actor,
      cell: ({ actor, address }) => (
        <div>
          <bdi>{actorName(actor)}</bdi>
          {address !== null && (
            <Text size="xs" c="dimmed">
              {address}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'action',
      title: t.action,
      cell: ({ action, subject, details }) => (
        <div>
          {t.actions[action]}
          <Text size="xs" c="dimmed">
            <Subject subject={subject} details={details}>
              {action === 'buyer.search' ? (searchedLists[subject] ?? subject) : actorName(subject)}
            </Subject>
          </Text>
        </div>
      ),
    },
    {
      key: 'details',
      title: t.details,
      cell: (entry) => <AuditDetails entry={entry} />,
    },
  ];
}

/** The resource of an entry. An event, a ticket type or an add-on is a link to the page of its event. */
function Subject({
  subject,
  details,
  children,
}: Pick<AuditEntry, 'subject' | 'details'> & { readonly children: string }) {
  const { eventId = subject } = details;
  if (typeof eventId !== 'string' || !eventId.startsWith('evt_')) return <bdi>{children}</bdi>;
  return (
    <PageLink to="/organizers/$organizer/events/$eventId" params={{ eventId }} inherit>
      {children}
    </PageLink>
  );
}
