import { Button } from '@mantine/core';
import { addonNames } from '@organizer/shared/addon-names';
import type { ListedAttendee, MissingAnswers } from '@organizer/shared/dashboard-api';
import type { AnswerValue } from '@organizer/shared/questions/question';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { questionsQuery } from '#app/pages/events/question-query.ts';
import { BibsDialog } from '#app/pages/orders/bibs-dialog.tsx';
import { ExportDialog } from '#app/pages/orders/export-dialog.tsx';
import { SearchForm } from '#app/pages/orders/search-form.tsx';
import { TicketStatusBadge } from '#app/pages/tickets/status-badge.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { useAnswerText, useQuestionWords } from '#app/parts/answer-text.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { optionsOf, useEventOf, useEvents } from '#app/parts/events.ts';
import { FilterBar, useFilters } from '#app/parts/filters.tsx';
import { AttendeeIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, ListTable } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, NextPage } from '#app/parts/states.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';

/** The persons who have tickets, and their start numbers and lists. */
export function Page() {
  const t = useMessages('attendees');
  const tickets = useMessages('tickets');
  const { slug } = useOrganizer();
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'bibs' | 'export' | null>(null);
  const { data: events } = useEvents();
  const filters = useFilters(useSearch({ from: '/frame/organizers/$organizer/attendees' }), {
    eventId: ['answer', 'missingAnswers'],
  });
  const columns = useColumns(filters.values.eventId === undefined);
  const answers = useAnswerOptions(filters.values.eventId);
  const missing = useMissingAnswers(filters.values.eventId);
  const { eventId = events?.[0]?.id ?? null } = filters.values;
  const close = () => setDialog(null);
  const actions = (
    <>
      <Button variant="default" onClick={() => setDialog('bibs')}>
        {t.bibs}
      </Button>
      <Button onClick={() => setDialog('export')}>{t.download}</Button>
    </>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={actions}>
      <SearchForm text={text} onSearch={setText} label={t.find} hint={t.findHint} />
      <FilterBar
        filters={filters}
        fields={[
          { kind: 'select', name: 'eventId', label: t.event, options: optionsOf(events) },
          {
            kind: 'select',
            name: 'status',
            label: tickets.status,
            options: Object.entries(tickets.statuses).map(([value, label]) => ({ value, label })),
          },
          ...(answers.length === 0
            ? []
            : [{ kind: 'select', name: 'answer', label: t.answer, options: answers } as const]),
          ...(missing === undefined
            ? []
            : [
                {
                  kind: 'select',
                  name: 'missingAnswers',
                  label: t.required,
                  options: [{ value: 'true', label: t.missingAnswers({ count: missing }) }],
                } as const,
              ]),
        ]}
      />
      <ListTable<ListedAttendee>
        path={organizerPath(slug, 'attendees')}
        query={{ q: text }}
        queryKey={['organizer', slug, 'attendees']}
        filters={filters}
        label={t.title}
        empty={
          text === '' ? (
            <EmptyState
              icon={AttendeeIcon}
              title={t.empty}
              text={t.emptyText}
              action={<NextPage to="/organizers/$organizer/events" />}
            />
          ) : (
            <EmptyState icon={AttendeeIcon} title={t.foundNone} text={t.foundNoneText} />
          )
        }
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ orderNumber }) => ({ to: '/organizers/$organizer/orders/$orderNumber', params: { orderNumber } })}
      />
      {dialog === 'bibs' && <BibsDialog eventId={eventId} onClose={close} />}
      {dialog === 'export' && <ExportDialog eventId={eventId} onClose={close} />}
    </PageFrame>
  );
}

/** The options of the questions to the ticket holders of an event, as values of the filter `answer`. */
function useAnswerOptions(eventId: string | undefined) {
  const { slug } = useOrganizer();
  const { labelIn, answerIn } = useQuestionWords();
  const { data } = useQuery({ ...questionsQuery(slug, eventId ?? ''), enabled: eventId !== undefined });
  const asked = data?.data.filter(({ askedOf }) => askedOf === 'holder') ?? [];
  return asked.flatMap((question) => {
    const { id, kind, options } = question;
    const label = withoutLinks(labelIn(question));
    const of = (code: string, value: AnswerValue) => ({
      value: `${id}:${code}`,
      label: `${label}: ${answerIn(question, value)}`,
    });
    if (kind === 'consent') return [of('true', true)];
    if (kind === 'boolean') return [of('true', true), of('false', false)];
    return (options ?? []).map(({ code }) => of(code, kind === 'choices' ? [code] : code));
  });
}

