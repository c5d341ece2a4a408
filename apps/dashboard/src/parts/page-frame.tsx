import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useOrganizerOrNull } from '#app/parts/account.ts';
import { PageLink, type Target } from '#app/parts/link.tsx';

interface PageFrameProps {
  readonly title: string;
  /** Beside the title: the state of what the page shows. */
  readonly badge?: ReactNode;
  /** One sentence about the page, or links to related pages. */
  readonly description?: ReactNode;
  /** Buttons on the right of the title. */
  readonly actions?: ReactNode;
  /** The page above this one. */
  readonly back?: Target & { readonly title: string };
  /** `narrow` for forms and settings; by default the content has the full width. */
  readonly width?: 'narrow' | 'full';
  readonly children: ReactNode;
}

/** The frame of a page: its title, its actions, and the title of the browser's tab. */
export function PageFrame({ title, badge, description, actions, back, width = 'full', children }: PageFrameProps) {
  const organizer = useOrganizerOrNull();
  useTitle(organizer === null ? title : `${title} · ${organizer.name}`);
  return (
    <Stack gap="lg" className={`page page-${width}`}>
      <Group justify="space-between" align="center" gap="md">
        <div className="page-words">
          {back !== undefined && (
            <PageLink {...back} size="sm" className="page-back">
              ← {back.title}
            </PageLink>
          )}
          <Group gap="sm">
            <Title order={1} size="h2" dir="auto" className="page-title">
              {title}
            </Title>
            {badge}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Organizer`;
  }, [title]);
}
