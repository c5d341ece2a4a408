import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { accountQuery } from '#app/parts/account.ts';
import { Failure, hasReason, onFailure } from '#app/parts/api.ts';
import { ConfirmProvider } from '#app/parts/confirm.tsx';
import { LanguageProvider } from '#app/parts/language.tsx';
import { createAppRouter, isOpenPath, isSignedOut, signInTarget } from '#app/router.tsx';
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
  const { pathname, searchStr } = router.state.location;
  if (isSignedOut(failure) && !isOpenPath(pathname)) {
    router.navigate(signInTarget(pathname + searchStr)).then(() => queryClient.clear());
  }
  if (hasReason(failure, 'organizer_not_found')) queryClient.invalidateQueries(accountQuery);
});

createRoot(document.getElementById('app')!).render(
  <LanguageProvider>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  </LanguageProvider>,
);
