import { Checkbox, Input, Stack, Text } from '@mantine/core';
import type { WebhookEventTypes } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { eventTypesQuery, typeTextsQuery } from '#app/pages/webhooks/queries.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Loaded } from '#app/parts/states.tsx';
import './webhooks.css';

type EventType = WebhookEventTypes['types'][number];

/** Returns a function that describes an event type in one sentence. */
export function useTypeText(): (type: Pick<EventType, 'type' | 'summary'>) => string {
  const { language } = useLanguage();
  const { data: texts } = useQuery(typeTextsQuery(language));
  return ({ type, summary }) => texts?.[type] ?? summary;
}

/** Checkboxes for event types, with a sentence for each. `['*']` are all types. */
export function EventTypesInput({
  value,
  onChange,
  error,
}: {
  readonly value: readonly string[];
  readonly onChange: (events: string[]) => void;
  readonly error: ReactNode;
}) {
  const t = useMessages('webhooks');
  const typeText = useTypeText();
  const { slug } = useOrganizer();
  const types = useQuery(eventTypesQuery(slug));
  const isAll = value.includes('*');
  /** Groups such as `order.*`, which programs can subscribe to. They stay in the list until the form is closed. */
  const [groups] = useState(() => value.filter((type) => type.endsWith('.*')));
  return (
    <Stack gap="sm" component="fieldset" className="type-list">
      <Text component="legend" size="sm" fw={500}>
        {t.eventTypes}
      </Text>
      <Checkbox
        name="events"
        label={t.allTypes}
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
      />
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      {!isAll && (
        <Loaded query={types}>
          {(list) => (
            <Checkbox.Group value={[...value]} onChange={onChange} aria-label={t.eventTypes}>
              <Stack gap="sm" className="type-options">
                {groups.map((group) => (
                  <Checkbox
                    key={group}
                    name="events"
                    value={group}
                    label={group}
                    description={t.groupText({ prefix: group.slice(0, -1) })}
                  />
                ))}
                {list.types.map((type) => (
                  <Checkbox
                    key={type.type}
                    name="events"
                    value={type.type}
                    label={type.type}
                    description={typeText(type)}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </Loaded>
      )}
    </Stack>
  );
}
