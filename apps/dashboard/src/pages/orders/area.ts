import { createRoute } from '@tanstack/react-router';
import { AttendeeIcon, OrderIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

export const orderRoutes = [
  createRoute({
    ...organizerPage('orders:read', () => import('./order-list-page.tsx'), { title: 'orders', icon: OrderIcon }),
    path: 'orders',
    validateSearch: textSearch('eventId', 'status', 'method', 'since', 'until'),
  }),
  createRoute({ ...organizerPage('orders:write', () => import('./new-order-page.tsx')), path: 'orders/new' }),
  createRoute({ ...organizerPage('orders:read', () => import('./order-page.tsx')), path: 'orders/$orderNumber' }),
  createRoute({
    ...organizerPage('attendees:export', () => import('./attendees-page.tsx'), {
      title: 'attendees',
      icon: AttendeeIcon,
    }),
    path: 'attendees',
    validateSearch: textSearch('eventId', 'status', 'answer', 'missingAnswers'),
  }),
] as const;
