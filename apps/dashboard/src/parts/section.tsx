import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of a page. */
export function Section({
  title,
  text,
  aside,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  /** On the right of the title: a badge, or buttons. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap={4} className="section-head">
          <Title order={2} size="h4">
            {title}
          </Title>
          {aside !== undefined && <div className="section-aside">{aside}</div>}
          {text !== undefined && (
            <Text c="dimmed" size="sm" className="section-text">
              {text}
            </Text>
          )}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
