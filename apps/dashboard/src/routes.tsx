import type { AccountOrganizer, OrganizerSettings } from '@organizer/shared/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Frame, Home, OperatorPages, OrganizerHome, OrganizerPages } from '#app/frame/app-frame.tsx';
import { accountQuery } from '#app/parts/account.ts';
import { get, isSignedOut, organizerPath } from '#app/parts/api.ts';
import type { Icon } from '#app/parts/icons.tsx';
import type { DashboardTexts } from '#app/parts/language.tsx';

interface Navigation {
  readonly heading?: keyof DashboardTexts['navigation'];
  readonly title: keyof DashboardTexts['navigation'];
  readonly icon: Icon;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The action that a page needs. The page is hidden from members whose role does not permit it. Null if the page needs none. */
    readonly permission: string | null;
    /** The entry in the navigation, below a heading. Pages without one are reached by links. */
    readonly navigation?: Navigation;
  }
}

interface RouterContext {
  readonly queryClient: QueryClient;
}

/** Loads a page, which is a separate file of the build. */
type LoadPage = () => Promise<{ readonly Page: () => ReactNode }>;

/** A component that loads a page when it is shown, or when a link to it is about to be used. */
const lazyPage = (load: LoadPage) => lazyRouteComponent(() => loadPage(load), 'Page');

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

const open = { staticData: { permission: null } };

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet, ...open });

/** What is around all pages that need a session. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  ...open,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(accountQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      const next = location.pathname + location.searchStr;
      throw redirect({ to: '/sign-in', search: next === '/' ? {} : { next } });
    }
  },
  component: Frame,
});

/** The pages of an organizer. */
export const organizerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'organizers/$organizer',
  ...open,
  /** `organizer` is null if the user's role does not permit the page. */
  beforeLoad: async ({ context, params, location, matches }): Promise<{ organizer: AccountOrganizer | null }> => {
    const { organizers } = await context.queryClient.ensureQueryData(accountQuery);
    const organizer = organizers.find(({ slug }) => slug === params.organizer);
    if (organizer === undefined) await redirectFormerSlug(context.queryClient, params.organizer, location);
    const permission = matches.at(-1)?.staticData.permission ?? null;
    const isPermitted = permission === null || organizer?.permissions.includes(permission);
    return { organizer: (isPermitted && organizer) || null };
  },
  component: OrganizerPages,
});

/** A former slug of an organizer leads to the same page with the current one. */
async function redirectFormerSlug(queryClient: QueryClient, slug: string, location: ParsedLocation): Promise<void> {
  const settings = await get<OrganizerSettings>(organizerPath(slug, 'settings')).catch(() => null);
  if (settings === null || settings.slug === slug) return;
  await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 });
  const to = location.pathname.replace(`/organizers/${slug}`, `/organizers/${settings.slug}`);
  throw redirect({ to, search: location.search, replace: true });
}

/** The pages of the operator, for the whole service. */
export const operatorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'operator',
  ...open,
  component: OperatorPages,
});

export const homeRoute = createRoute({ getParentRoute: () => frameRoute, path: '/', ...open, component: Home });

export const organizerHomeRoute = createRoute({
  getParentRoute: () => organizerRoute,
  path: '/',
  ...open,
  component: OrganizerHome,
});

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'account',
  ...open,
  component: lazyPage(() => import('#app/pages/account/account-page.tsx')),
});

/** The options of a page that needs no session. */
export function openPage(load: LoadPage) {
  return { getParentRoute: () => rootRoute, ...open, component: lazyPage(load) };
}

/**
 * The options of a page of an organizer. A page reads its data when it is shown, not in a loader: what changed between the two would be
 * missed, because the page listens to the live stream only when it is shown.
 */
export function organizerPage(permission: string, load: LoadPage, navigation?: Navigation) {
  return { getParentRoute: () => organizerRoute, staticData: { permission, navigation }, component: lazyPage(load) };
}

/** The options of a page of the operator. */
export function operatorPage(load: LoadPage, navigation?: Navigation) {
  return {
    getParentRoute: () => operatorRoute,
    staticData: { permission: null, navigation },
    component: lazyPage(load),
  };
}
