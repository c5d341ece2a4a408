import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { checklistQuery, openItems } from '#app/parts/checklist.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink, useHref } from '#app/parts/link.tsx';
import { useLive } from '#app/parts/live.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { DetailsSection } from './details-section.tsx';
import { eventQuery, type StoredEvent, useStoreEvent } from './event-query.ts';
import { NewEventDialog } from './new-event-dialog.tsx';
import { OffersSection } from './offers-section.tsx';
import { hasPrice, PaymentWarning } from './payment-warning.tsx';
import { PosterSection } from './poster-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ShareSection } from './share-section.tsx';
import { StatusBadge } from './status-badge.tsx';

/** An event, with everything that can be changed about it. */
export function Page() {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const { eventId } = useParams({ from: '/frame/organizers/$organizer/events/$eventId' });
  const event = useQuery(eventQuery(slug, eventId));
  useLive(['change', 'ready'], (type, data) => {
    // A change to the event itself has its id, a change to its orders its `eventId`.
    const changed = data as { id?: string; eventId?: string };
    if (type === 'ready' || changed.id === eventId || changed.eventId === eventId) event.refetch();
  });
  return (
    <PageFrame
      title={event.data?.name ?? t.title}
      back={{ to: '/organizers/$organizer/events', title: t.title }}
      badge={event.data && <StatusBadge status={event.data.status} />}
      actions={event.data && <Actions event={event.data} />}
    >
      <Loaded query={event}>{(data) => <Sections event={data} />}</Loaded>
    </PageFrame>
  );
}

function Sections({ event }: { readonly event: StoredEvent }) {
  const t = useMessages('events');
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
  const t = useMessages('events');
  const navigation = useMessages('navigation');
  const { slug } = useOrganizer();
  const can = useCan();
  const confirm = useConfirm();
  const store = useStoreEvent();
  const [isDuplicating, duplication] = useDisclosure(false);
  const setStatus = async (status: StoredEvent['status'], done: string) => {
    store(await patch<StoredEvent>(organizerPath(slug, `events/${event.id}`), { status }));
    notifyDone(done);
  };
  const publish = usePublish(event, () => setStatus('published', t.published));
  const archive = () =>
    confirm({
      title: t.archiveTitle,
      text: t.archiveText,
      action: t.archive,
      run: () => setStatus('archived', t.archived),
    });
  const withdraw = () =>
    confirm({
      title: t.withdrawTitle,
      text: t.withdrawText,
      action: t.withdraw,
      run: () => setStatus('draft', t.withdrawn),
    });
  return (
    <>
      {can('figures:read') && event.status !== 'draft' && (
        <ButtonLink to="/organizers/$organizer/gates/$eventId" params={{ eventId: event.id }} variant="default">
          {navigation.gates}
        </ButtonLink>
      )}
      {can('settlements:read') && (
        <ButtonLink to="/organizers/$organizer/settlements/$eventId" params={{ eventId: event.id }} variant="default">
          {t.toStatement}
        </ButtonLink>
      )}
      {can('events:write') && (
        <>
          <Button variant="default" onClick={duplication.open}>
            {t.duplicate}
          </Button>
          {event.status === 'published' && isUnsold(event) && (
            <Button variant="default" onClick={withdraw}>
              {t.withdraw}
            </Button>
          )}
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

function isUnsold({ ticketTypes, addons }: StoredEvent): boolean {
  return [...ticketTypes, ...addons].every(({ sold, reserved }) => sold + reserved === 0);
}

/** Returns a function that asks whether an event shall be published. It says what is missing for its sale. */
function usePublish(event: StoredEvent, run: () => Promise<void>): () => Promise<void> {
  const t = useMessages('events');
  const checklistTexts = useMessages('checklist');
  const { slug, sandboxOf } = useOrganizer();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const href = useHref();
  return async () => {
    // Without the checklist, the event can still be published.
    const checklist = await queryClient.fetchQuery(checklistQuery(slug)).catch(() => undefined);
    const isUnpayable = checklist !== undefined && !checklist.payments && hasPrice(event);
    const isNew = sandboxOf === null && checklist !== undefined && !checklist.hasSales;
    const open = isNew ? openItems(checklist).filter((item) => item !== 'payments') : [];
    confirm({
      title: t.publishTitle,
      text: (
        <Stack gap="sm">
          <Text size="sm">{isUnpayable ? checklistTexts.publishUnpayableText : t.publishText}</Text>
          {isUnpayable && (
            <PaymentWarning settings={href({ to: '/organizers/$organizer/settings', params: { organizer: slug } })} />
          )}
          {open.length > 0 && (
            <Text size="sm">
              {checklistTexts.stillOpen({ items: open.map((item) => checklistTexts.items[item]).join(', ') })}{' '}
              <Anchor
                href={href({ to: '/organizers/$organizer/overview', params: { organizer: slug } })}
                size="sm"
                underline="always"
              >
                {checklistTexts.toChecklist}
              </Anchor>
            </Text>
          )}
        </Stack>
      ),
      action: isUnpayable ? checklistTexts.publishAnyway : t.publish,
      kind: 'normal',
      run,
    });
  };
}
