import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAccount, useIsOperatorPage, useNavigationOrganizer } from '#app/parts/account.ts';
import { CheckIcon, ChevronIcon, OperatorIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** Shows the organizer of the page, or that the page is about the whole service, and switches to another one. */
export function OrganizerSwitcher() {
  const t = useMessages('frame');
  const { organizers: all, isOperator } = useAccount();
  // The switch of the test mode opens sandboxes.
  const organizers = all.filter(({ sandboxOf }) => sandboxOf === null);
  const lastOrganizer = useNavigationOrganizer();
  const isOperatorPage = useIsOperatorPage();
  const navigate = useNavigate();
  const organizer = isOperatorPage ? null : lastOrganizer;
  const name = isOperatorPage ? t.service : (organizer?.name ?? t.noOrganizer);
  const hasChoice = isOperator || organizers.length > 0;
  return (
    <Menu width="target" position="bottom-start" disabled={!hasChoice}>
      <Menu.Target>
        <UnstyledButton className="switcher">
          <Group gap="sm" wrap="nowrap">
            <Avatar color="brand" variant="filled" radius="md" size={32} aria-hidden>
              {isOperatorPage ? <OperatorIcon /> : [...name][0]?.toUpperCase()}
            </Avatar>
            <VisuallyHidden>{t.organizer}</VisuallyHidden>
            <Text fw={600} size="sm" lh={1.25} lineClamp={2} flex={1} dir="auto">
              {name}
            </Text>
            {hasChoice && <ChevronIcon />}
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="switcher-menu">
        {isOperator && (
          <>
            <Menu.Item
              leftSection={<OperatorIcon />}
              onClick={() => navigate({ to: '/operator/organizers' })}
              rightSection={isOperatorPage ? <CheckIcon /> : null}
            >
              {t.service}
            </Menu.Item>
            {organizers.length > 0 && <Menu.Divider />}
          </>
        )}
        {organizers.length > 0 && <Menu.Label>{t.organizers}</Menu.Label>}
        {organizers.map(({ slug, name: label }) => (
          <Menu.Item
            key={slug}
            onClick={() => navigate({ to: '/organizers/$organizer', params: { organizer: slug } })}
            rightSection={slug === (organizer?.sandboxOf ?? organizer?.slug) ? <CheckIcon /> : null}
          >
            <Text size="sm" truncate dir="auto">
              {label}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
