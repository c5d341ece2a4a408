import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { EndpointThrottle } from '@organizer/shared/dashboard-api';
import { webhookMessages } from '#app/messages/webhooks.ts';
import { EventsInput, HeadersInput, ThrottleInput } from '#app/pages/webhooks/endpoint-options.tsx';
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
  /** Without a value, a stored header keeps its value. */
  readonly headers: readonly { readonly name: string; readonly value?: string }[];
  readonly throttle: EndpointThrottle | null;
  /** The only events of the organizer whose webhook events are sent; empty for all. */
  readonly eventIds: readonly string[];
}

/** The values of the inputs. */
export interface EndpointFields extends Record<string, unknown> {
  url: string;
  description: string;
  events: string[];
  ed25519: boolean;
  headers: { name: string; value: string; isStored: boolean }[];
  /** No `deliveries` are no throttle. */
  throttle: { deliveries: string; per: 'second' | 'minute' };
  eventIds: string[];
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
  const form = useApiForm<EndpointFields, R>({
    initialValues: {
      url: initial.url,
      description: initial.description ?? '',
      events: [...initial.events],
      ed25519: initial.ed25519,
      headers: initial.headers.map(({ name }) => ({ name, value: '', isStored: true })),
      throttle: {
        deliveries: initial.throttle === null ? '' : String(initial.throttle.deliveries),
        per: initial.throttle?.per ?? 'second',
      },
      eventIds: [...initial.eventIds],
    },
    submit: ({ url, description, events, ed25519, headers, throttle, eventIds }) =>
      onSubmit({
        url: url.trim(),
        description: description.trim() === '' ? null : description.trim(),
        events,
        ed25519,
        headers: headers.map(({ name, value, isStored }) =>
          value === '' && isStored ? { name: name.trim() } : { name: name.trim(), value: value.trim() },
        ),
        throttle: throttle.deliveries.trim() === '' ? null : { ...throttle, deliveries: Number(throttle.deliveries) },
        eventIds,
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
        <EventsInput form={form} />
        <HeadersInput form={form} />
        <ThrottleInput form={form} />
        <FormEnd form={form} submit={submit} />
      </Stack>
    </form>
  );
}
