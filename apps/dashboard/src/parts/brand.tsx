import { Group, Text } from '@mantine/core';

/** The name of the product with its mark, which is also the icon of the browser's tab (`index.html`). */
export function Brand() {
  return (
    <Group gap="xs" justify="center">
      <svg width={28} height={28} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
        <path d="M7 10h18v4a2 2 0 0 0 0 4v4H7v-4a2 2 0 0 0 0-4z" fill="#fff" />
      </svg>
      <Text fw={650} size="lg">
        Organizer
      </Text>
    </Group>
  );
}
