import { Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { navigationMessages } from '#app/messages/navigation.ts';
import { operatorAreas, organizerAreas } from '#app/pages/areas.ts';
import { useAccount, useIsOperatorPage, useNavigationOrganizer } from '#app/parts/account.ts';
import { OperatorIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { pagePath } from '#app/parts/link.tsx';
import type { Area } from '#app/parts/registry.ts';

interface EntryProps {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

/** A link of the navigation. All pages render about 25 of them, so it consists of few elements. */
function Entry({ to, label, icon, isCurrent, onClick }: EntryProps) {
  return (
    <Link to={to} className="navigation-link" aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {icon}
      <span>{label}</span>
    </Link>
  );
}

/**
 * The areas that the user's role permits, on pages of the operator those of the operator. The areas of both would not fit a screen of
 * usual height. The switcher above the navigation leads back to an organizer.
 *
 * @param onOpen called when a page is opened, also the current one
 */
export function Navigation({ onOpen }: { readonly onOpen: () => void }) {
  const organizer = useNavigationOrganizer();
  const { isOperator } = useAccount();
  const isOperatorPage = useIsOperatorPage();
  const t = useMessages(navigationMessages);
  if (organizer === null || isOperatorPage) {
    return (
      <Stack gap="md" component="nav" p={2}>
        {isOperator && (
          <Entries
            areas={operatorAreas}
            isPermitted={() => true}
            pathOf={(page) => `/operator/${page}`}
            onOpen={onOpen}
          />
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="md" component="nav" p={2}>
      <Entries
        areas={organizerAreas}
        isPermitted={(permission) => organizer.permissions.includes(permission)}
        pathOf={(page) => pagePath(organizer.slug, page)}
        onOpen={onOpen}
      />
      {isOperator && (
        <Entry
          to="/operator/organizers"
          label={t.operator}
          icon={<OperatorIcon />}
          isCurrent={false}
          onClick={onOpen}
        />
      )}
    </Stack>
  );
}

function Entries({
  areas,
  isPermitted,
  pathOf,
  onOpen,
}: {
  readonly areas: readonly Area[];
  readonly isPermitted: (permission: string) => boolean;
  readonly pathOf: (page: string) => string;
  readonly onOpen: () => void;
}) {
  const t = useMessages(navigationMessages);
  const { pathname } = useLocation();
  const entries = areas.flatMap((area) =>
    area.pages.flatMap(({ path, permission, navigation }) =>
      navigation !== undefined && isPermitted(permission)
        ? [{ heading: area.title, path: pathOf(path), ...navigation }]
        : [],
    ),
  );
  const headings = [...new Set(entries.map(({ heading }) => heading))];
  return headings.map((heading) => (
    <div key={heading ?? 'main'}>
      {heading !== null && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4} component="h2">
          {t[heading]}
        </Text>
      )}
      {entries
        .filter((entry) => entry.heading === heading)
        .map(({ path, title, icon: PageIcon }) => {
          const isCurrent = pathname === path || pathname.startsWith(`${path}/`);
          return (
            <Entry key={path} to={path} label={t[title]} icon={<PageIcon />} isCurrent={isCurrent} onClick={onOpen} />
          );
        })}
    </div>
  ));
}
