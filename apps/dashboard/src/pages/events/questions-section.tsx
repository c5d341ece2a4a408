import { Badge, Button, Menu, Text } from '@mantine/core';
import type { Question, QuestionList } from '@organizer/shared/dashboard-api';
import { kindOfKey, questionKeys } from '@organizer/shared/questions/question';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '#app/pages/settings/use-settings.ts';
import { useMemberAccess } from '#app/parts/access.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { put } from '#app/parts/api.ts';
import { AddIcon, QuestionIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import type { Column } from '#app/parts/list-table.tsx';
import { Section } from '#app/parts/section.tsx';
import { SequenceTable } from '#app/parts/sequence-table.tsx';
import { EmptyState, ErrorNote, Loaded } from '#app/parts/states.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import { useSequence } from '#app/parts/use-sequence.ts';
import type { StoredEvent } from './event-query.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { questionsPath, questionsQuery } from './question-query.ts';
import type { NewQuestion } from './question-values.ts';

interface QuestionsProps {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}

/** The questions that buyers and ticket holders are asked. */
export function QuestionsSection(props: QuestionsProps) {
  const { slug } = useOrganizer();
  const questions = useQuery(questionsQuery(slug, props.event.id));
  return <Loaded query={questions}>{({ data }) => <Questions {...props} questions={data} />}</Loaded>;
}

function Questions({ event, isChangeable, questions }: QuestionsProps & { readonly questions: readonly Question[] }) {
  const t = useMessages('questions');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Question | NewQuestion | null>(null);
  const query = questionsQuery(slug, event.id);
  const { rows, move, error } = useSequence(
    questions,
    async (ids) => {
      const list = await put<QuestionList>(`${questionsPath(slug, event.id)}/sequence`, { ids });
      queryClient.setQueryData(query.queryKey, list);
    },
    () => queryClient.invalidateQueries(query),
  );
  const add = isChangeable && <AddMenu questions={questions} onAdd={setEdited} />;
  return (
    <Section title={t.title} text={t.text} aside={rows.length > 0 && add}>
      {rows.length === 0 ? (
        <EmptyState icon={QuestionIcon} title={t.none} text={t.noneText} action={add} />
      ) : (
        <QuestionTable event={event} questions={rows} onMove={isChangeable ? move : null} onEdit={setEdited} />
      )}
      <ErrorNote error={error} />
      <QuestionDialog event={event} questions={questions} edited={edited} onClose={() => setEdited(null)} />
    </Section>
  );
}

function QuestionTable({
  event,
  questions,
  onMove,
  onEdit,
}: {
  readonly event: StoredEvent;
  readonly questions: readonly Question[];
  readonly onMove: ((id: string, index: number) => void) | null;
  readonly onEdit: (question: Question) => void;
}) {
  const t = useMessages('questions');
  const { formats } = useLanguage();
  const offers = [...event.ticketTypes, ...event.addons];
  const namesOf = (ids: readonly string[]) => offers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const columns: readonly Column<Question>[] = [
    { key: 'question', title: t.question, cell: (question) => <QuestionCell question={question} all={questions} /> },
    { key: 'askedOf', title: t.askedOf, cell: ({ askedOf }) => t.persons[askedOf] },
    { key: 'required', title: t.answer, cell: ({ isRequired }) => (isRequired ? t.required : t.optional) },
    {
      key: 'offers',
      title: t.offers,
      cell: ({ offerIds }) =>
        offerIds === null ? t.allOffers : <bdi className="any-wrap">{formats.list(namesOf(offerIds))}</bdi>,
    },
  ];
  return (
    <SequenceTable
      label={t.title}
      rows={questions}
      nameOf={({ label }) => withoutLinks(label).slice(0, 60)}
      columns={columns}
      onMove={onMove}
      onEdit={onEdit}
    />
  );
}

/** A question with its kind, and the question on which it depends. */
function QuestionCell({
  question: { label, kind, key, isArchived, shownIf },
  all,
}: {
  readonly question: Question;
  readonly all: readonly Question[];
}) {
  const t = useMessages('questions');
  const parent = all.find(({ id }) => id === shownIf?.questionId);
  return (
    <div>
      <Text span size="sm" inherit lineClamp={3}>
        <bdi>{withoutLinks(label)}</bdi>
      </Text>
      <Text size="xs" c="dimmed" fw={400}>
        {key === null ? t.kinds[kind] : t.field({ name: t.keys[key] })}
        {parent !== undefined && (
          <>
            {' · '}
            {t.dependsOn} <bdi>{withoutLinks(parent.label)}</bdi>
          </>
        )}
      </Text>
      {isArchived && (
        <Badge variant="light" color="gray">
          {t.states.archived}
        </Badge>
      )}
    </div>
  );
}

/** The consent to the terms, without which nobody can order. */
const acceptance = { key: null, kind: 'consent', askedOf: 'buyer', isRequired: true } as const;

/** Offers a free question, the terms, and the fields with a meaning that the event does not have yet. */
function AddMenu({
  questions,
  onAdd,
}: {
  readonly questions: readonly Question[];
  readonly onAdd: (question: NewQuestion) => void;
}) {
  const t = useMessages('questions');
  const labels = useMessages('questionLabels');
  // Without a page of terms, the address is completed by hand.
  const url = useSettings(useMemberAccess()).data?.profile.termsUrl ?? 'https://';
  const free = questionKeys.filter((key) => !questions.some((other) => other.key === key && !other.isArchived));
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<AddIcon size={16} />}>
          {t.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="switcher-menu">
        <Menu.Item onClick={() => onAdd({ key: null, kind: 'text', label: '' })}>{t.free}</Menu.Item>
        <Menu.Item onClick={() => onAdd({ ...acceptance, label: t.acceptTerms({ url }) })}>{t.terms}</Menu.Item>
        {free.length > 0 && <Menu.Label>{t.fields}</Menu.Label>}
        {free.map((key) => (
          <Menu.Item key={key} onClick={() => onAdd({ key, kind: kindOfKey[key], label: labels[key] })}>
            {t.keys[key]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
