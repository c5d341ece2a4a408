import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { frameMessages } from '#app/messages/frame.ts';
import { Brand } from '#app/parts/brand.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Language, languages } from '#app/parts/localized.ts';
import { useTitle } from '#app/parts/page-frame.tsx';

/** The frame of a page without a session. */
export function OpenPage({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useMessages(frameMessages);
  const { language, setLanguage } = useLanguage();
  useTitle(title);
  return (
    <div className="open-page">
      <Brand />
      <main>
        <Paper withBorder radius="lg" className="open-card">
          <Stack gap="lg">
            <div>
              <Title order={1} size="h2" dir="auto" className="page-title">
                {title}
              </Title>
              {text !== undefined && (
                <Text c="dimmed" size="sm" mt={6} component="div">
                  {text}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </main>
      <Group component="footer" justify="center" mt="lg">
        <SegmentedControl
          size="xs"
          value={language}
          onChange={(value) => setLanguage(value as Language)}
          data={languages.map((tag) => ({ value: tag, label: tag.toUpperCase() }))}
          aria-label={t.language}
        />
      </Group>
    </div>
  );
}
