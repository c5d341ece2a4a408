import type {
  DashboardEndpointList,
  DashboardEndpointWithHealth,
  DeliveryDetail,
  WebhookEventDetail,
  WebhookEventTypes,
  WebhookReplayList,
} from '@organizer/shared/dashboard-api';
import { queryOptions } from '@tanstack/react-query';
import { get, organizerPath } from '#app/parts/api.ts';

/** The pause between two requests while something is pending. */
const pendingIntervalMs = 2_000;
/** The pause between two requests for figures. */
const figuresIntervalMs = 15_000;

/** The key of all queries about webhooks of an organizer, to load them again after a change. */
export const webhooksKey = (slug: string) => ['organizer', slug, 'webhooks'];

export const endpointsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'endpoints'],
    queryFn: ({ signal }) => get<DashboardEndpointList>(organizerPath(slug, 'webhooks/endpoints'), {}, signal),
    refetchInterval: figuresIntervalMs,
  });

export const endpointQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'endpoint', id],
    queryFn: ({ signal }) =>
      get<DashboardEndpointWithHealth>(organizerPath(slug, `webhooks/endpoints/${encodeURIComponent(id)}`), {}, signal),
    refetchInterval: figuresIntervalMs,
  });

export const eventTypesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'event types'],
    queryFn: ({ signal }) => get<WebhookEventTypes>(organizerPath(slug, 'webhooks/event-types'), {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const replaysQuery = (slug: string, endpointId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'replays', endpointId],
    queryFn: ({ signal }) =>
      get<WebhookReplayList>(
        organizerPath(slug, `webhooks/endpoints/${encodeURIComponent(endpointId)}/replays`),
        {},
        signal,
      ),
    refetchInterval: ({ state }) =>
      state.data?.replays.some(({ status }) => status === 'running') ? pendingIntervalMs : false,
  });

export const deliveryQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'delivery', id],
    queryFn: ({ signal }) =>
      get<DeliveryDetail>(organizerPath(slug, `webhooks/deliveries/${encodeURIComponent(id)}`), {}, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingIntervalMs : false),
  });

export const eventQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'event', id],
    queryFn: ({ signal }) =>
      get<WebhookEventDetail>(organizerPath(slug, `webhooks/events/${encodeURIComponent(id)}`), {}, signal),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? pendingIntervalMs : false,
  });
