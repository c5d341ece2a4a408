import { Stack, Textarea } from '@mantine/core';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { type StoredEvent, useEditedEvent, useStoreEvent } from './event-query.ts';

const valuesOf = ({ description }: StoredEvent) => ({ description: description ?? '' });

/** What the page of an event says about it. */
export function DescriptionSection({
  event,
  isChangeable,
}: {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}) {
  const t = useMessages('events');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const store = useStoreEvent();
  const form = useApiForm({
    initialValues: valuesOf(event),
    edited: useEditedEvent(event, valuesOf),
    submit: ({ description }, { headers }) =>
      patch<StoredEvent>(organizerPath(slug, `events/${event.id}`), { description: description || null }, headers),
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={t.descriptionField} text={t.descriptionText}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!isChangeable} className="plain-fieldset">
          <Stack>
            <Textarea
              aria-label={t.descriptionField}
              dir="auto"
              autosize
              minRows={5}
              maxRows={20}
              {...form.input('description')}
            />
            {isChangeable && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
