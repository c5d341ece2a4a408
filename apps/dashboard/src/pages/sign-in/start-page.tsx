import { Button, Stack, TextInput } from '@mantine/core';
import type { SignInResult } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { linkToken, useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { post } from '#app/parts/api.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { PasswordField } from '#app/parts/password-field.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

/** Creates the first user, with the link that the server printed at its start. */
export function Page() {
  const t = useMessages('signIn');
  const [token] = useState(linkToken);
  const afterSignIn = useAfterSignIn();
  const form = useApiForm({
    initialValues: { name: '', email: '', password: '' },
    submit: (values) => post<SignInResult>('account/start', { ...values, token }),
    onDone: (result) => afterSignIn(result),
  });
  if (token === null) {
    return (
      <OpenPage title={t.linkFailedTitle} text={t.linkMissing}>
        <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t.startTitle} text={t.startText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={t.name} autoComplete="name" {...form.input('name')} />
          <TextInput type="email" label={t.email} autoComplete="username" {...form.input('email')} />
          <PasswordField
            label={t.newPassword}
            description={t.passwordHint}
            autoComplete="new-password"
            {...form.input('password')}
          />
          <ErrorNote error={form.error} />
          <Button type="submit" loading={form.isSending} fullWidth>
            {t.createAccount}
          </Button>
        </Stack>
      </form>
    </OpenPage>
  );
}
