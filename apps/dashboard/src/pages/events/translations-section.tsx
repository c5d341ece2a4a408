import { languages } from '@organizer/messages/languages';
import type { Question } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { type Translated, TranslationsForm } from '#app/parts/translations-form.tsx';
import { sharedTranslations } from './category-translations.ts';
import { type StoredEvent, useEditedEvent } from './event-query.ts';
import { offerPaths } from './offers.ts';
import { questionsQuery, useReloadQuestions } from './question-query.ts';
import { sendQuestionTranslations, translatedQuestion } from './question-translations.ts';

interface TranslatedPart extends Translated {
  /** The paths of the requests that change it. */
  readonly paths: readonly string[];
}

/**
 * The event, its ticket types, its add-ons and the categories of its ticket types. A category is translated once for all ticket types that
 * have it, so that the page shows them under one heading.
 */
function translatedOf(event: StoredEvent, t: DashboardTexts['events']): TranslatedPart[] {
  const pathOf = (kind: keyof typeof offerPaths, { id }: { readonly id: string }) =>
    `${event.id}/${offerPaths[kind]}/${id}`;
  const offersOf = (kind: keyof typeof offerPaths) =>
    event[kind].filter(({ status }) => status === 'active').map((offer) => ({ ...offer, id: pathOf(kind, offer) }));
  const categories = [...Map.groupBy(event.ticketTypes, ({ category }) => category ?? '')]
    .filter(([category, types]) => category !== '' && types.some(({ status }) => status === 'active'))
    .map(([category, types]) => ({
      id: `category of ${types[0]!.id}`,
      title: `${t.category}: ${category}`,
      paths: types.map((type) => pathOf('ticketTypes', type)),
      fields: [{ name: 'category', label: t.category, original: category, isLong: false, maxLength: 100 }],
      translations: sharedTranslations(types),
    }));
  const texts = [event, ...offersOf('ticketTypes'), ...offersOf('addons')].map((item) => {
    const { id, name, translations } = item;
    const nameField = { name: 'name', label: t.name, original: name, isLong: false, maxLength: 300 };
    const part = { id, title: name, paths: [id], translations };
    if (!('description' in item)) return { ...part, fields: [nameField] };
    const descriptionField = {
      ...{ name: 'description', label: t.descriptionField, original: item.description ?? '' },
      ...{ isLong: true, maxLength: 'ticketTypes' in item ? 100_000 : 10_000 },
    };
    return { ...part, fields: [nameField, descriptionField] };
  });
  return [...texts, ...categories];
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
      .map((question) => ({
        ...translatedQuestion(question, questionTexts),
        ...{ id: pathOf(question), paths: [pathOf(question)] },
      })),
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
        send={async ({ id, paths }, translations) => {
          const isQuestion = questions.some((question) => pathOf(question) === id);
          for (const part of paths) {
            const path = organizerPath(slug, `events/${part}`);
            await (isQuestion ? sendQuestionTranslations(path, translations) : patch(path, { translations }));
          }
        }}
        isChangeable={isChangeable}
        submit={t.save}
      />
    </Section>
  );
}
