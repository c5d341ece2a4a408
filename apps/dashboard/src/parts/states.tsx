import { Alert, Button, Center, Group, Loader, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '#app/parts/account.ts';
import { isSignedOut } from '#app/parts/api.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { AlertIcon, type Icon, InboxIcon, LockIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink, type OrganizerPath } from '#app/parts/link.tsx';

interface StateProps {
  readonly icon?: Icon;
  readonly title: string;
  readonly text?: ReactNode;
  /** What the reader can do, usually a button. */
  readonly action?: ReactNode;
}

/** A place without content: says why it is empty, and what to do. */
export function EmptyState({ icon: StateIcon = InboxIcon, title, text, action }: StateProps) {
  return (
    <Center py="xl" className="state">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" color="gray" size={52} radius="xl" aria-hidden>
          <StateIcon size={26} />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
        {action !== undefined && <div className="state-action">{action}</div>}
      </Stack>
    </Center>
  );
}

/** Content that could not be loaded: says what happened, and offers to try again. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const t = useMessages('parts');
  const { failureText } = useFailureTexts();
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      {t.retry}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon={AlertIcon} title={t.failedTitle} text={failureText(error)} action={retry} />
    </div>
  );
}

/** A sentence about an error, in a form or a dialog. Nothing without an error, and if the page asks for the sign-in. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  const { failureText } = useFailureTexts();
  if (error === null || error === undefined || isSignedOut(error)) return null;
  return (
    <Alert color="red" variant="light" icon={<AlertIcon />} role="alert">
      {failureText(error)}
    </Alert>
  );
}

/** Says that data on the page could not be loaded again. Nothing while they are current. */
export function OutdatedNote({
  query,
}: {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
}) {
  const t = useMessages('parts');
  const { failureText } = useFailureTexts();
  if (query.error === null) return null;
  return (
    <Alert color="yellow" variant="light" icon={<AlertIcon />} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t.outdated} {failureText(query.error)}
        </Text>
        <Button variant="default" size="xs" loading={query.isFetching} onClick={() => query.refetch()}>
          {t.retry}
        </Button>
      </Group>
    </Alert>
  );
}

/** The button of an empty state that leads to another page of the organizer. Nothing if the user's role does not permit it. */
export function NextPage({ to }: { readonly to: OrganizerPath }) {
  const t = useMessages('parts');
  const texts = useMessages('navigation');
  const can = useCan();
  const { permission, navigation } = useRouter().routesByPath[to].options.staticData;
  if (navigation === undefined || permission === null || !can(permission)) return null;
  return (
    <ButtonLink to={to} variant="default">
      {t.toPage({ title: texts[navigation.title] })}
    </ButtonLink>
  );
}

export function NotPermitted() {
  const t = useMessages('parts');
  return <EmptyState icon={LockIcon} title={t.notPermittedTitle} text={t.notPermittedText} />;
}

export function NotFound() {
  const t = useMessages('parts');
  return <EmptyState title={t.notFoundTitle} text={t.notFoundText} action={<StartLink />} />;
}

/** A button that leads to the start page. */
export function StartLink() {
  const t = useMessages('parts');
  return (
    <ButtonLink to="/" variant="default">
      {t.toStart}
    </ButtonLink>
  );
}

/** Lines in place of content that is being loaded. */
export function LoadingState({ lines = 6 }: { readonly lines?: number }) {
  const t = useMessages('parts');
  return (
    <Stack gap="sm" role="status" aria-label={t.loading}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
        <Skeleton key={key} height={38} radius="sm" />
      ))}
    </Stack>
  );
}

/** A page that is being loaded. */
export function LoadingPage() {
  const t = useMessages('parts');
  return (
    <Center mih={320} role="status" aria-label={t.loading}>
      <Loader />
    </Center>
  );
}

/** Shows the data of a query, or that it is being loaded, or why it could not be loaded. */
export function Loaded<T>({
  query,
  children,
  loading = <LoadingState />,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
  readonly loading?: ReactNode;
}) {
  if (query.data !== undefined) {
    return (
      <>
        <OutdatedNote query={query} />
        {children(query.data)}
      </>
    );
  }
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return loading;
}
