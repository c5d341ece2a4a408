import { languages } from '@organizer/messages/languages';
import type { Question } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { type Translated, TranslationsForm } from '#app/parts/translations-form.tsx';
import { type StoredEvent, useEditedEvent } from './event-query.ts';
import { offerPaths } from './offers.ts';
import { questionsQuery, useReloadQuestions } from './question-query.ts';
import { sendQuestionTranslations, translatedQuestion } from './question-translations.ts';

/** The event, its ticket types and its add-ons. The ids are the paths of the requests that change them. */
function translatedOf(event: StoredEvent, t: DashboardTexts['events']): Translated[] {
  const offersOf = (kind: keyof typeof offerPaths) =>
    event[kind]
      .filter(({ status }) => status === 'active')
      .map((offer) => ({ ...offer, id: `${event.id}/${offerPaths[kind]}/${offer.id}` }));
  return [event, ...offersOf('ticketTypes'), ...offersOf('addons')].map((item) => {
    const { id, name, translations } = item;
    const nameField = { name: 'name', label: t.name, original: name, isLong: false, maxLength: 300 };
    if (!('description' in item)) return { id, title: name, fields: [nameField], translations };
    const descriptionField = {
      ...{ name: 'description', label: t.descriptionField, original: item.description ?? '' },
      ...{ isLong: true, maxLength: 'ticketTypes' in item ? 100_000 : 10_000 },
    };
    return { id, title: name, fields: [nameField, descriptionField], translations };
  });
}

interface TranslationsProps {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}

/** The texts of an event, its ticket types, its add-ons and its questions in other languages. */
export function TranslationsSection(props: TranslationsProps) {
  const { slug } = useOrganizer();
  const questions = useQuery(questionsQuery(slug, props.event.id));
  return <Loaded query={questions}>{({ data }) => <Translations {...props} questions={data} />}</Loaded>;
}

function Translations({
  event,
  questions,
  isChangeable,
}: TranslationsProps & { readonly questions: readonly Question[] }) {
  const t = useMessages('events');
  const questionTexts = useMessages('questions');
  const { slug } = useOrganizer();
  const pathOf = ({ id }: Question) => `${event.id}/questions/${id}`;
  const itemsOf = (currentEvent: StoredEvent, currentQuestions: readonly Question[]) => [
    ...translatedOf(currentEvent, t),
    ...currentQuestions
      .filter(({ isArchived }) => !isArchived)
      .map((question) => ({ ...translatedQuestion(question, questionTexts), id: pathOf(question) })),
  ];
  // A change to a question has another event first, and the question itself a moment later.
  const etagOf = (etag: string, current: readonly Question[]) =>
    [etag, ...current.map(({ updatedAt }) => updatedAt)].join(' ');
  const { etag, reload } = useEditedEvent(event, (current) => current);
  const reloadQuestions = useReloadQuestions(event.id);
  return (
    <Section title={t.translations} text={t.translationsText}>
      <TranslationsForm
        languages={languages.filter((language) => language !== event.defaultLanguage)}
        items={itemsOf(event, questions)}
        edited={{
          etag: etagOf(etag, questions),
          reload: async () => {
            const current = await reload();
            const { data } = await reloadQuestions();
            return { etag: etagOf(current.etag, data), values: itemsOf(current.values, data) };
          },
        }}
        send={(id, translations) => {
          const path = organizerPath(slug, `events/${id}`);
          const isQuestion = questions.some((question) => pathOf(question) === id);
          return isQuestion ? sendQuestionTranslations(path, translations) : patch(path, { translations });
        }}
        isChangeable={isChangeable}
        submit={t.save}
      />
    </Section>
  );
}
