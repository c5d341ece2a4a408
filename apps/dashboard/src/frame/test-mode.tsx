import { Alert, Switch } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { sandboxMessages } from '#app/messages/sandbox.ts';
import { organizerAreas } from '#app/pages/areas.ts';
import { useIsOperatorPage, useOrganizer } from '#app/parts/account.ts';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useTestMode } from '#app/parts/sandbox.ts';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** Switches between the organizer and its sandbox. The same page opens; from a page about one thing, the list above it. */
export function TestModeSwitch() {
  const t = useMessages(sandboxMessages);
  const mode = useTestMode();
  const isOperatorPage = useIsOperatorPage();
  const { pathname } = useLocation();
  if (mode === null || isOperatorPage) return null;
  return (
    <>
      <Switch
        label={t.switch}
        checked={mode.isTest}
        onChange={() => mode.toggle(pageOf(pathname))}
        disabled={mode.isSwitching}
        color="orange"
        size="sm"
        px="sm"
      />
      <ErrorNote error={mode.error} />
    </>
  );
}

/** The page of an organizer that a path is about, if the sandbox also has it: the longest path of a page without parameters. */
function pageOf(pathname: string): string {
  const segments = pathname.split('/').slice(3);
  const pages = organizerAreas.flatMap((area) => area.pages.map(({ path }) => path));
  for (let length = segments.length; length > 0; length -= 1) {
    const path = segments.slice(0, length).join('/');
    if (pages.includes(path)) return path;
  }
  return '';
}

/** The notice above each page of a sandbox. Nothing for a live organizer. */
export function TestModeBanner() {
  const t = useMessages(sandboxMessages);
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
