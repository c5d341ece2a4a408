import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { FormEnd, isRefused, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyDone, notifyFailed } from '#app/parts/notify.ts';
import { applyTemplate, templates, wordsIn } from './templates.ts';
import { fromInput } from './zoned-time.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The event to duplicate; by default, an empty event is created. */
  readonly source?: EventDetails;
}

/** Creates a draft, or a copy of an event, and opens it. */
export function NewEventDialog({ opened, onClose, source }: DialogProps) {
  const t = useMessages('events');
  return (
    <Dialog opened={opened} onClose={onClose} title={source === undefined ? t.create : t.duplicate}>
      <NewEventForm source={source} onDone={onClose} />
    </Dialog>
  );
}

/** A new event, and why its template could not be added completely. */
interface Created {
  readonly event: EventDetails;
  readonly failure: unknown;
}

function NewEventForm({ source, onDone }: { readonly source?: EventDetails; readonly onDone: () => void }) {
  const t = useMessages('events');
  const { slug, timezone: defaultZone } = useOrganizer();
  const { language } = useLanguage();
  const { failureText } = useFailureTexts();
  const zone = source?.timezone ?? defaultZone;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm({
    initialValues: {
      name: source === undefined ? '' : t.copyName({ name: source.name }),
      startsAt: '',
      endsAt: '',
      template: '',
    },
    timeZone: () => zone,
    submit: async ({ name, startsAt, endsAt, template: id }, { headers }): Promise<Created> => {
      const template = templates.find((other) => other.id === id);
      const path = organizerPath(slug, source === undefined ? 'events' : `events/${source.id}/copies`);
      const body = {
        name,
        startsAt: fromInput(startsAt, zone) ?? '',
        ...(endsAt === '' ? {} : { endsAt: fromInput(endsAt, zone) }),
        // The member names things in the language of the page. A copy has the language of its source.
        ...(source === undefined && { defaultLanguage: language }),
        ...(template?.nameFields && { nameFields: template.nameFields }),
      };
      const event = await post<EventDetails>(path, body, headers);
      if (template === undefined) return { event, failure: null };
      const key = headers['idempotency-key'] ?? '';
      try {
        await applyTemplate(template, organizerPath(slug, `events/${event.id}`), event.defaultLanguage, key);
      } catch (failure) {
        // After a lost response, the form can be sent again. What the server refuses, it would refuse again.
        if (!isRefused(failure)) throw failure;
        return { event, failure };
      }
      return { event, failure: null };
    },
    onDone: ({ event: { id, name }, failure }) => {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'events'] });
      if (failure === null) notifyDone(t.created({ name }));
      else notifyFailed(`${t.incomplete({ name })} ${failureText(failure)}`);
      onDone();
      navigate({
        to: '/organizers/$organizer/events/$eventId',
        params: { organizer: slug, eventId: id },
        search: { tab: 'tickets' },
      });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {source !== undefined && <Text size="sm">{t.duplicateText}</Text>}
        <TextInput label={t.name} dir="auto" required data-autofocus {...form.input('name')} />
        <TextInput
          type="datetime-local"
          label={t.starts}
          description={t.inZone({ zone })}
          required
          {...form.input('startsAt')}
        />
        <TextInput type="datetime-local" label={t.ends} description={t.inZone({ zone })} {...form.input('endsAt')} />
        {source === undefined && (
          <Radio.Group label={t.template} description={t.templateText} {...form.input('template')}>
            <Group mt="xs" gap="md">
              <Radio value="" label={t.noTemplate} />
              {templates.map(({ id, name }) => (
                <Radio key={id} value={id} label={wordsIn(name, language)} />
              ))}
            </Group>
          </Radio.Group>
        )}
        <FormEnd form={form} submit={source === undefined ? t.create : t.duplicate} />
      </Stack>
    </form>
  );
}
