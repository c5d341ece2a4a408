import { Alert, Button, FileButton, Group, Image, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, sendFile } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { type StoredEvent, useEditedEvent, useStoreEvent } from './event-query.ts';

/** The poster of an event: an uploaded image, or the URL of an image. */
export function PosterSection({
  event,
  isChangeable,
}: {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}) {
  const t = useMessages('events');
  if (!isChangeable && event.posterUrl === null) return null;
  return (
    <Section title={t.poster} text={isChangeable ? t.posterText : undefined}>
      {event.posterUrl !== null && (
        <Poster key={event.posterUrl} url={event.posterUrl} alt={t.posterAlt({ name: event.name })} />
      )}
      {isChangeable && <PosterForm event={event} />}
    </Section>
  );
}

function Poster({ url, alt }: { readonly url: string; readonly alt: string }) {
  const t = useMessages('events');
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <Alert color="yellow" variant="light" icon={<AlertIcon />}>
        {t.posterBroken}
      </Alert>
    );
  }
  return (
    <Image
      src={url}
      alt={alt}
      mah={320}
      w="auto"
      fit="contain"
      radius="sm"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  );
}

const valuesOf = ({ posterUrl }: StoredEvent) => ({ posterUrl: posterUrl ?? '' });

function PosterForm({ event }: { readonly event: StoredEvent }) {
  const t = useMessages('events');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const store = useStoreEvent();
  const path = organizerPath(slug, `events/${event.id}`);
  const form = useApiForm({
    initialValues: valuesOf(event),
    edited: useEditedEvent(event, valuesOf),
    submit: (values, { before, headers }) => patch<StoredEvent>(path, changedFields(before, values), headers),
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  const upload = useChange((file: File) => sendFile<StoredEvent>('PUT', `${path}/poster`, file), {
    onDone: (changed) => {
      store(changed);
      notifyDone(t.uploaded);
    },
  });
  const removePoster = () =>
    confirm({
      title: t.removePoster,
      text: t.removePosterText,
      action: t.removePoster,
      run: async () => store(await patch<StoredEvent>(path, { posterUrl: null })),
    });
  return (
    <Stack>
      <Group>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file !== null && upload.run(file)}>
          {(props) => (
            <Button variant="default" loading={upload.isRunning} {...props}>
              {t.upload}
            </Button>
          )}
        </FileButton>
        {event.posterUrl !== null && (
          <Button variant="subtle" color="red" onClick={removePoster}>
            {t.removePoster}
          </Button>
        )}
      </Group>
      <ErrorNote error={upload.error} />
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput type="url" label={t.posterUrl} placeholder="https://" {...form.input('posterUrl')} />
          <FormEnd form={form} submit={t.save} />
        </Stack>
      </form>
    </Stack>
  );
}
