import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { InvitationAccepted, ReceivedInvitation } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { linkToken, useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage } from '#app/pages/sign-in/open-page.tsx';
import { accountQuery } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { PasswordField } from '#app/parts/password-field.tsx';
import { ErrorNote, LoadingPage } from '#app/parts/states.tsx';

/** Accepts an invitation: a new user sets a name and a password, another one signs in afterwards. */
export function Page() {
  const t = useMessages('signIn');
  const { failureText } = useFailureTexts();
  const [token] = useState(linkToken);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post<ReceivedInvitation>('account/invitation/read', { token }),
    enabled: token !== null,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (token === null || invitation.error !== null) {
    return (
      <OpenPage title={t.linkFailedTitle} text={token === null ? t.linkMissing : failureText(invitation.error)}>
        <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
      </OpenPage>
    );
  }
  if (invitation.data === undefined) {
    return (
      <OpenPage title={t.invitationLoading}>
        <LoadingPage />
      </OpenPage>
    );
  }
  return <Invitation invitation={invitation.data} token={token} />;
}

function Invitation({ invitation, token }: { readonly invitation: ReceivedInvitation; readonly token: string }) {
  const t = useMessages('signIn');
  const role = useMessages('roles')[invitation.role];
  const afterSignIn = useAfterSignIn();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAccepted, setIsAccepted] = useState(false);
  const { organizer, organizerSlug, email, hasAccount } = invitation;
  const home = { to: '/organizers/$organizer', params: { organizer: organizerSlug } } as const;
  const form = useApiForm({
    initialValues: { name: '', password: '' },
    submit: (values) =>
      post<InvitationAccepted>('account/invitation/accept', hasAccount ? { token } : { token, ...values }),
    onDone: ({ state }) => {
      if (state === 'signed_in') {
        afterSignIn({ state }, router.buildLocation(home).pathname);
        return;
      }
      // A user who is signed in already has one organizer more.
      queryClient.removeQueries(accountQuery);
      setIsAccepted(true);
    },
  });
  if (isAccepted) {
    return (
      <OpenPage title={t.acceptedTitle}>
        <ButtonLink {...home}>{t.continue}</ButtonLink>
      </OpenPage>
    );
  }
  return (
    <OpenPage title={t.invitationTitle({ organizer })} text={`${t.invitationText({ role: role.name })} ${role.text}.`}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">
            {t.account}: <strong>{email}</strong>
          </Text>
          {/* Password managers store the password with this name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          {hasAccount ? (
            <Text size="sm">{t.hasAccount}</Text>
          ) : (
            <>
              <TextInput label={t.name} autoComplete="name" {...form.input('name')} />
              <PasswordField
                label={t.newPassword}
                description={t.passwordHint}
                autoComplete="new-password"
                {...form.input('password')}
              />
            </>
          )}
          <ErrorNote error={form.error} />
          <Button type="submit" loading={form.isSending} fullWidth>
            {t.accept}
          </Button>
        </Stack>
      </form>
    </OpenPage>
  );
}
