import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { checklistQuery, openItems } from '#app/parts/checklist.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useHref } from '#app/parts/link.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { previewQuery, type StoredEvent, useStoreEvent } from './event-query.ts';
import { NewEventDialog } from './new-event-dialog.tsx';
import { pageUrlOf } from './page-url.ts';
import { hasPrice, PaymentWarning } from './payment-warning.tsx';

/** Buttons that open the page of an event for buyers, copy the event, or change its state. */
export function EventActions({ event }: { readonly event: StoredEvent }) {
  const t = useMessages('events');
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
      <OpenPage event={event} />
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

/** Opens the page for buyers as it is, or the preview of a draft. */
function OpenPage({ event }: { readonly event: StoredEvent }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const isDraft = event.status === 'draft';
  const preview = useQuery({ ...previewQuery(slug, event.id), enabled: isDraft });
  const url = isDraft ? preview.data?.url : pageUrlOf(event);
  if (event.status === 'archived' || url === undefined) return null;
  return (
    <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
      {isDraft ? t.openPreview : t.openPage}
    </Button>
  );
}

/** Whether nothing of an event is sold or reserved. */
export function isUnsold({ ticketTypes, addons }: StoredEvent): boolean {
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
