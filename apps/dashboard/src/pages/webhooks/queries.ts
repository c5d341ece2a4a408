import type {
  DeliveryDetail,
  WebhookEndpointPage,
  WebhookEndpointWithHealth,
  WebhookEventDetail,
  WebhookEventTypes,
  WebhookReplayList,
} from '@organizer/shared/dashboard-api';
import { type Query, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';
import { useLiveReload } from '#app/parts/live.ts';

/** The key of all queries about webhooks of an organizer, to load them again after a change. */
export const webhooksKey = (slug: string) => ['organizer', slug, 'webhooks'];

/** Event types do not change while the server runs. */
const eventTypesKey = 'event types';
/** Each loaded page of a list is a request. Longer lists are not loaded again after each change. */
const maxLivePages = 5;

/** Keeps the queries about webhooks on this page up to date: deliveries, their attempts, replays and endpoints. */
export function useLiveWebhooks(): void {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  useLiveReload(['webhooks'], () => {
    queryClient.invalidateQueries({ queryKey: webhooksKey(slug), predicate: (query) => isLive(query) });
  });
}

function isLive({ queryKey, state }: Query): boolean {
  const { pages } = (state.data ?? {}) as { pages?: readonly unknown[] };
  return queryKey[3] !== eventTypesKey && (pages === undefined || pages.length <= maxLivePages);
}

export const endpointsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'endpoints'],
    queryFn: ({ signal }) =>
      get<WebhookEndpointPage>(organizerPath(slug, 'webhook-endpoints'), { limit: '100' }, signal),
  });

export const endpointQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'endpoint', id],
    queryFn: ({ signal }) =>
      get<Tagged<WebhookEndpointWithHealth>>(
        organizerPath(slug, `webhook-endpoints/${encodeURIComponent(id)}`),
        {},
        signal,
      ),
  });

export const eventTypesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), eventTypesKey],
    queryFn: ({ signal }) => get<WebhookEventTypes>(organizerPath(slug, 'webhooks/event-types'), {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The texts that only the pages about webhooks load, by language. None of them has arguments. */
const textFiles = import.meta.glob<{ readonly default: object }>(
  '../../../../../packages/messages/src/*/dashboard/webhook-{types,problems}.ts',
);

const textsQuery = <T>(area: 'types' | 'problems', language: string) =>
  queryOptions({
    queryKey: ['texts about webhooks', area, language],
    queryFn: async () => {
      const load = textFiles[`../../../../../packages/messages/src/${language}/dashboard/webhook-${area}.ts`];
      return ((await load?.())?.default ?? {}) as Readonly<Record<string, T>>;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The sentences about event types. */
export const typeTextsQuery = (language: string) => textsQuery<string>('types', language);

/** What failed in an attempt, and what to do. */
export const problemTextsQuery = (language: string) =>
  textsQuery<{ readonly title: string; readonly advice: string }>('problems', language);

export const replaysQuery = (slug: string, endpointId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'replays', endpointId],
    queryFn: ({ signal }) =>
      get<WebhookReplayList>(
        organizerPath(slug, `webhook-endpoints/${encodeURIComponent(endpointId)}/replays`),
        {},
        signal,
      ),
  });

export const deliveryQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'delivery', id],
    queryFn: ({ signal }) =>
      get<DeliveryDetail>(organizerPath(slug, `webhook-deliveries/${encodeURIComponent(id)}`), {}, signal),
  });

export const webhookEventQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(slug), 'event', id],
    queryFn: ({ signal }) =>
      get<WebhookEventDetail>(organizerPath(slug, `webhooks/events/${encodeURIComponent(id)}`), {}, signal),
  });
