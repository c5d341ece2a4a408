import { Button, type ButtonProps, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { Language } from '@organizer/messages/languages';
import { type ReactNode, use } from 'react';
import { SignInAgainContext } from '#app/pages/sign-in/after-sign-in.ts';
import { Brand } from '#app/parts/brand.tsx';
import { dashboardLanguages, useLanguage, useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { useTitle } from '#app/parts/page-frame.tsx';

interface OpenPageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page without a session. In the sign-in over another page, only its text and its content. */
export function OpenPage(props: OpenPageProps) {
  if (use(SignInAgainContext) === null) return <WholePage {...props} />;
  return (
    <Stack gap="lg">
      <Text size="sm">{props.text}</Text>
      {props.children}
    </Stack>
  );
}

/** Leads to the first step of the sign-in. */
export function ToSignIn({ children, ...look }: Pick<ButtonProps, 'children' | 'size' | 'variant'>) {
  const again = use(SignInAgainContext);
  if (again === null) {
    return (
      <ButtonLink to="/sign-in" {...look}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <Button onClick={again.restart} {...look}>
      {children}
    </Button>
  );
}

function WholePage({ title, text, children }: OpenPageProps) {
  const t = useMessages('frame');
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
          data={dashboardLanguages.map((tag) => ({ value: tag, label: tag.toUpperCase() }))}
          aria-label={t.language}
        />
      </Group>
    </div>
  );
}
