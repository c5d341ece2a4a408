import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventMessages } from '#app/messages/events.ts';
import { navigationMessages } from '#app/messages/navigation.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink, pagePath } from '#app/parts/link.tsx';
import { useLive } from '#app/parts/live.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { DetailsSection } from './details-section.tsx';
import { eventQuery, type StoredEvent, useStoreEvent } from './event-query.ts';
import { NewEventDialog } from './new-event-dialog.tsx';
import { OffersSection } from './offers-section.tsx';
import { PosterSection } from './poster-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ShareSection } from './share-section.tsx';
import { StatusBadge } from './status-badge.tsx';

/** An event, with everything that can be changed about it. */
export function Page() {
  const t = useMessages(eventMessages);
  const { slug } = useOrganizer();
  const { eventId } = useParams({ strict: false }) as { eventId: string };
  const event = useQuery(eventQuery(slug, eventId));
  useLive(['change', 'ready'], (type, data) => {
    // A change to the event itself has its id, a change to its orders its `eventId`.
    const changed = data as { id?: string; eventId?: string };
    if (type === 'ready' || changed.id === eventId || changed.eventId === eventId) event.refetch();
  });
  return (
    <PageFrame
      title={event.data?.name ?? t.title}
      back={{ to: pagePath(slug, 'events'), title: t.title }}
      badge={event.data && <StatusBadge status={event.data.status} />}
      actions={event.data && <Actions event={event.data} />}
    >
      <Loaded query={event}>{(data) => <Sections event={data} />}</Loaded>
    </PageFrame>
  );
}

function Sections({ event }: { readonly event: StoredEvent }) {
  const t = useMessages(eventMessages);
  const can = useCan();
  const isChangeable = can('events:write') && event.status !== 'archived';
  return (
    <>
      {event.status === 'archived' && <Alert color="orange">{t.archivedNote}</Alert>}
      <OffersSection event={event} kind="ticketTypes" isChangeable={isChangeable} />
      <OffersSection event={event} kind="addons" isChangeable={isChangeable} />
      {event.status === 'draft' && <PreviewSection event={event} />}
      {event.status === 'published' && <ShareSection event={event} />}
      <DetailsSection event={event} isChangeable={isChangeable} />
      <PosterSection event={event} isChangeable={isChangeable} />
    </>
  );
}

function Actions({ event }: { readonly event: StoredEvent }) {
  const t = useMessages(eventMessages);
  const navigation = useMessages(navigationMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const confirm = useConfirm();
  const store = useStoreEvent();
  const [isDuplicating, duplication] = useDisclosure(false);
  const setStatus = async (status: 'published' | 'archived', done: string) => {
    store(await patch<StoredEvent>(organizerPath(slug, `events/${event.id}`), { status }));
    notifyDone(done);
  };
  const publish = () =>
    confirm({
      title: t.publishTitle,
      text: t.publishText,
      action: t.publish,
      kind: 'normal',
      run: () => setStatus('published', t.published),
    });
  const archive = () =>
    confirm({
      title: t.archiveTitle,
      text: t.archiveText,
      action: t.archive,
      run: () => setStatus('archived', t.archived),
    });
  return (
    <>
      {can('figures:read') && event.status !== 'draft' && (
        <ButtonLink to={pagePath(slug, `gates/${event.id}`)} variant="default">
          {navigation.gates}
        </ButtonLink>
      )}
      {can('settlements:read') && (
        <ButtonLink to={pagePath(slug, `settlements/${event.id}`)} variant="default">
          {t.toStatement}
        </ButtonLink>
      )}
      {can('events:write') && (
        <>
          <Button variant="default" onClick={duplication.open}>
            {t.duplicate}
          </Button>
          {event.status !== 'archived' && (
            <Button variant="default" onClick={archive}>
              {t.archive}
            </Button>
          )}
          {event.status === 'draft' && <Button onClick={publish}>{t.publish}</Button>}
          <NewEventDialog opened={isDuplicating} onClose={duplication.close} source={event} />
        </>
      )}
    </>
  );
}
