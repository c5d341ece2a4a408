import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { partMessages } from '#app/messages/parts.ts';
import { useMessages } from '#app/parts/language.tsx';

/** The input of a password. The label of its button is in the language of the page. */
export function PasswordField(props: PasswordInputProps) {
  const t = useMessages(partMessages);
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t.showPassword }} {...props} />;
}
