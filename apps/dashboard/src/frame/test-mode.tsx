import { Alert, Switch } from '@mantine/core';
import { useMatches, useRouter } from '@tanstack/react-router';
import { useIsOperatorPage, useOrganizer } from '#app/parts/account.ts';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import type { OrganizerPath } from '#app/parts/link.tsx';
import { useTestMode } from '#app/parts/sandbox.ts';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** Switches between the organizer and its sandbox. The same page opens; from a page about one thing, the list above it. */
export function TestModeSwitch() {
  const t = useMessages('sandbox');
  const mode = useTestMode();
  const isOperatorPage = useIsOperatorPage();
  const page = useSharedPage();
  if (mode === null || isOperatorPage) return null;
  return (
    <>
      <Switch
        label={t.switch}
        checked={mode.isTest}
        onChange={() => mode.toggle(page)}
        disabled={mode.isSwitching}
        color="orange"
        size="sm"
        px="sm"
      />
      <ErrorNote error={mode.error} />
    </>
  );
}

/** The page of the organizer that is open, if the sandbox also has it: the longest path of a page without parameters. */
function useSharedPage(): OrganizerPath {
  const { routesByPath } = useRouter();
  const open = useMatches({ select: (matches) => `${matches.at(-1)?.fullPath}/` });
  const isShared = (path: string): path is OrganizerPath =>
    path.startsWith('/organizers/$organizer/') && open.startsWith(`${path}/`) && path.indexOf('$', 15) === -1;
  const pages = Object.keys(routesByPath).filter(isShared);
  return pages.sort((one, other) => other.length - one.length)[0] ?? '/organizers/$organizer';
}

/** The notice above each page of a sandbox. Nothing for a live organizer. */
export function TestModeBanner() {
  const t = useMessages('sandbox');
  const { sandboxOf, isInReset, clockAheadMs } = useOrganizer();
  if (sandboxOf === null) return null;
  const now = new Date(Date.now() + clockAheadMs).toISOString();
  return (
    <Alert color="orange" icon={<AlertIcon />} title={t.bannerTitle} mb="lg" className="test-mode">
      {isInReset ? t.inReset : t.bannerText}
      {clockAheadMs > 0 && !isInReset && (
        <>
          {' '}
          {t.bannerClock} <Time at={now} />.
        </>
      )}
    </Alert>
  );
}
