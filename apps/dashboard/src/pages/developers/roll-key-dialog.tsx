import { Select, Stack, Text } from '@mantine/core';
import type { ApiKey, RolledApiKey } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useKnownKeys } from '#app/pages/developers/known-keys.ts';
import { NewKey } from '#app/pages/developers/new-key.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';

interface RollKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Replaces a key, and shows the new one. */
export function RollKeyDialog({ apiKey, onClose }: RollKeyProps) {
  const t = useMessages('keys');
  const [rolled, setRolled] = useState<RolledApiKey | null>(null);
  if (rolled !== null) {
    return (
      <Dialog size="lg" title={t.createdTitle} onClose={onClose} isLocked>
        <NewKey created={rolled} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog size="lg" title={t.rollTitle} onClose={onClose}>
      <RollForm apiKey={apiKey} onRolled={setRolled} />
    </Dialog>
  );
}

const graces = ['0', '3600', '86400', '604800'] as const;

function RollForm({
  apiKey,
  onRolled,
}: {
  readonly apiKey: ApiKey;
  readonly onRolled: (rolled: RolledApiKey) => void;
}) {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const knownKeys = useKnownKeys();
  const form = useApiForm({
    initialValues: { graceSeconds: '86400' },
    submit: ({ graceSeconds }) =>
      post<RolledApiKey>(organizerPath(slug, `keys/${apiKey.id}/roll`), { graceSeconds: Number(graceSeconds) }),
    onDone: (rolled) => {
      knownKeys.add({ name: apiKey.name, key: rolled.key });
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'keys'] });
      onRolled(rolled);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.rollText({ name: apiKey.name })}</Text>
        <Select
          label={t.grace}
          allowDeselect={false}
          data={graces.map((value) => ({ value, label: t.graces[value] }))}
          data-autofocus
          {...form.input('graceSeconds')}
        />
        <FormEnd form={form} submit={t.roll} />
      </Stack>
    </form>
  );
}
