import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { palette } from '#app/frame/palette-store.ts';
import { SearchIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A button that opens the command palette. */
export function PaletteButton({ kind }: { readonly kind: 'icon' | 'field' }) {
  const t = useMessages('frame');
  if (kind === 'icon') {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={palette.open} aria-label={t.search}>
        <SearchIcon />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className="palette-button" onClick={palette.open}>
      <SearchIcon size={16} />
      <Text size="sm" c="dimmed" flex={1}>
        {t.search}
      </Text>
      <Kbd size="xs">{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
    </UnstyledButton>
  );
}
