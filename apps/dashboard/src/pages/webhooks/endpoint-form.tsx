import { Checkbox, Stack, TextInput } from '@mantine/core';
import { webhookMessages } from '#app/messages/webhooks.ts';
import { EventTypesInput } from '#app/pages/webhooks/event-types-input.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** The settings of an endpoint as they are sent. */
export interface EndpointValues {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  /** Whether requests are also signed with Ed25519. */
  readonly ed25519: boolean;
}

/** The form of the settings of an endpoint. */
export function EndpointForm<R>({
  initial,
  submit,
  onSubmit,
  onDone,
}: {
  readonly initial: EndpointValues;
  /** The text of the button. */
  readonly submit: string;
  readonly onSubmit: (values: EndpointValues) => Promise<R>;
  readonly onDone: (result: R) => void;
}) {
  const t = useMessages(webhookMessages);
  const form = useApiForm({
    initialValues: {
      url: initial.url,
      description: initial.description ?? '',
      events: [...initial.events],
      ed25519: initial.ed25519,
    },
    submit: ({ url, description, events, ed25519 }) =>
      onSubmit({
        url: url.trim(),
        description: description.trim() === '' ? null : description.trim(),
        events,
        ed25519,
      }),
    onDone,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t.url}
          description={t.urlText}
          placeholder="https://example.org/webhooks"
          dir="ltr"
          data-autofocus
          {...form.input('url')}
        />
        <TextInput label={t.purpose} description={t.purposeText} {...form.input('description')} />
        <EventTypesInput
          value={form.fields.getValues().events}
          onChange={(events) => form.fields.setFieldValue('events', events)}
          error={form.fields.errors['events']}
        />
        <Checkbox
          label={t.ed25519}
          description={t.ed25519Text}
          {...form.fields.getInputProps('ed25519', { type: 'checkbox' })}
        />
        <FormEnd form={form} submit={submit} />
      </Stack>
    </form>
  );
}