/** How many ticket holders of an event have not answered a required question; undefined if no question is required. */
function useMissingAnswers(eventId: string | undefined): number | undefined {
  const { slug } = useOrganizer();
  const { data: questions } = useQuery({ ...questionsQuery(slug, eventId ?? ''), enabled: eventId !== undefined });
  const isAnyRequired = questions?.data.some(
    ({ askedOf, isRequired, isArchived }) => askedOf === 'holder' && isRequired && !isArchived,
  );
  const { data } = useQuery({
    queryKey: ['organizer', slug, 'attendees', 'missing-answers', eventId],
    queryFn: ({ signal }) => get<MissingAnswers>(organizerPath(slug, `events/${eventId}/missing-answers`), {}, signal),
    enabled: eventId !== undefined && isAnyRequired === true,
  });
  return isAnyRequired ? data?.count : undefined;
}

/** The answer of an attendee to the question with a meaning. */
function answerOf({ answers }: ListedAttendee, key: string) {
  return answers.find((answer) => answer.key === key);
}

/** The kinds of the answers that are codes. They are shown in the language of the dashboard, not in that of the buyer. */
const codedKinds = ['choice', 'choices', 'boolean', 'country'];

/** What an attendee has chosen, such as a size. */
function Choices({ attendee: { eventId, answers } }: { readonly attendee: ListedAttendee }) {
  const { slug } = useOrganizer();
  const { labelIn, answerIn } = useQuestionWords();
  const chosen = answers.filter(({ kind }) => codedKinds.includes(kind));
  const { data } = useQuery({ ...questionsQuery(slug, eventId), enabled: chosen.length > 0 });
  const texts = chosen.map(({ questionId, value, label, text }) => {
    const question = data?.data.find(({ id }) => id === questionId);
    return question === undefined
      ? `${label}: ${text}`
      : `${labelIn(question)}: ${answerIn(question, value as AnswerValue)}`;
  });
  return <bdi>{texts.join(', ') || '–'}</bdi>;
}

/** The add-ons of an attendee, without those of the order. */
function addonsOf({ id, addons }: ListedAttendee): string {
  return addonNames(addons.filter(({ ticketId, unitsTotal }) => ticketId === id && unitsTotal > 0)).join(', ');
}

function useColumns(withEvent: boolean): readonly Column<ListedAttendee>[] {
  const { columnNames, event, choices } = useMessages('attendees');
  const eventOf = useEventOf();
  const textOf = useAnswerText();
  const textOfKey = (attendee: ListedAttendee, key: string) => {
    const answer = answerOf(attendee, key);
    return answer && textOf(answer);
  };
  return [
    { key: 'holder', title: columnNames.holderName, cell: ({ holderName }) => <bdi>{holderName ?? '–'}</bdi> },
    { key: 'bib', title: columnNames.bib, cell: ({ bib }) => <bdi>{bib || '–'}</bdi> },
    { key: 'category', title: columnNames.category, cell: ({ category }) => <bdi>{category || '–'}</bdi> },
    { key: 'type', title: columnNames.ticketType, cell: ({ ticketTypeName }) => <bdi>{ticketTypeName}</bdi> },
    {
      key: 'birthDate',
      title: columnNames.birthDate,
      cell: (attendee) => <span className="no-wrap">{textOfKey(attendee, 'birthDate') || '–'}</span>,
    },
    { key: 'club', title: columnNames.club, cell: (attendee) => <bdi>{answerOf(attendee, 'club')?.text || '–'}</bdi> },
    { key: 'choices', title: choices, cell: (attendee) => <Choices attendee={attendee} /> },
    { key: 'addons', title: columnNames.addons, cell: (attendee) => <bdi>{addonsOf(attendee) || '–'}</bdi> },
    ...(withEvent
      ? [{ key: 'event', title: event, cell: ({ eventId }: ListedAttendee) => <bdi>{eventOf(eventId)?.name}</bdi> }]
      : []),
    { key: 'status', title: columnNames.status, cell: ({ status }) => <TicketStatusBadge status={status} /> },
    {
      key: 'order',
      title: columnNames.orderNumber,
      cell: ({ orderNumber }) => <span className="money">{orderNumber}</span>,
    },
  ];
}
