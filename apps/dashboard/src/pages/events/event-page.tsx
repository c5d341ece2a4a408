import { Alert, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink, type Target } from '#app/parts/link.tsx';
import { useLive } from '#app/parts/live.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { PageTabs } from '#app/parts/page-tabs.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { CategoriesSection } from './categories-section.tsx';
import { DescriptionSection } from './description-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { EventActions, isUnsold } from './event-actions.tsx';
import { eventQuery, type StoredEvent } from './event-query.ts';
import { OffersSection } from './offers-section.tsx';
import { PosterSection } from './poster-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { ShareSection } from './share-section.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TranslationsSection } from './translations-section.tsx';

/** An event, with everything that can be changed about it. */
export function Page() {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const { eventId } = useParams({ from: '/frame/organizers/$organizer/events/$eventId' });
  const queryClient = useQueryClient();
  const event = useQuery(eventQuery(slug, eventId));
  useLive(['change', 'ready'], (type, data) => {
    // A change to the event itself has its id, a change to its orders its `eventId`.
    const changed = data as { id?: string; eventId?: string };
    if (type === 'ready' || changed.id === eventId || changed.eventId === eventId)
      queryClient.invalidateQueries(eventQuery(slug, eventId));
  });
  return (
    <PageFrame
      title={event.data?.name ?? t.title}
      back={{ to: '/organizers/$organizer/events', title: t.title }}
      badge={event.data && <StatusBadge status={event.data.status} />}
      description={event.data && <EventLinks event={event.data} />}
      actions={event.data && <EventActions event={event.data} />}
    >
      <Loaded query={event}>{(data) => <EventTabs event={data} />}</Loaded>
    </PageFrame>
  );
}

interface EventProps {
  readonly event: StoredEvent;
}

/** Links to the pages with what was sold of an event. */
function EventLinks({ event }: EventProps) {
  const t = useMessages('events');
  const navigation = useMessages('navigation');
  const can = useCan();
  const params = { eventId: event.id };
  const links: readonly { readonly title: string; readonly permission: string; readonly target: Target }[] = [
    {
      title: navigation.orders,
      permission: 'orders:read',
      target: { to: '/organizers/$organizer/orders', search: params },
    },
    {
      title: navigation.attendees,
      permission: 'attendees:export',
      target: { to: '/organizers/$organizer/attendees', search: params },
    },
    {
      title: navigation.gates,
      permission: 'figures:read',
      target: { to: '/organizers/$organizer/gates/$eventId', params },
    },
    {
      title: t.toStatement,
      permission: 'settlements:read',
      target: { to: '/organizers/$organizer/settlements/$eventId', params },
    },
  ];
  if (event.status === 'draft' && isUnsold(event)) return null;
  return (
    <Group component="nav" gap="md" aria-label={t.links}>
      {links
        .filter(({ permission }) => can(permission))
        .map(({ title, target }) => (
          <PageLink key={title} {...target} size="sm" aria-label={t.ofThisEvent({ title })}>
            {title}
          </PageLink>
        ))}
    </Group>
  );
}

/** The parts of an event. Each has its own form, because they are edited at different times, by different people. */
function EventTabs({ event }: EventProps) {
  const t = useMessages('events');
  const questions = useMessages('questions');
  const can = useCan();
  const search = useSearch({ from: '/frame/organizers/$organizer/events/$eventId' });
  const isChangeable = can('events:write') && event.status !== 'archived';
  const props = { event, isChangeable };
  const hasCategories =
    can('orders:write') &&
    can('attendees:export') &&
    event.ticketTypes.some(({ categoryRule }) => categoryRule !== null);
  const tabs = [
    { name: 'basics', title: t.tabs.basics, content: <DetailsSection {...props} /> },
    {
      name: 'tickets',
      title: t.tabs.tickets,
      content: (
        <Stack gap="lg">
          <OffersSection {...props} kind="ticketTypes" />
          {hasCategories && <CategoriesSection eventId={event.id} />}
        </Stack>
      ),
    },
    { name: 'questions', title: questions.title, content: <QuestionsSection {...props} /> },
    { name: 'addons', title: t.addons, content: <OffersSection {...props} kind="addons" /> },
    {
      name: 'texts',
      title: t.tabs.texts,
      content: (
        <Stack gap="lg">
          <DescriptionSection {...props} />
          <TranslationsSection {...props} />
          <PosterSection {...props} />
        </Stack>
      ),
    },
    ...(event.status === 'archived'
      ? []
      : [
          {
            name: 'sharing',
            title: t.tabs.sharing,
            content: event.status === 'draft' ? <PreviewSection event={event} /> : <ShareSection event={event} />,
          },
        ]),
  ];
  return (
    <>
      {event.status === 'archived' && <Alert color="orange">{t.archivedNote}</Alert>}
      <PageTabs tabs={tabs} search={search} />
    </>
  );
}
