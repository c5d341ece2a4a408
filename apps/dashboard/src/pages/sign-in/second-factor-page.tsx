import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import type { PasskeyRequestOptions, SecondFactorChoice, SignInResult } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { OpenPage, ToSignIn } from '#app/pages/sign-in/open-page.tsx';
import { PasskeyButton } from '#app/pages/sign-in/passkey-button.tsx';
import { post } from '#app/parts/api.ts';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { canUsePasskeys } from '#app/parts/passkeys.ts';
import { ErrorNote, LoadingPage } from '#app/parts/states.tsx';

type Kind = 'passkey' | 'code' | 'recoveryCode';

const loadChoice = () => post<SecondFactorChoice>('account/sign-in/second-factor/options', {});

/** The second step of signing in: a passkey, a code of the authenticator app, or a recovery code. */
export function Page() {
  const t = useMessages('signIn');
  const { failureText } = useFailureTexts();
  const choice = useQuery({
    queryKey: ['second-factor'],
    queryFn: loadChoice,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  if (choice.error !== null) {
    return (
      <OpenPage title={t.factorFailedTitle} text={failureText(choice.error)}>
        <ToSignIn>{t.toSignIn}</ToSignIn>
      </OpenPage>
    );
  }
  if (choice.data === undefined) {
    return (
      <OpenPage title={t.factorTitle}>
        <LoadingPage />
      </OpenPage>
    );
  }
  const { hasAuthenticator, passkey } = choice.data;
  return (
    <Factors
      kinds={[
        ...(passkey !== null && canUsePasskeys ? (['passkey'] as const) : []),
        ...(hasAuthenticator ? (['code'] as const) : []),
        'recoveryCode',
      ]}
    />
  );
}

/** @param kinds what the user can enter; the first is shown first */
function Factors({ kinds }: { readonly kinds: readonly Kind[] }) {
  const t = useMessages('signIn');
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'recoveryCode');
  const texts = { passkey: t.passkeyText, code: t.factorText, recoveryCode: t.recoveryText };
  const labels = { passkey: t.passkeyInstead, code: t.useApp, recoveryCode: t.useRecovery };
  return (
    <OpenPage title={t.factorTitle} text={texts[kind]}>
      {kind === 'passkey' ? (
        <PasskeyButton
          label={t.usePasskey}
          variant="filled"
          loadOptions={loadOptions}
          path="account/sign-in/second-factor/passkey"
        />
      ) : (
        <CodeForm key={kind} kind={kind} />
      )}
      <Stack gap="xs">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Anchor key={other} component="button" type="button" size="sm" ta="start" onClick={() => setKind(other)}>
              {labels[other]}
            </Anchor>
          ))}
        <Group>
          <ToSignIn variant="subtle" size="compact-sm">
            {t.cancelSignIn}
          </ToSignIn>
        </Group>
      </Stack>
    </OpenPage>
  );
}

async function loadOptions(): Promise<PasskeyRequestOptions> {
  const { passkey } = await loadChoice();
  // The user can have removed the passkey in another browser. That also ends this sign-in.
  if (passkey === null) throw new Error('The user has no passkey.');
  return passkey;
}

function CodeForm({ kind }: { readonly kind: 'code' | 'recoveryCode' }) {
  const t = useMessages('signIn');
  const afterSignIn = useAfterSignIn();
  const form = useApiForm<Record<string, string>, SignInResult>({
    initialValues: { [kind]: '' },
    // People write codes in groups, as apps show them.
    submit: (values) => post('account/sign-in/second-factor', { [kind]: values[kind]?.replaceAll(/\s/g, '') }),
    onDone: (result) => afterSignIn(result),
  });
  const properties =
    kind === 'code'
      ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code', label: t.code }
      : { label: t.recoveryCode };
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput autoComplete="off" {...properties} {...form.input(kind)} />
        <ErrorNote error={form.error} />
        <Button type="submit" loading={form.isSending} fullWidth>
          {t.continue}
        </Button>
      </Stack>
    </form>
  );
}
