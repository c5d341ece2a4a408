import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { partMessages } from '#app/messages/parts.ts';
import { FilterIcon, SearchIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

const searchDelayMs = 300;

export type FilterValues = Readonly<Record<string, string>>;

/** The filters of a list, which are in the URL. */
export interface Filters {
  /** The values of the filters that are set. */
  readonly values: FilterValues;
  readonly set: (name: string, value: string | null) => void;
  readonly clear: () => void;
}

/** The filters with these names in the URL of the page. */
export function useFilters(names: readonly string[]): Filters {
  const search = useSearch({ strict: false }) as FilterValues;
  const navigate = useNavigate();
  const values = Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const change = (changed: FilterValues) =>
    navigate({ to: '.', search: changed as never, replace: true, resetScroll: false });
  const without = (removed: readonly string[]) =>
    Object.fromEntries(Object.entries(search).filter(([name]) => !removed.includes(name)));
  return {
    values,
    set: (name, value) => change({ ...without([name]), ...(value ? { [name]: value } : {}) }),
    clear: () => change(without(names)),
  };
}

/** A field of the bar of filters. */
export type FilterField = {
  /** The parameter in the URL and in the query of the list. */
  readonly name: string;
  readonly label: string;
} & (
  | { readonly kind: 'select'; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: 'search'; readonly placeholder?: string }
  | { readonly kind: 'day' }
);

/** The filters of a list. On phones, a button shows them, so that the list begins at the top of the screen. */
export function FilterBar({ filters, fields }: { readonly filters: Filters; readonly fields: readonly FilterField[] }) {
  const t = useMessages(partMessages);
  const [isOpen, panel] = useDisclosure(false);
  const count = Object.keys(filters.values).length;
  return (
    <Group gap="sm" align="flex-end" role="search" className="filters" data-open={isOpen}>
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<FilterIcon size={16} />}
        onClick={panel.toggle}
        aria-expanded={isOpen}
      >
        {t.filters(count)}
      </Button>
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} filters={filters} />
      ))}
      {count > 0 && (
        <Button variant="subtle" onClick={filters.clear}>
          {t.clearFilters}
        </Button>
      )}
    </Group>
  );
}

function FilterInput({ field, filters }: { readonly field: FilterField; readonly filters: Filters }) {
  const t = useMessages(partMessages);
  const value = filters.values[field.name] ?? null;
  const set = (changed: string | null) => filters.set(field.name, changed);
  switch (field.kind) {
    case 'select':
      return (
        <Select
          label={field.label}
          placeholder={t.all}
          data={[...field.options]}
          value={value}
          onChange={set}
          clearable
          clearButtonProps={{ 'aria-label': `${field.label}: ${t.all}` }}
          searchable={field.options.length > 8}
        />
      );
    case 'search':
      return <SearchInput field={field} value={value ?? ''} onChange={set} />;
    case 'day':
      return (
        <TextInput
          type="date"
          label={field.label}
          value={value ?? ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
  }
}

function SearchInput({
  field,
  value,
  onChange,
}: {
  readonly field: { readonly label: string; readonly placeholder?: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const change = useDebouncedCallback((changed: string) => {
    setSent(changed);
    onChange(changed);
  }, searchDelayMs);
  // The filter was changed elsewhere: by another link, or because all filters were removed.
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  return (
    <TextInput
      type="search"
      label={field.label}
      placeholder={field.placeholder}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        change(event.currentTarget.value.trim());
      }}
    />
  );
}
