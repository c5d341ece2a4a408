import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import type { SignInResult } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { signInMessages } from '#app/messages/sign-in.ts';
import { useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { post } from '#app/parts/api.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function Page() {
  const t = useMessages(signInMessages);
  const [kind, setKind] = useState<'code' | 'recoveryCode'>('code');
  const isRecovery = kind === 'recoveryCode';
  return (
    <OpenPage title={t.factorTitle} text={isRecovery ? t.recoveryText : t.factorText}>
      <CodeForm key={kind} kind={kind} />
      <Group justify="space-between">
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setKind(isRecovery ? 'code' : 'recoveryCode')}
        >
          {isRecovery ? t.useApp : t.useRecovery}
        </Anchor>
        <PageLink to="/sign-in" size="sm">
          {t.cancelSignIn}
        </PageLink>
      </Group>
    </OpenPage>
  );
}

function CodeForm({ kind }: { readonly kind: 'code' | 'recoveryCode' }) {
  const t = useMessages(signInMessages);
  const afterSignIn = useAfterSignIn();
  const form = useApiForm<Record<string, string>, SignInResult>({
    initialValues: { [kind]: '' },
    // People write codes in groups, as apps show them.
    submit: (values) => post('account/sign-in/second-factor', { [kind]: values[kind]?.replaceAll(/\s/g, '') }),
    onDone: (result) => afterSignIn(result),
  });
  const properties =
    kind === 'code'
      ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code', label: t.code }
      : { label: t.recoveryCode };
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput autoComplete="off" {...properties} {...form.input(kind)} />
        <ErrorNote error={form.error} />
        <Button type="submit" loading={form.isSending} fullWidth>
          {t.continue}
        </Button>
      </Stack>
    </form>
  );
}
