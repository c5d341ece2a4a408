import { createRoute } from '@tanstack/react-router';
import { textSearch } from '#app/parts/text-search.ts';
import { openPage } from '#app/routes.tsx';

/** The path that is opened after the sign-in. */
const validateSearch = textSearch('next');

/** The pages that need no session. */
export const signInRoutes = [
  createRoute({ ...openPage(() => import('./sign-in-page.tsx')), path: 'sign-in', validateSearch }),
  createRoute({ ...openPage(() => import('./second-factor-page.tsx')), path: 'second-factor', validateSearch }),
  createRoute({ ...openPage(() => import('./link-page.tsx')), path: 'link' }),
  createRoute({ ...openPage(() => import('./start-page.tsx')), path: 'start' }),
  createRoute({ ...openPage(() => import('./invitation-page.tsx')), path: 'invitation' }),
] as const;
