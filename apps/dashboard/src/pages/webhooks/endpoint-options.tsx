import { Button, CloseButton, Group, Input, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { focusWhenShown } from '#app/parts/focus.ts';
import type { ApiForm } from '#app/parts/form.tsx';
import { AddIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** The server allows at most this number of headers. */
const maxHeaders = 10;

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

interface OptionProps {
  readonly form: ApiForm<EndpointFields>;
}

/** Rows with the name and the value of each custom header. A stored value is not known here: an empty input keeps it. */
export function HeadersInput({ form }: OptionProps) {
  const t = useMessages('webhooks');
  const { fields } = form;
  const { headers } = fields.getValues();
  return (
    <Stack gap="xs" component="fieldset" className="type-list">
      <Text component="legend" size="sm" fw={500}>
        {t.headers}
      </Text>
      <Input.Description>{t.headersText}</Input.Description>
      {headers.map(({ name, isStored }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t.headerName}
            placeholder="X-Api-Key"
            dir="ltr"
            name={`headers.${index}.name`}
            ref={isStored ? null : focusWhenShown}
            {...fields.getInputProps(`headers.${index}.name`)}
          />
          <TextInput
            flex={1}
            aria-label={t.headerValue}
            placeholder={isStored ? t.headerKept : t.headerValue}
            dir="ltr"
            autoComplete="off"
            name={`headers.${index}.value`}
            {...fields.getInputProps(`headers.${index}.value`)}
          />
          <CloseButton
            size="lg"
            flex="none"
            aria-label={name === '' ? t.removeNewHeader : t.removeHeader({ name })}
            onClick={() => fields.removeListItem('headers', index)}
          />
        </Group>
      ))}
      <Input.Error>{form.input('headers').error}</Input.Error>
      {headers.length < maxHeaders && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<AddIcon />}
            onClick={() => fields.insertListItem('headers', { name: '', value: '', isStored: false })}
          >
            {t.addHeader}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The number of requests in a period; empty for no limit. */
export function ThrottleInput({ form }: OptionProps) {
  const t = useMessages('webhooks');
  const inputId = useId();
  return (
    <Input.Wrapper id={inputId} label={t.throttle} description={t.throttleText}>
      <Group gap="xs" align="flex-start" wrap="nowrap" mt={4}>
        <TextInput flex={1} id={inputId} inputMode="numeric" {...form.input('throttle.deliveries')} />
        <Select
          w="9rem"
          aria-label={t.throttlePeriod}
          data={(['second', 'minute'] as const).map((value) => ({ value, label: t.throttlePeriods[value] }))}
          allowDeselect={false}
          {...form.input('throttle.per')}
        />
      </Group>
    </Input.Wrapper>
  );
}

/** The events of the organizer whose webhook events are sent; empty for all. */
export function EventsInput({ form }: OptionProps) {
  const t = useMessages('webhooks');
  const events = useEvents();
  const { eventIds } = form.fields.getValues();
  const options = optionsOf(events.data);
  const unknownIds = eventIds.filter((id) => !options.some(({ value }) => value === id));
  return (
    <MultiSelect
      label={t.onlyEvents}
      description={t.onlyEventsText}
      placeholder={eventIds.length === 0 ? t.allEvents : undefined}
      data={[...options, ...unknownIds.map((id) => ({ value: id, label: id }))]}
      searchable
      clearable
      {...form.input('eventIds')}
    />
  );
}
