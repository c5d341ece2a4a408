import { Stack, Text } from '@mantine/core';
import { useAccount } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PasswordField } from '#app/parts/password-field.tsx';

interface PasswordFormProps<R> {
  readonly path: string;
  readonly text: string;
  /** The text of the button that sends the form. */
  readonly submit: string;
  readonly onDone: (result: R) => void;
}

/** A form that sends the current password, if the user has one. */
export function PasswordForm<R>({ path, text, submit, onDone }: PasswordFormProps<R>) {
  const t = useMessages('account');
  const { hasPassword } = useAccount();
  const form = useApiForm({
    initialValues: { currentPassword: '' },
    submit: (values) => post<R>(path, hasPassword ? values : {}),
    onDone: (result) => onDone(result),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
        {hasPassword && (
          <PasswordField
            label={t.currentPassword}
            autoComplete="current-password"
            data-autofocus
            {...form.input('currentPassword')}
          />
        )}
        <FormEnd form={form} submit={submit} />
      </Stack>
    </form>
  );
}
