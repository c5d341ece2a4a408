import { useQueryClient } from '@tanstack/react-query';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PasswordField } from '#app/parts/password-field.tsx';
import { Section } from '#app/parts/section.tsx';

/** Sets or changes the password. */
export function PasswordSection() {
  const t = useMessages('account');
  const queryClient = useQueryClient();
  const { hasPassword, canResetPassword, email } = useAccount();
  const needsCurrent = hasPassword && !canResetPassword;
  const form = useApiForm({
    initialValues: { currentPassword: '', newPassword: '' },
    submit: ({ currentPassword, newPassword }) =>
      post('account/password', needsCurrent ? { currentPassword, newPassword } : { newPassword }).finally(() => {
        // The account has changed: its sessions, and whether it has a password. After an error, the current password may be needed
        // now, because the 15 minutes are over.
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      }),
    onDone: (_result, fields) => {
      fields.reset();
      notifyDone(t.passwordChanged);
    },
  });
  const textWithPassword = canResetPassword ? t.resetPasswordText : t.passwordText;
  const text = hasPassword ? textWithPassword : t.noPasswordText;
  return (
    <Section title={t.password} text={text}>
      <form onSubmit={form.onSubmit} noValidate className="fields">
        {/* Password managers store the password with this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {needsCurrent && (
          <PasswordField label={t.currentPassword} autoComplete="current-password" {...form.input('currentPassword')} />
        )}
        <PasswordField
          label={t.newPassword}
          description={t.passwordHint}
          autoComplete="new-password"
          {...form.input('newPassword')}
        />
        <FormEnd form={form} submit={hasPassword ? t.changePassword : t.setPassword} />
      </form>
    </Section>
  );
}
