import type { SignInResult } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { signInMessages } from '#app/messages/sign-in.ts';
import { linkToken, useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { post } from '#app/parts/api.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { LoadingPage } from '#app/parts/states.tsx';

/** Opens a mailed or printed sign-in link. The link is used immediately, and can be used once. */
export function Page() {
  const t = useMessages(signInMessages);
  const { failureText } = useFailureTexts();
  const afterSignIn = useAfterSignIn();
  const [token] = useState(linkToken);
  const opened = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => post<SignInResult>('account/sign-in/link/open', { token }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const result = opened.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is left once, when there is a result
  useEffect(() => {
    if (result !== undefined) afterSignIn(result);
  }, [result]);
  if (token !== null && opened.error === null) {
    return (
      <OpenPage title={t.linkTitle}>
        <LoadingPage />
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t.linkFailedTitle} text={token === null ? t.linkMissing : failureText(opened.error)}>
      <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
    </OpenPage>
  );
}
