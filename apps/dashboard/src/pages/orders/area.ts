import { AttendeeIcon, OrderIcon } from '#app/parts/icons.tsx';
import type { Area } from '#app/parts/registry.ts';

/** A complete order number, or an e-mail address. Each search is written to the audit log, so it does not run for the parts of a name. */
const complete = /^([0-9a-z]{10}|\S+@\S+\.\S{2,})$/i;

export const ordersArea: Area = {
  title: null,
  pages: [
    {
      path: 'orders',
      permission: 'orders:read',
      load: () => import('./order-list-page.tsx'),
      navigation: { title: 'orders', icon: OrderIcon },
    },
    { path: 'orders/new', permission: 'orders:write', load: () => import('./new-order-page.tsx') },
    { path: 'orders/$orderNumber', permission: 'orders:read', load: () => import('./order-page.tsx') },
    {
      path: 'attendees',
      permission: 'attendees:export',
      load: () => import('./attendees-page.tsx'),
      navigation: { title: 'attendees', icon: AttendeeIcon },
    },
  ],
  searches: [
    {
      title: 'orders',
      permission: 'orders:read',
      load: () => import('./search.ts'),
      runsWith: (text) => complete.test(text),
    },
  ],
};
