import { Alert, List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ClassChange, ClassChanges } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** A request while a date is typed would name persons, and each such read is written to the audit log. */
const typingMs = 800;

/** Says, before an event is moved, who would be in another class, or too young or too old, on the new day. */
export function ClassChangesNote({
  eventId,
  time,
}: {
  readonly eventId: string;
  /** The new time; null if it does not change or is not valid. */
  readonly time: { readonly startsAt: string; readonly timezone: string } | null;
}) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const [typed] = useDebouncedValue(time === null ? '' : `${time.startsAt} ${time.timezone}`, typingMs);
  const [startsAt, timezone] = typed.split(' ');
  const { data } = useQuery({
    queryKey: ['organizer', slug, 'class-changes', eventId, typed],
    queryFn: ({ signal }) =>
      get<ClassChanges>(organizerPath(slug, `events/${eventId}/class-changes`), { startsAt, timezone }, signal),
    enabled: time !== null && typed !== '',
    retry: false,
    gcTime: 0,
  });
  if (time === null || data === undefined || data.count === 0) return null;
  return (
    <Alert color="orange" icon={<AlertIcon />} title={t.classChanges({ count: data.count })} role="status">
      <Text size="sm">{t.classChangesText}</Text>
      <ClassChangeList changes={data} />
    </Alert>
  );
}

/** The first persons with another class, and how many more there are. */
export function ClassChangeList({ changes: { count, persons } }: { readonly changes: ClassChanges }) {
  const t = useMessages('events');
  return (
    <List size="sm" mt="xs">
      {persons.map((person) => (
        <List.Item key={person.ticketId}>
          <bdi>{person.holderName ?? person.orderNumber}</bdi>: <Change {...person} />
        </List.Item>
      ))}
      {count > persons.length && <List.Item>{t.moreClassChanges({ count: count - persons.length })}</List.Item>}
    </List>
  );
}

function Change({ category, categoryThen, ageError }: ClassChange) {
  const t = useMessages('events');
  const parts = [
    ...(categoryThen === category ? [] : [`${category ?? '–'} → ${categoryThen ?? '–'}`]),
    ...(ageError === null ? [] : [t.ageErrors[ageError]]),
  ];
  return <>{parts.join(', ')}</>;
}
