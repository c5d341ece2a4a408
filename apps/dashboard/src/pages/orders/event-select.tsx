import { Select } from '@mantine/core';
import { optionsOf, useEvents } from '#app/parts/events.ts';
import { useMessages } from '#app/parts/language.tsx';

/** A dialog about the attendees of an event. */
export interface EventDialogProps {
  /** The event that is chosen first; null for none. */
  readonly eventId: string | null;
  readonly onClose: () => void;
}

/** Chooses the event of a dialog. */
export function EventSelect({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (eventId: string | null) => void;
}) {
  const t = useMessages('attendees');
  const options = optionsOf(useEvents().data);
  return (
    <Select
      label={t.event}
      placeholder={t.chooseEvent}
      data={options}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable={options.length > 8}
    />
  );
}
