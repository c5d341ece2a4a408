import { addonsArea } from '#app/pages/addons/area.ts';
import { developersArea } from '#app/pages/developers/area.ts';
import { eventsArea } from '#app/pages/events/area.ts';
import { gatesArea } from '#app/pages/gates/area.ts';
import { operatorArea } from '#app/pages/operator/area.ts';
import { ordersArea } from '#app/pages/orders/area.ts';
import { overviewArea } from '#app/pages/overview/area.ts';
import { settingsArea } from '#app/pages/settings/area.ts';
import { settlementsArea } from '#app/pages/settlements/area.ts';
import { ticketsArea } from '#app/pages/tickets/area.ts';
import type { Area } from '#app/parts/registry.ts';

/** The areas of an organizer, as in the navigation. Their pages are below `/organizers/{slug}/`. */
export const organizerAreas: readonly Area[] = [
  overviewArea,
  eventsArea,
  ordersArea,
  ticketsArea,
  addonsArea,
  gatesArea,
  settlementsArea,
  developersArea,
  settingsArea,
];

/** The areas of the operator. Their pages are below `/operator/`, and need no permission of an organizer. */
export const operatorAreas: readonly Area[] = [operatorArea];
