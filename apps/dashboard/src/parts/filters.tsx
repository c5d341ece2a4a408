import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterIcon, SearchIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import type { TextSearch } from '#app/parts/text-search.ts';

const searchDelayMs = 300;

export type FilterValues = Readonly<Record<string, string | undefined>>;

/** The filters of a list. */
export interface ListFilters {
  /** The values of the filters that are set. */
  readonly values: FilterValues;
  readonly clear: () => void;
}

/** The filters in the URL of a page. */
interface Filters<N extends string> extends ListFilters {
  readonly values: TextSearch<N>;
  readonly set: (name: N, value: string | null) => void;
}

/**
 * The filters of a page.
 *
 * @param search the parameters in the URL, from the route of the page
 * @param dependent filters that a change to another one removes
 */
export function useFilters<N extends string>(
  search: TextSearch<N>,
  dependent: Readonly<Record<string, readonly NoInfer<N>[]>> = {},
): Filters<N> {
  const navigate = useNavigate();
  const change = (values: FilterValues) => navigate({ to: '.', search: values, replace: true, resetScroll: false });
  const values = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as TextSearch<N>;
  return {
    values,
    set: (name, value) => {
      const removed = Object.fromEntries((dependent[name] ?? []).map((other) => [other, undefined]));
      change({ ...values, ...removed, [name]: value ?? undefined });
    },
    clear: () => change({}),
  };
}

/** A field of the bar of filters. */
export type FilterField<N extends string> = {
  /** The parameter in the URL and in the query of the list. */
  readonly name: N;
  readonly label: string;
} & (
  | { readonly kind: 'select'; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: 'search'; readonly placeholder?: string }
  | { readonly kind: 'day' }
);

/** The filters of a list. On phones, a button shows them, so that the list begins at the top of the screen. */
export function FilterBar<N extends string>({
  filters,
  fields,
}: {
  readonly filters: Filters<N>;
  readonly fields: readonly FilterField<N>[];
}) {
  const t = useMessages('parts');
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
        {t.filters({ count })}
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

function FilterInput<N extends string>({
  field,
  filters,
}: {
  readonly field: FilterField<N>;
  readonly filters: Filters<N>;
}) {
  const t = useMessages('parts');
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
