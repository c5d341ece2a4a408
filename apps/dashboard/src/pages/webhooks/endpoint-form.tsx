import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { EndpointThrottle } from '@organizer/shared/dashboard-api';
import {
  type EndpointFields,
  EventsInput,
  HeadersInput,
  ThrottleInput,
} from '#app/pages/webhooks/endpoint-options.tsx';
import { EventTypesInput } from '#app/pages/webhooks/event-types-input.tsx';
import type { Tagged } from '#app/parts/api.ts';
import { optionsOf, useEvents } from '#app/parts/events.ts';
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

function fieldsOf(endpoint: EndpointValues): EndpointFields {
  const { url, description, events, ed25519, headers, throttle, eventIds } = endpoint;
  return {
    url,
    description: description ?? '',
    events: [...events],
    ed25519,
    headers: headers.map(({ name }) => ({ name, value: '', isStored: true })),
    throttle: { deliveries: throttle === null ? '' : String(throttle.deliveries), per: throttle?.per ?? 'second' },
    eventIds: [...eventIds],
  };
}

function valuesOf({ url, description, headers, throttle, ...others }: EndpointFields): EndpointValues {
  return {
    ...others,
    url: url.trim(),
    description: description.trim() === '' ? null : description.trim(),
    headers: headers.map(({ name, value, isStored }) =>
      value === '' && isStored ? { name: name.trim() } : { name: name.trim(), value: value.trim() },
    ),
    throttle: throttle.deliveries.trim() === '' ? null : { ...throttle, deliveries: Number(throttle.deliveries) },
  };
}

/** The form of the settings of an endpoint. */
export function EndpointForm<R>({
  initial,
  edited,
  submit,
  onSubmit,
  onDone,
}: {
  readonly initial: EndpointValues;
  /** Set if the form edits an endpoint: the entity tag of `initial`, and a function that reads the current version. */
  readonly edited?: { readonly etag: string; readonly reload: () => Promise<Tagged<EndpointValues>> };
  /** The text of the button. */
  readonly submit: string;
  /** Sends the settings, and the headers of the form. `before` are the stored settings. */
  readonly onSubmit: (
    values: EndpointValues,
    request: { readonly before: EndpointValues; readonly headers: Readonly<Record<string, string>> },
  ) => Promise<R>;
  readonly onDone: (result: R) => void;
}) {
  const t = useMessages('webhooks');
  const eventNames = new Map(optionsOf(useEvents().data).map(({ value, label }) => [value, label]));
  const form = useApiForm<EndpointFields, R>({
    initialValues: fieldsOf(initial),
    edited: edited && {
      etag: edited.etag,
      reload: async () => {
        const current = await edited.reload();
        return { etag: current.etag, values: fieldsOf(current) };
      },
      textOf: (path, value) => {
        if (path === 'headers') return (value as EndpointFields['headers']).map(({ name }) => name).join(', ');
        if (path === 'throttle.per') return t.throttlePeriods[value as EndpointThrottle['per']];
        return path === 'eventIds' ? (value as string[]).map((id) => eventNames.get(id) ?? id).join(', ') : undefined;
      },
    },
    submit: (values, { before, headers }) => onSubmit(valuesOf(values), { before: valuesOf(before), headers }),
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
          error={form.input('events').error}
        />
        <Checkbox label={t.ed25519} description={t.ed25519Text} {...form.input('ed25519', { type: 'checkbox' })} />
        <EventsInput form={form} />
        <HeadersInput form={form} />
        <ThrottleInput form={form} />
        <FormEnd form={form} submit={submit} />
      </Stack>
    </form>
  );
}
