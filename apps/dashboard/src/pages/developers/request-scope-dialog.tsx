import { Radio, Stack, Text, Textarea } from '@mantine/core';
import type { ApiKey, KeyScope, ScopeRequest } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useKeyScopes } from '#app/pages/developers/key-scopes.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { LoadingState } from '#app/parts/states.tsx';

interface RequestScopeProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Requests a scope that only the operator grants. */
export function RequestScopeDialog({ apiKey, onClose }: RequestScopeProps) {
  const t = useMessages('keys');
  const scopes = useKeyScopes().filter(({ needsOperator }) => needsOperator);
  return (
    <Dialog size="lg" title={t.request} onClose={onClose}>
      {scopes.length === 0 ? <LoadingState /> : <RequestForm apiKey={apiKey} scopes={scopes} onDone={onClose} />}
    </Dialog>
  );
}

function RequestForm({
  apiKey,
  scopes,
  onDone,
}: {
  readonly apiKey: ApiKey;
  readonly scopes: readonly KeyScope[];
  readonly onDone: () => void;
}) {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { scope: scopes.find(({ scope }) => !apiKey.scopes.includes(scope))?.scope ?? '', reason: '' },
    submit: (values) => post<ScopeRequest>(organizerPath(slug, `keys/${apiKey.id}/scope-requests`), values),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'keys'] });
      notifyDone(t.sent);
      onDone();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.requestText({ name: apiKey.name })}</Text>
        <Radio.Group label={t.scope} {...form.input('scope')}>
          <Stack gap="sm" mt="xs">
            {scopes.map(({ scope }) => (
              <Radio
                key={scope}
                value={scope}
                label={scope}
                description={t.scopeTexts[scope]}
                disabled={apiKey.scopes.includes(scope)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={1_000}
          {...form.input('reason')}
        />
        <FormEnd form={form} submit={t.send} />
      </Stack>
    </form>
  );
}
