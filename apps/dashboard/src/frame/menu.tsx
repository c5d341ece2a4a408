import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccount, useIsOperatorPage, useNavigationOrganizer } from '#app/parts/account.ts';
import { OperatorIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type NavigationPage, useNavigationPages } from '#app/parts/navigation-pages.ts';

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
  const { ofOrganizer, ofOperator } = useNavigationPages();
  const t = useMessages('navigation');
  const isOfOperator = organizer === null || isOperatorPage;
  return (
    <Stack gap="md" component="nav" p={2}>
      <Entries pages={isOfOperator ? ofOperator : ofOrganizer} onOpen={onOpen} />
      {isOperator && !isOfOperator && (
        <Link to="/operator/organizers" className="navigation-link" onClick={onOpen}>
          <OperatorIcon />
          <span>{t.operator}</span>
        </Link>
      )}
    </Stack>
  );
}

/** All pages render about 25 links, so each consists of few elements. */
function Entries({ pages, onOpen }: { readonly pages: readonly NavigationPage[]; readonly onOpen: () => void }) {
  const t = useMessages('navigation');
  const headings = [...new Set(pages.map(({ heading }) => heading))];
  return headings.map((heading) => (
    <div key={heading ?? 'main'}>
      {heading !== undefined && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4} component="h2">
          {t[heading]}
        </Text>
      )}
      {pages
        .filter((page) => page.heading === heading)
        .map(({ target, title, icon: PageIcon }) => (
          <Link key={target.to} {...target} className="navigation-link" onClick={onOpen}>
            <PageIcon />
            <span>{t[title]}</span>
          </Link>
        ))}
    </div>
  ));
}
