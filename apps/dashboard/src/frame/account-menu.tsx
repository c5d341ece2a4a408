import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { CheckIcon, ChevronIcon, LanguageIcon, MoonIcon, SignOutIcon, SunIcon, UserIcon } from '#app/parts/icons.tsx';
import { dashboardLanguages, languageName, useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyFailed } from '#app/parts/notify.ts';
import { mayLeave } from '#app/parts/unsaved.tsx';

/** The menu of the signed-in user: the account, the language, the colours, and signing out. */
export function AccountMenu() {
  const t = useMessages('frame');
  const navigation = useMessages('navigation');
  const { name, email } = useAccount();
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { failureText } = useFailureTexts();
  const signOut = useChange(() => post('account/sign-out'), {
    onDone: async () => {
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      queryClient.clear();
    },
    onFailed: (error) => notifyFailed(failureText(error)),
  });
  const schemes = [
    { value: 'light', label: t.light, icon: <SunIcon /> },
    { value: 'dark', label: t.dark, icon: <MoonIcon /> },
    { value: 'auto', label: t.system, icon: null },
  ] as const;
  return (
    <Menu width="target" position="top-start">
      <Menu.Target>
        <UnstyledButton className="switcher">
          <Group gap="sm" wrap="nowrap">
            <Avatar color="gray" radius="xl" size={32} aria-hidden>
              {[...name][0]?.toUpperCase()}
            </Avatar>
            <VisuallyHidden>{t.account}</VisuallyHidden>
            <div className="account-words">
              <Text size="sm" fw={500} truncate dir="auto">
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {email}
              </Text>
            </div>
            <ChevronIcon />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<UserIcon />} onClick={() => navigate({ to: '/account' })}>
          {navigation.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.language}</Menu.Label>
        {dashboardLanguages.map((tag) => (
          <Menu.Item
            key={tag}
            lang={tag}
            leftSection={<LanguageIcon />}
            rightSection={tag === language ? <CheckIcon /> : null}
            onClick={() => setLanguage(tag)}
          >
            {languageName(tag)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.scheme}</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={icon ?? <span className="no-icon" />}
            rightSection={value === colorScheme ? <CheckIcon /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon />} onClick={async () => (await mayLeave()) && signOut.run()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
