import type { SignInResult } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { basePath } from '#app/parts/base-path.ts';

/** The sign-in over a page whose session has ended. Null on the pages of the sign-in. */
export const SignInAgainContext = createContext<{
  /** The e-mail address of the user whose session has ended. */
  readonly email: string;
  readonly afterStep: (state: SignInResult['state']) => Promise<void>;
  readonly restart: () => void;
} | null>(null);

/** Returns a function that opens the page after a step of signing in: the second factor, or the page that needed the session. */
export function useAfterSignIn(): (result: SignInResult, next?: string) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const ofSignIn = useSearch({ from: '/sign-in', shouldThrow: false });
  const ofSecondFactor = useSearch({ from: '/second-factor', shouldThrow: false });
  const again = use(SignInAgainContext);
  return async ({ state }, next = (ofSignIn ?? ofSecondFactor)?.next) => {
    if (again !== null) return again.afterStep(state);
    if (state === 'second_factor') {
      await navigate({ to: '/second-factor', search: { next }, replace: true });
      return;
    }
    queryClient.clear();
    router.history.replace(isPath(next) ? basePath + next : basePath);
  };
}

/** Whether a text is a path of the dashboard. Another website must not be opened. */
function isPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}

/** The token in the link that opened the page: the part after `#`. Null if the link is incomplete. */
export function linkToken(): string | null {
  const token = location.hash.slice(1);
  return /^[A-Za-z0-9_-]+$/.test(token) ? token : null;
}
