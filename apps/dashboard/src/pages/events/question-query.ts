import type { Question, QuestionList } from '@organizer/shared/dashboard-api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, type Tagged } from '#app/parts/api.ts';
import { eventQuery } from './event-query.ts';

/** The path of the questions of an event in the API. */
export function questionsPath(slug: string, eventId: string): string {
  return organizerPath(slug, `events/${eventId}/questions`);
}

/** The questions of an event in their sequence, including archived ones. */
export function questionsQuery(slug: string, eventId: string) {
  return queryOptions({
    // A change to the event loads them again.
    queryKey: [...eventQuery(slug, eventId).queryKey, 'questions'],
    queryFn: ({ signal }) => get<QuestionList>(questionsPath(slug, eventId), {}, signal),
  });
}

/** A question, with its entity tag. */
export function questionQuery(slug: string, eventId: string, id: string) {
  return queryOptions({
    queryKey: [...questionsQuery(slug, eventId).queryKey, id],
    queryFn: ({ signal }) => get<Tagged<Question>>(`${questionsPath(slug, eventId)}/${id}`, {}, signal),
  });
}

/** Returns a function that reads the current questions of an event. */
export function useReloadQuestions(eventId: string): () => Promise<QuestionList> {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...questionsQuery(slug, eventId), staleTime: 0 });
}
