import type { Account, OrganizerSettings } from '@organizer/shared/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { Frame, Home, OrganizerHome, OrganizerPages } from '#app/frame/app-frame.tsx';
import { operatorAreas, organizerAreas } from '#app/pages/areas.ts';
import { accountQuery, useAccount, useCan } from '#app/parts/account.ts';
import { Failure, get, isSignedOut, organizerPath } from '#app/parts/api.ts';
import { basePath } from '#app/parts/base-path.ts';
import { pagePath } from '#app/parts/link.tsx';
import type { LoadPage, PageEntry } from '#app/parts/registry.ts';
import { ErrorState, LoadingPage, NotFound, NotPermitted } from '#app/parts/states.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

/** A component that loads a page when it is shown, or when a link to it is about to be used. */
const pageComponent = (load: LoadPage) => lazyRouteComponent(() => loadPage(load), 'Page');

/**
 * Loads the file of a page. If the server cannot be reached, the error is that of a request. With a connection, the error means that
 * the files have new names: the router then reloads the dashboard.
 *
 * @throws Failure
 */
async function loadPage(load: LoadPage): ReturnType<LoadPage> {
  try {
    return await load();
  } catch (error) {
    await get('account/me');
    throw error;
  }
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

/** The pages that need no session, by their paths. */
const openPages: Readonly<Record<string, LoadPage>> = {
  'sign-in': () => import('#app/pages/sign-in/sign-in-page.tsx'),
  'second-factor': () => import('#app/pages/sign-in/second-factor-page.tsx'),
  link: () => import('#app/pages/sign-in/link-page.tsx'),
  start: () => import('#app/pages/sign-in/start-page.tsx'),
  invitation: () => import('#app/pages/sign-in/invitation-page.tsx'),
};

const openRoutes = Object.entries(openPages).map(([path, load]) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: pageComponent(load) }),
);

const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(accountQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect(signInTarget(location.pathname + location.searchStr));
    }
  },
  component: Frame,
});

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'account',
  component: pageComponent(() => import('#app/pages/account/account-page.tsx')),
});

const organizerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'organizers/$organizer',
  // A former slug of an organizer leads to the same page with the current one.
  beforeLoad: async ({ context: { queryClient }, params: { organizer: slug }, location }) => {
    const isOpen = (account: Account) => account.organizers.some((organizer) => organizer.slug === slug);
    if (isOpen(await queryClient.ensureQueryData(accountQuery))) return;
    const settings = await get<OrganizerSettings>(organizerPath(slug, 'settings')).catch(() => null);
    if (settings === null || settings.slug === slug) return;
    await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 });
    const to = location.pathname.replace(pagePath(slug, ''), pagePath(settings.slug, ''));
    throw redirect({ to, search: location.search, replace: true });
  },
  component: OrganizerPages,
});

const operatorRoute = createRoute({ getParentRoute: () => frameRoute, path: 'operator', component: OperatorPages });

function OperatorPages() {
  return useAccount().isOperator ? <Outlet /> : <NotPermitted />;
}

function organizerPageRoute({ path, permission, load, loadData }: PageEntry) {
  const Loaded = pageComponent(load);
  const component = () => (useCan()(permission) ? <Loaded /> : <NotPermitted />);
  return createRoute({
    getParentRoute: () => organizerRoute,
    path,
    component: Object.assign(component, { preload: Loaded.preload }),
    loader: async ({ context: { queryClient }, params, location }) => {
      const { organizer: slug } = params as { organizer: string };
      const account = queryClient.getQueryData(accountQuery.queryKey);
      const organizer = account?.organizers.find((membership) => membership.slug === slug);
      if (!organizer?.permissions.includes(permission)) return;
      await Promise.all(loadData?.(queryClient, organizer, location.search) ?? []);
    },
  });
}

function operatorPageRoute({ path, load }: PageEntry) {
  return createRoute({
    getParentRoute: () => operatorRoute,
    path,
    component: pageComponent(load),
  });
}

const pagesOf = (areas: typeof organizerAreas) => areas.flatMap(({ pages }) => pages);

const routeTree = rootRoute.addChildren([
  ...openRoutes,
  frameRoute.addChildren([
    createRoute({ getParentRoute: () => frameRoute, path: '/', component: Home }),
    accountRoute,
    organizerRoute.addChildren([
      createRoute({ getParentRoute: () => organizerRoute, path: '/', component: OrganizerHome }),
      ...pagesOf(organizerAreas).map(organizerPageRoute),
    ]),
    operatorRoute.addChildren(pagesOf(operatorAreas).map(operatorPageRoute)),
  ]),
]);

/** The page on which the user signs in. `next` is the path that is opened then. */
function signInTarget(next: string): { to: string; search: { next?: string } } {
  return { to: '/sign-in', search: next === '/' ? {} : { next } };
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
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}
