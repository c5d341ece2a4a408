import { Stack, Text, TextInput } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
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

function NewEventForm({ source, onDone }: { readonly source?: EventDetails; readonly onDone: () => void }) {
  const t = useMessages('events');
  const { slug, timezone: defaultZone } = useOrganizer();
  const zone = source?.timezone ?? defaultZone;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm({
    initialValues: { name: source === undefined ? '' : t.copyName({ name: source.name }), startsAt: '', endsAt: '' },
    timeZone: () => zone,
    submit: ({ name, startsAt, endsAt }, { headers }) => {
      const path = organizerPath(slug, source === undefined ? 'events' : `events/${source.id}/copies`);
      const body = {
        name,
        startsAt: fromInput(startsAt, zone) ?? '',
        ...(endsAt === '' ? {} : { endsAt: fromInput(endsAt, zone) }),
      };
      return post<EventDetails>(path, body, headers);
    },
    onDone: ({ id, name }) => {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'events'] });
      notifyDone(t.created({ name }));
      onDone();
      navigate({ to: '/organizers/$organizer/events/$eventId', params: { organizer: slug, eventId: id } });
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
        <FormEnd form={form} submit={source === undefined ? t.create : t.duplicate} />
      </Stack>
    </form>
  );
}
