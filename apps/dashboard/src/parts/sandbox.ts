import type { Sandbox } from '@organizer/shared/dashboard-api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery, useAccount, useNavigationOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, put } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import type { OrganizerPath } from '#app/parts/link.tsx';

const resetPollMs = 1_000;

/** The sandbox with this slug. During a reset, it is read again until the reset has ended. */
export function sandboxQuery(slug: string) {
  return queryOptions({
    queryKey: ['organizer', slug, 'sandbox'],
    queryFn: ({ signal }) => get<Sandbox>(organizerPath(slug, 'sandbox'), {}, signal),
    refetchInterval: ({ state }) => (state.data?.resetStartedAt == null ? false : resetPollMs),
  });
}

interface TestMode {
  readonly isTest: boolean;
  /** Opens a page of the other one of the two. */
  readonly toggle: (page: OrganizerPath) => Promise<void>;
  readonly isSwitching: boolean;
  readonly error: unknown;
}

/** The switch between the live organizer of the navigation and its sandbox. Null if the user cannot switch. */
export function useTestMode(): TestMode | null {
  const open = useOpenOther();
  const { run, isRunning, error } = useChange(async (page: OrganizerPath) => open?.run(page));
  return open && { isTest: open.isTest, toggle: run, isSwitching: isRunning, error };
}

function useOpenOther(): { readonly isTest: boolean; readonly run: (page: OrganizerPath) => Promise<void> } | null {
  const { organizers } = useAccount();
  const organizer = useNavigationOrganizer();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (organizer === null) return null;
  const { slug, sandboxOf, permissions } = organizer;
  if (sandboxOf !== null) {
    return {
      isTest: true,
      run: (page) => navigate({ to: page, params: { organizer: sandboxOf } }),
    };
  }
  const existing = organizers.find((other) => other.sandboxOf === slug);
  if (existing === undefined && !permissions.includes('sandbox:write')) return null;
  return {
    isTest: false,
    run: async (page) => {
      const sandbox = existing ?? (await put<Sandbox>(organizerPath(slug, 'sandbox')));
      // The pages of the sandbox are open only to its members, who are in the account.
      if (existing === undefined) await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 });
      await navigate({ to: page, params: { organizer: sandbox.slug } });
    },
  };
}
