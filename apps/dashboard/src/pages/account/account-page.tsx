import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PasskeysSection } from '#app/pages/account/passkeys-section.tsx';
import { PasswordSection } from '#app/pages/account/password-section.tsx';
import { SecondFactorSection } from '#app/pages/account/second-factor-section.tsx';
import { SessionsSection } from '#app/pages/account/sessions-section.tsx';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';

/** The signed-in user's own account. */
export function Page() {
  const t = useMessages('account');
  return (
    <PageFrame title={t.title} width="narrow">
      <ProfileSection />
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SessionsSection />
    </PageFrame>
  );
}

function ProfileSection() {
  const t = useMessages('account');
  const parts = useMessages('parts');
  const queryClient = useQueryClient();
  const { name, email } = useAccount();
  const form = useApiForm({
    initialValues: { name },
    submit: (values) => patch('account/me', values),
    onDone: () => {
      queryClient.invalidateQueries(accountQuery);
      notifyDone(t.saved);
    },
  });
  return (
    <Section title={t.profile}>
      <form onSubmit={form.onSubmit} noValidate className="fields">
        <TextInput label={t.name} autoComplete="name" {...form.input('name')} />
        <TextInput label={t.email} description={t.emailHint} value={email} readOnly />
        <FormEnd form={form} submit={parts.save} />
      </form>
    </Section>
  );
}
