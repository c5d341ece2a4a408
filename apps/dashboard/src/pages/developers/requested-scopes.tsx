import { Badge, Code } from '@mantine/core';
import type { ScopeRequest, ScopeRequestPage } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { keyLabel, useKeys } from '#app/parts/actors.tsx';
import { get, organizerPath } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const statusColors = { pending: 'blue', granted: 'green', declined: 'red', withdrawn: 'gray' } as const;
const requestsMax = 20;

/** The latest requests for scopes. Nothing if there are none. */
export function RequestedScopes() {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const keys = useKeys();
  const requests = useQuery({
    queryKey: ['organizer', slug, 'keys', 'scope-requests'],
    queryFn: ({ signal }) =>
      get<ScopeRequestPage>(organizerPath(slug, 'keys/scope-requests'), { limit: requestsMax }, signal),
  });
  if (requests.error === null && (requests.data === undefined || requests.data.data.length === 0)) return null;
  const columns: readonly Column<ScopeRequest>[] = [
    { key: 'scope', title: t.scope, cell: ({ scope }) => <Code className="no-wrap">{scope}</Code> },
    {
      key: 'key',
      title: t.key,
      cell: ({ keyId }) => {
        const key = keys.find(({ id }) => id === keyId);
        return <bdi>{key === undefined ? keyId : keyLabel(key)}</bdi>;
      },
    },
    { key: 'requested', title: t.requested, cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    {
      key: 'status',
      title: t.status,
      cell: ({ status }) => (
        <Badge variant="light" color={statusColors[status]}>
          {t.requestStatuses[status]}
        </Badge>
      ),
    },
    { key: 'note', title: t.note, cell: ({ note }) => note !== null && <bdi>{note}</bdi> },
  ];
  return (
    <Section title={t.requests}>
      <Loaded query={requests}>
        {({ data }) => <Rows rows={data} label={t.requests} columns={columns} rowKey={({ id }) => id} />}
      </Loaded>
    </Section>
  );
}
