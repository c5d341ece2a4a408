import { Alert, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { AccountMenu } from '#app/frame/account-menu.tsx';
import { ConnectionNote } from '#app/frame/connection-note.tsx';
import { Navigation } from '#app/frame/menu.tsx';
import { OrganizerSwitcher } from '#app/frame/organizer-switcher.tsx';
import { PaletteButton } from '#app/frame/palette-button.tsx';
import { palette } from '#app/frame/palette-store.ts';
import { SignInAgain } from '#app/frame/sign-in-again.tsx';
import { TestModeBanner, TestModeSwitch } from '#app/frame/test-mode.tsx';
import {
  accountQuery,
  preferredOrganizer,
  rememberOrganizer,
  useAccount,
  useIsOperatorPage,
  useNavigationOrganizer,
  useOrganizerOrNull,
} from '#app/parts/account.ts';
import { useIsPainted } from '#app/parts/after-paint.ts';
import { AlertIcon, OrganizerIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useLive } from '#app/parts/live.ts';
import { useNavigationPages } from '#app/parts/navigation-pages.ts';
import { EmptyState, NotPermitted, StartLink } from '#app/parts/states.tsx';
import { LeaveQuestion } from '#app/parts/unsaved.tsx';

const Palette = lazy(() => import('#app/frame/palette.tsx'));

/** The frame around all pages of signed-in users: the navigation on the left, on phones behind a button. */
export function Frame() {
  const t = useMessages('frame');
  const organizer = useNavigationOrganizer();
  const isOperatorPage = useIsOperatorPage();
  const [isOpen, navigation] = useDisclosure(false);
  const { pathname } = useLocation();
  const isPainted = useIsPainted();
  // Also before the palette is loaded, and while a field has the focus. The palette opens when it is loaded.
  useHotkeys([['mod+K', palette.open]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when another page opens
  useEffect(() => navigation.close(), [pathname]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
      className="frame"
    >
      <a href="#content" className="skip-link">
        {t.toContent}
      </a>
      <AppShell.Header hiddenFrom="sm" className="frame-header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={navigation.toggle}
            size="sm"
            aria-label={isOpen ? t.closeNavigation : t.openNavigation}
            aria-expanded={isOpen}
          />
          <Text fw={600} truncate dir="auto">
            {isOperatorPage ? t.service : (organizer?.name ?? 'Organizer')}
          </Text>
          <PaletteButton kind="icon" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="frame-navigation" data-open={isOpen} aria-label={t.navigation}>
        <AppShell.Section>
          <OrganizerSwitcher />
        </AppShell.Section>
        <AppShell.Section mt="xs">
          <TestModeSwitch />
        </AppShell.Section>
        <AppShell.Section visibleFrom="sm" mt="xs">
          <PaletteButton kind="field" />
        </AppShell.Section>
        <AppShell.Section grow className="navigation-pages" my="xs">
          <Navigation onOpen={navigation.close} />
        </AppShell.Section>
        <AppShell.Section>
          <AccountMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className="frame-main">
        <HeldNotice />
        <Outlet />
      </AppShell.Main>
      <SignInAgain />
      <LeaveQuestion />
      {isPainted && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </AppShell>
  );
}

/** The notice above all pages while the operator holds what leaves the service. */
function HeldNotice() {
  const t = useMessages('frame');
  const { held } = useAccount();
  if (held.length === 0) return null;
  const kinds = held.map((kind) => t.held[kind]);
  return (
    <Alert color="orange" icon={<AlertIcon />} title={t.heldTitle({ kinds: kinds.join(', ') })} mb="lg">
      {t.heldText}
    </Alert>
  );
}

/** Opens the organizer that was open last, or the first page of the operator. */
export function Home() {
  const t = useMessages('frame');
  const account = useAccount();
  const organizer = preferredOrganizer(account);
  if (organizer !== null)
    return <Navigate to="/organizers/$organizer" params={{ organizer: organizer.slug }} replace />;
  if (account.isOperator) return <Navigate to="/operator/organizers" replace />;
  return <EmptyState icon={OrganizerIcon} title={t.noOrganizerTitle} text={t.noOrganizerText} />;
}

/** Opens the first page of an organizer that the user's role permits. */
export function OrganizerHome() {
  const t = useMessages('frame');
  const [page] = useNavigationPages().ofOrganizer;
  if (page === undefined) return <EmptyState title={t.noPageTitle} text={t.noPageText} />;
  return <Navigate {...page.target} replace />;
}

/** The pages of an organizer, only for its members whose role permits them. */
export function OrganizerPages() {
  const t = useMessages('frame');
  const organizer = useOrganizerOrNull();
  const slug = organizer?.slug;
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission ?? null });
  useEffect(() => {
    if (slug !== undefined) rememberOrganizer(slug);
  }, [slug]);
  if (slug === undefined) {
    return <EmptyState icon={OrganizerIcon} title={t.notMemberTitle} text={t.notMemberText} action={<StartLink />} />;
  }
  return (
    <>
      <TestModeBanner />
      {organizer?.isSuspended && (
        <Alert color="orange" icon={<AlertIcon />} title={t.suspendedTitle} mb="lg">
          {t.suspendedText}
        </Alert>
      )}
      {/* A new key, so that no state of a page of one organizer is kept for another one. */}
      {permission === null || organizer?.permissions.includes(permission) ? <Outlet key={slug} /> : <NotPermitted />}
      <ConnectionNote slug={slug} />
      <AccessWatch />
    </>
  );
}

/** The pages of the operator, only for operators. */
export function OperatorPages() {
  return useAccount().isOperator ? <Outlet /> : <NotPermitted />;
}

/** Reads the account again when the session or the membership ends, so that the page no longer shows data. */
function AccessWatch() {
  const queryClient = useQueryClient();
  useLive(['ended'], () => queryClient.invalidateQueries(accountQuery));
  return null;
}
