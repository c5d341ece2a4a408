import { Button, type ButtonVariant, Stack } from '@mantine/core';
import type { PasskeyRequestOptions, SignInResult } from '@organizer/shared/dashboard-api';
import { useAfterSignIn } from '#app/pages/sign-in/after-sign-in.ts';
import { post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
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
  const signIn = useChange(async () => post<SignInResult>(path, await applyPasskey(await loadOptions())), {
    onDone: (result) => afterSignIn(result),
  });
  return (
    <Stack>
      <ErrorNote error={signIn.error} />
      <Button variant={variant} onClick={() => signIn.run()} loading={signIn.isRunning} fullWidth>
        {label}
      </Button>
    </Stack>
  );
}
