import type { QueryClient } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import { addonRoutes } from '#app/pages/addons/area.ts';
import { developerRoutes } from '#app/pages/developers/area.ts';
import { eventRoutes } from '#app/pages/events/area.ts';
import { gateRoutes } from '#app/pages/gates/area.ts';
import { operatorRoutes } from '#app/pages/operator/area.ts';
import { orderRoutes } from '#app/pages/orders/area.ts';
import { overviewRoutes } from '#app/pages/overview/area.ts';
import { settingRoutes } from '#app/pages/settings/area.ts';
import { settlementRoutes } from '#app/pages/settlements/area.ts';
import { signInRoutes } from '#app/pages/sign-in/area.ts';
import { ticketRoutes } from '#app/pages/tickets/area.ts';
import { Failure, get } from '#app/parts/api.ts';
import { basePath } from '#app/parts/base-path.ts';
import { ErrorState, LoadingPage, NotFound } from '#app/parts/states.tsx';
import {
  accountRoute,
  frameRoute,
  homeRoute,
  operatorRoute,
  organizerHomeRoute,
  organizerRoute,
  rootRoute,
} from '#app/routes.tsx';

/** All pages, those in the navigation in its sequence. */
const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  frameRoute.addChildren([
    homeRoute,
    accountRoute,
    organizerRoute.addChildren([
      organizerHomeRoute,
      ...overviewRoutes,
      ...eventRoutes,
      ...orderRoutes,
      ...ticketRoutes,
      ...addonRoutes,
      ...gateRoutes,
      ...settlementRoutes,
      ...developerRoutes,
      ...settingRoutes,
    ]),
    operatorRoute.addChildren(operatorRoutes),
  ]),
]);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function RouteError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const retry = async () => {
    if (!(error instanceof Failure && error.kind === 'unreachable')) return router.invalidate();
    // Files that could not be loaded are loaded again only with the whole dashboard, so the server must be reachable before.
    await get('account/me').then(
      () => location.reload(),
      () => {},
    );
  };
  return <ErrorState error={error} onRetry={retry} />;
}

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: basePath,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingPage,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
    // Plain parameters, so that URLs can be read and written by people.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(set).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}
