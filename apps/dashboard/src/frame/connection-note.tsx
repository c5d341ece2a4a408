import { Loader, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMessages } from '#app/parts/language.tsx';
import { useIsReconnecting } from '#app/parts/live.ts';

/** Most streams are open again sooner, for example if a proxy has closed them. */
const shownAfterMs = 1_500;

/** Says that the pages of an organizer do not update by themselves until the connection is open again. */
export function ConnectionNote({ slug }: { readonly slug: string }) {
  const t = useMessages('frame');
  const isReconnecting = useIsReconnecting(slug);
  const [wasReconnecting] = useDebouncedValue(isReconnecting, shownAfterMs);
  return (
    <div role="status" className="connection-note">
      {isReconnecting && wasReconnecting && (
        <Paper withBorder shadow="md" px="md" py="xs">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t.reconnecting}</Text>
        </Paper>
      )}
    </div>
  );
}
