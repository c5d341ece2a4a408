import { Button, Text } from '@mantine/core';
import type { Event as EventDetails, EventPreview } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded, LoadingState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** Before the link of an open page expires, the page gets a new one. */
const renewalMs = 30 * 60_000;

/** The link to the preview of a draft. */
export function PreviewSection({ event }: { readonly event: EventDetails }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const preview = useQuery({
    queryKey: ['organizer', slug, 'event', event.id, 'preview'],
    queryFn: ({ signal }) => get<EventPreview>(organizerPath(slug, `events/${event.id}/preview`), {}, signal),
    refetchInterval: renewalMs,
  });
  const openPreview = preview.data && (
    <Button component="a" href={preview.data.url} target="_blank" rel="noreferrer" variant="default" size="xs">
      {t.openPreview}
    </Button>
  );
  return (
    <Section title={t.preview} text={t.previewText} aside={openPreview}>
      <Loaded query={preview} loading={<LoadingState lines={1} />}>
        {({ url, expiresAt }) => (
          <div>
            <CopyField value={url} label={t.previewLink} />
            <Text size="xs" c="dimmed" mt={4}>
              {t.previewUntil} <Time at={expiresAt} zone={event.timezone} />
            </Text>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
