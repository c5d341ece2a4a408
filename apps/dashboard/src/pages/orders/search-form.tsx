import { Button, Group, TextInput } from '@mantine/core';
import { isTooShort } from '@organizer/shared/search';
import { type FormEvent, useState } from 'react';
import { SearchIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** Searches a list by words. The text is not part of the URL of the page, because it is personal data. */
export function SearchForm({
  text,
  onSearch,
  label,
  hint,
}: {
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly label: string;
  readonly hint: string;
}) {
  const parts = useMessages('parts');
  const [typed, setTyped] = useState(text);
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '' || !isTooShort(typed)) onSearch(typed.trim());
  };
  return (
    <search aria-label={label} className="search-form">
      <form onSubmit={search}>
        <Group gap="sm" align="flex-end">
          <TextInput
            type="search"
            label={label}
            placeholder={hint}
            leftSection={<SearchIcon size={16} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={320}
            autoComplete="off"
            flex={1}
          />
          <Button type="submit" variant="default">
            {parts.search}
          </Button>
        </Group>
      </form>
    </search>
  );
}
