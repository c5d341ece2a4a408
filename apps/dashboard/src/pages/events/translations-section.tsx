import { languages } from '@organizer/messages/languages';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { type Translated, TranslationsForm } from '#app/parts/translations-form.tsx';
import { type StoredEvent, useEditedEvent } from './event-query.ts';
import { offerPaths } from './offers.ts';

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

/** The texts of an event, its ticket types and its add-ons in other languages. */
export function TranslationsSection({
  event,
  isChangeable,
}: {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const edited = useEditedEvent(event, (current) => translatedOf(current, t));
  return (
    <Section title={t.translations} text={t.translationsText}>
      <TranslationsForm
        languages={languages.filter((language) => language !== event.defaultLanguage)}
        items={translatedOf(event, t)}
        edited={edited}
        send={(path, translations) => patch(organizerPath(slug, `events/${path}`), { translations })}
        isChangeable={isChangeable}
        submit={t.save}
      />
    </Section>
  );
}
