import { Button, type ButtonVariant, Stack } from '@mantine/core';
import type { PasskeyRequestOptions, SignInResult } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { post } from '#app/parts/api.ts';
import { applyPasskey } from '#app/parts/passkeys.ts';
import { ErrorNote } from '#app/parts/states.tsx';

interface PasskeyButtonProps {
  readonly label: string;
  readonly variant: ButtonVariant;
  /** Each set of options can be used once. */
  readonly loadOptions: () => Promise<PasskeyRequestOptions>;
  /** The path of the API that verifies the passkey. */
  readonly path: string;
}

/** A button with which the user signs in by a passkey. */
export function PasskeyButton({ label, variant, loadOptions, path }: PasskeyButtonProps) {
  const afterSignIn = useAfterSignIn();
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setIsRunning] = useState(false);
  const signIn = async () => {
    setIsRunning(true);
    setError(null);
    try {
      await afterSignIn(await post<SignInResult>(path, await applyPasskey(await loadOptions())));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Stack>
      <ErrorNote error={error} />
      <Button variant={variant} onClick={signIn} loading={isRunning} fullWidth>
        {label}
      </Button>
    </Stack>
  );
}
