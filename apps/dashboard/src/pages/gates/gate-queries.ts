import type {
  Admissions,
  Event as EventDetails,
  GateStats,
  ManagedDevices,
  ManagedGate,
  ManagedGates,
} from '@organizer/shared/dashboard-api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';

/** The counters of the last hour move on also without scans. */
const statsMs = 60_000;
/** Devices report their battery and their queue without a scan. */
const devicesMs = 15_000;

/** What the sections about an event's gates show. */
export interface GateSectionProps {
  readonly event: EventDetails;
  /** With archived ones. */
  readonly gates: readonly ManagedGate[];
}

/** The key of all that the page of an event's gates reads. */
export const gatesKey = (slug: string, eventId: string) => ['organizer', slug, 'gates', eventId] as const;

/** The gates of an event, with archived ones. */
export function gatesQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: [...gatesKey(slug, eventId), 'list'],
    queryFn: ({ signal }) => get<ManagedGates>(organizerPath(slug, `events/${eventId}/gates`), {}, signal),
  });
}

/** A gate with its entity tag. */
export function gateQuery(slug: string, eventId: string, gateId: string) {
  return queryOptions({
    queryKey: [...gatesKey(slug, eventId), 'gate', gateId],
    queryFn: ({ signal }) => get<Tagged<ManagedGate>>(organizerPath(slug, `gates/${gateId}`), {}, signal),
  });
}

/** The numbers of scans of an event. */
export function statsQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: [...gatesKey(slug, eventId), 'stats'],
    queryFn: ({ signal }) => get<GateStats>(organizerPath(slug, `events/${eventId}/gate-stats`), {}, signal),
    refetchInterval: statsMs,
  });
}

export type Period = 'hour' | 'today' | 'event';

/** The scans of a period by steps. */
export function admissionsQuery(slug: string, eventId: string, period: Period) {
  return queryOptions({
    queryKey: [...gatesKey(slug, eventId), 'admissions', period],
    queryFn: ({ signal }) =>
      get<Admissions>(organizerPath(slug, `events/${eventId}/gate-admissions`), { period }, signal),
    refetchInterval: statsMs,
    placeholderData: keepPreviousData,
  });
}

/** The devices of an event, with revoked ones. */
export function devicesQuery(slug: string, eventId: string) {
  return queryOptions({
    queryKey: [...gatesKey(slug, eventId), 'devices'],
    queryFn: ({ signal }) => get<ManagedDevices>(organizerPath(slug, `events/${eventId}/gate-devices`), {}, signal),
    refetchInterval: devicesMs,
  });
}
