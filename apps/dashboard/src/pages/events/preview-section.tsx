import { Text } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded, LoadingState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { previewQuery } from './event-query.ts';

/** The link to the preview of a draft. */
export function PreviewSection({ event }: { readonly event: EventDetails }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const preview = useQuery(previewQuery(slug, event.id));
  return (
    <Section title={t.preview} text={t.previewText}>
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
