import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import type { PasskeyRequestOptions, SignInResult } from '@organizer/shared/dashboard-api';
import { useSearch } from '@tanstack/react-router';
import { use, useState } from 'react';
import { SignInAgainContext, useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { PasskeyButton } from '#app/pages/sign-in/passkey-button.tsx';
import { post } from '#app/parts/api.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { canUsePasskeys } from '#app/parts/passkeys.ts';
import { PasswordField } from '#app/parts/password-field.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

/** Signing in with a password, with a mailed link, or with a passkey. */
export function Page() {
  const t = useMessages('signIn');
  const [way, setWay] = useState<'password' | 'link'>('password');
  const next = useSearch({ from: '/sign-in', shouldThrow: false })?.next;
  const again = use(SignInAgainContext);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <OpenPage title={t.linkSentTitle} text={t.linkSentText({ email: sentTo })}>
        <Button variant="default" onClick={() => setSentTo(null)}>
          {t.otherAddress}
        </Button>
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t.signInTitle} text={again === null ? next && t.signInNext : t.signInAgain}>
      {way === 'password' ? <PasswordForm /> : <LinkForm onSent={setSentTo} />}
      <Text size="sm" ta="center">
        {way === 'password' && `${t.forgotPassword} `}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setWay(way === 'password' ? 'link' : 'password')}
        >
          {way === 'password' ? t.withLink : t.withPassword}
        </Anchor>
      </Text>
      {canUsePasskeys && (
        <>
          <Divider />
          <PasskeyButton
            label={t.withPasskey}
            variant="default"
            loadOptions={() => post<PasskeyRequestOptions>('account/sign-in/passkey/options', {})}
            path="account/sign-in/passkey"
          />
        </>
      )}
    </OpenPage>
  );
}

function PasswordForm() {
  const t = useMessages('signIn');
  const afterSignIn = useAfterSignIn();
  const form = useApiForm({
    initialValues: { email: use(SignInAgainContext)?.email ?? '', password: '' },
    submit: (values) => post<SignInResult>('account/sign-in', values),
    onDone: (result) => afterSignIn(result),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput type="email" label={t.email} autoComplete="username" {...form.input('email')} />
        <PasswordField label={t.password} autoComplete="current-password" {...form.input('password')} />
        <ErrorNote error={form.error} />
        <Button type="submit" loading={form.isSending} fullWidth>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  );
}

function LinkForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useMessages('signIn');
  const form = useApiForm({
    initialValues: { email: use(SignInAgainContext)?.email ?? '' },
    submit: async (values) => {
      await post('account/sign-in/link', values);
      return values.email;
    },
    onDone: onSent,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.linkText}</Text>
        <TextInput type="email" label={t.email} autoComplete="username" {...form.input('email')} />
        <ErrorNote error={form.error} />
        <Button type="submit" loading={form.isSending} fullWidth>
          {t.sendLink}
        </Button>
      </Stack>
    </form>
  );
}
