import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMessages } from '#app/parts/language.tsx';

/** The input of a password. The label of its button is in the language of the page. */
export function PasswordField(props: PasswordInputProps) {
  const t = useMessages('parts');
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t.showPassword }} {...props} />;
}
