import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ApiKey, CreatedApiKey } from '@organizer/shared/dashboard-api';
import { basePath } from '#app/parts/base-path.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';

/** A list that a key with the scope can read. */
const lists: readonly (readonly [ApiKey['scopes'][number], string])[] = [
  ['events:read', 'events'],
  ['orders:read', 'orders'],
  ['tickets:read', 'tickets'],
  ['settlements:read', 'settlements'],
  ['addons:read', 'addons'],
];

/** A command that reads a list with the key; null if the key can read no list. */
function curlLine({ key, scopes }: Pick<CreatedApiKey, 'key' | 'scopes'>): string | null {
  const list = lists.find(([scope]) => scopes.includes(scope));
  if (list === undefined) return null;
  const server = `${location.origin}${basePath.replace(/\/dashboard$/, '')}`;
  return `curl -H "Authorization: Bearer ${key}" "${server}/api/v1/${list[1]}?limit=1"`;
}

/** A key that was just created. It is shown only here. */
export function NewKey({
  created,
  onDone,
}: {
  readonly created: Pick<CreatedApiKey, 'key' | 'scopes'>;
  readonly onDone: () => void;
}) {
  const t = useMessages('keys');
  const curl = curlLine(created);
  return (
    <Stack>
      <Alert variant="light" color="yellow">
        {t.createdText}
      </Alert>
      <CopyField value={created.key} label={t.key} />
      {curl !== null && (
        <div>
          <Text size="sm" mb={4}>
            {t.curl}
          </Text>
          <CopyField value={curl} label={t.curlLabel} />
        </div>
      )}
      <Group justify="flex-end" gap="sm">
        <ButtonLink to="/organizers/$organizer/reference" variant="default">
          {t.openReference}
        </ButtonLink>
        <Button onClick={onDone} ref={focusWhenShown}>
          {t.done}
        </Button>
      </Group>
    </Stack>
  );
}
