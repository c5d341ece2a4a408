import '@mantine/core/styles.css';
import './style.css';
import { MantineProvider, Modal } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { accountQuery } from '#app/parts/account.ts';
import { useIsPainted } from '#app/parts/after-paint.ts';
import { Failure, hasReason, isSignedOut, onFailure } from '#app/parts/api.ts';
import { ConfirmProvider } from '#app/parts/confirm.tsx';
import { chosenLanguage, LanguageProvider, loadLanguage } from '#app/parts/language.tsx';
import { createAppRouter } from '#app/router.tsx';
import { cssVariables, theme } from '#app/theme.ts';

const retriesMax = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server may be on this computer, which needs no network. Without a connection, requests fail immediately.
      networkMode: 'always',
      retry: (count, error) =>
        count < retriesMax && error instanceof Failure && (error.kind === 'unreachable' || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
});
const router = createAppRouter(queryClient);

// A session can end, and a member can be removed, while a page is open.
onFailure((failure) => {
  const account = { queryKey: accountQuery.queryKey, exact: true };
  const isAccountOutdated = isSignedOut(failure) || hasReason(failure, 'organizer_not_found');
  if (isAccountOutdated && queryClient.isFetching(account) === 0) queryClient.invalidateQueries(account);
});

const Notices = lazy(() => import('#app/frame/notices.tsx'));

/** The messages of finished actions. Nothing is done before the page was drawn. */
function LaterNotices() {
  return (
    useIsPainted() && (
      <Suspense>
        <Notices />
      </Suspense>
    )
  );
}

/** Renders the page once, with its data. Rendering it in parts would take longer. */
async function start(): Promise<void> {
  // The texts and the file of the page are loaded while the session is read.
  const language = loadLanguage(chosenLanguage());
  for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) router.loadRouteChunk(route);
  await router.load();
  createRoot(document.getElementById('app')!).render(
    <LanguageProvider initial={await language}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <LaterNotices />
          <Modal.Stack>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </Modal.Stack>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>,
  );
}

start();
