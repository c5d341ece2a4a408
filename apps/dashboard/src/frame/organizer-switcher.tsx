import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { frameMessages } from '#app/messages/frame.ts';
import { useAccount, useNavigationOrganizer } from '#app/parts/account.ts';
import { CheckIcon, ChevronIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { pagePath } from '#app/parts/link.tsx';

/** Shows the organizer of the page, and switches to another one. */
export function OrganizerSwitcher() {
  const t = useMessages(frameMessages);
  const { organizers } = useAccount();
  const organizer = useNavigationOrganizer();
  const navigate = useNavigate();
  const name = organizer?.name ?? t.noOrganizer;
  return (
    <Menu width="target" position="bottom-start" disabled={organizers.length === 0}>
      <Menu.Target>
        <UnstyledButton className="switcher">
          <Group gap="sm" wrap="nowrap">
            <Avatar color="brand" variant="filled" radius="md" size={32} aria-hidden>
              {[...name][0]?.toUpperCase()}
            </Avatar>
            <VisuallyHidden>{t.organizer}</VisuallyHidden>
            <Text fw={600} size="sm" lh={1.25} lineClamp={2} flex={1} dir="auto">
              {name}
            </Text>
            {organizers.length > 0 && <ChevronIcon />}
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="switcher-menu">
        <Menu.Label>{t.organizers}</Menu.Label>
        {organizers.map(({ slug, name: label }) => (
          <Menu.Item
            key={slug}
            onClick={() => navigate({ to: pagePath(slug, '') })}
            rightSection={slug === organizer?.slug ? <CheckIcon /> : null}
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
