import { Button, Stack } from '@mantine/core';
import type { SignInResult } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { linkToken, useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { post } from '#app/parts/api.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';

/**
 * Opens a mailed or printed sign-in link, which can be used once. Only the button uses it: programs that check mails open the page too,
 * and some of them run its scripts.
 */
export function Page() {
  const t = useMessages('signIn');
  const { failureText } = useFailureTexts();
  const afterSignIn = useAfterSignIn();
  const [token] = useState(linkToken);
  const form = useApiForm({
    initialValues: {},
    submit: () => post<SignInResult>('account/sign-in/link/open', { token }),
    onDone: (result) => afterSignIn(result),
  });
  if (token === null || form.error !== null) {
    return (
      <OpenPage title={t.linkFailedTitle} text={token === null ? t.linkMissing : failureText(form.error)}>
        <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t.linkTitle} text={t.useLinkText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Button type="submit" loading={form.isSending} fullWidth autoFocus>
            {t.signIn}
          </Button>
        </Stack>
      </form>
    </OpenPage>
  );
}
