import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { ApiKey, CreatedApiKey, KeyScope } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeyScopes } from '#app/pages/developers/key-scopes.ts';
import { useKnownKeys } from '#app/pages/developers/known-keys.ts';
import { NewKey } from '#app/pages/developers/new-key.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { LoadingState } from '#app/parts/states.tsx';

/** Creates a key, and shows it. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('keys');
  const scopes = useKeyScopes();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  if (created !== null) {
    return (
      <Dialog size="lg" title={t.createdTitle} onClose={onClose} isLocked>
        <NewKey created={created} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog size="lg" title={t.create} onClose={onClose}>
      {scopes.length === 0 ? <LoadingState /> : <CreateForm scopes={scopes} onCreated={setCreated} />}
    </Dialog>
  );
}

const lifetimes = ['', '30', '90', '365'] as const;

interface Values {
  readonly name: string;
  readonly kind: ApiKey['kind'];
  readonly scopes: ApiKey['scopes'];
  readonly lifetimeDays: (typeof lifetimes)[number];
}

function CreateForm({
  scopes,
  onCreated,
}: {
  readonly scopes: readonly KeyScope[];
  readonly onCreated: (created: CreatedApiKey) => void;
}) {
  const t = useMessages('keys');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const knownKeys = useKnownKeys();
  const initialValues: Values = {
    name: '',
    kind: 'secret',
    scopes: scopes.filter(({ needsOperator }) => !needsOperator).map(({ scope }) => scope),
    lifetimeDays: '',
  };
  const form = useApiForm({
    initialValues: initialValues as Values & Record<string, unknown>,
    submit: ({ name, kind, scopes: chosen, lifetimeDays }) =>
      post<CreatedApiKey>(organizerPath(slug, 'keys'), {
        name,
        kind,
        ...(kind === 'secret' ? { scopes: chosen } : {}),
        lifetimeDays: lifetimeDays === '' ? null : Number(lifetimeDays),
      }),
    onDone: (created, fields) => {
      knownKeys.add({ name: fields.getValues().name, key: created.key });
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'keys'] });
      onCreated(created);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameHint}
          maxLength={200}
          ref={focusWhenShown}
          data-autofocus
          {...form.input('name')}
        />
        <Radio.Group label={t.kind} {...form.input('kind')}>
          <Stack gap="sm" mt="xs">
            {(['secret', 'publishable'] as const).map((kind) => (
              <Radio key={kind} value={kind} label={t.kinds[kind]} description={t.kindTexts[kind]} />
            ))}
          </Stack>
        </Radio.Group>
        {form.fields.getValues().kind === 'secret' && (
          <Checkbox.Group label={t.scopes} {...form.input('scopes')}>
            <Stack gap="sm" mt="xs">
              {scopes.map(({ scope, needsOperator }) => (
                <Checkbox
                  key={scope}
                  name="scopes"
                  value={scope}
                  label={scope}
                  description={needsOperator ? `${t.scopeTexts[scope]}. ${t.needsOperator}` : t.scopeTexts[scope]}
                  disabled={needsOperator}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Select
          label={t.lifetime}
          allowDeselect={false}
          data={lifetimes.map((value) => ({ value, label: t.lifetimes[value] }))}
          {...form.input('lifetimeDays')}
        />
        <FormEnd form={form} submit={t.create} />
      </Stack>
    </form>
  );
}
