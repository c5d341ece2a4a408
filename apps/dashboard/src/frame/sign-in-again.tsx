import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SignInAgainContext } from '#app/pages/sign-in/after-sign-in.ts';
import { accountQuery } from '#app/parts/account.ts';
import { isSignedOut } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { reopenStreams } from '#app/parts/live.ts';
import { LoadingPage } from '#app/parts/states.tsx';
import { forgetUnsaved } from '#app/parts/unsaved.tsx';

const pages = {
  password: lazy(async () => ({ default: (await import('#app/pages/sign-in/sign-in-page.tsx')).Page })),
  second_factor: lazy(async () => ({ default: (await import('#app/pages/sign-in/second-factor-page.tsx')).Page })),
};

/**
 * The sign-in over the page after the session has ended: what was entered in the page stays. It closes when the account can be read
 * again, also after a sign-in in another tab. For another user, the page is loaded again.
 */
export function SignInAgain() {
  const t = useMessages('signIn');
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    ...accountQuery,
    refetchOnWindowFocus: ({ state }) => (isSignedOut(state.error) ? 'always' : true),
  });
  const isOpen = isSignedOut(error);
  const [step, setStep] = useState<keyof typeof pages>('password');
  const userId = useRef(data?.id);
  useEffect(() => {
    if (userId.current === data?.id) return;
    forgetUnsaved();
    location.reload();
  }, [data?.id]);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      setStep('password');
      reopenStreams();
      queryClient.invalidateQueries();
    }
    wasOpen.current = isOpen;
  }, [isOpen, queryClient]);
  const Page = pages[step];
  const afterStep = async (state: string) => {
    if (state === 'second_factor') setStep(state);
    else await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true });
  };
  return (
    <Dialog opened={isOpen} onClose={() => {}} title={t.sessionEnded} isLocked isPrivate>
      <SignInAgainContext value={{ email: data?.email ?? '', afterStep, restart: () => setStep('password') }}>
        <Suspense fallback={<LoadingPage />}>
          <Page />
        </Suspense>
      </SignInAgainContext>
    </Dialog>
  );
}
