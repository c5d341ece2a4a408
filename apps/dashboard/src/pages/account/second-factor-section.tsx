import { Badge, Button, Group, Stack } from '@mantine/core';
import type { NewSecondFactor, RecoveryCodes } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmFactor } from '#app/pages/account/confirm-factor.tsx';
import { PasswordForm } from '#app/pages/account/password-form.tsx';
import { RecoveryCodeList } from '#app/pages/account/recovery-codes.tsx';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';

/** What the dialog does or shows. */
type Step =
  | { readonly kind: 'create' | 'remove' | 'replaceCodes' }
  | { readonly kind: 'confirm'; readonly factor: NewSecondFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Sets up and removes the authenticator app, and replaces the recovery codes. */
export function SecondFactorSection() {
  const t = useMessages('account');
  const queryClient = useQueryClient();
  const { hasSecondFactor, hasAuthenticator } = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  const [step, setStep] = useState<Step>({ kind: 'create' });
  const open = (kind: 'create' | 'remove' | 'replaceCodes') => {
    setStep({ kind });
    setIsOpen(true);
  };
  const done = (text: string) => {
    setIsOpen(false);
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    notifyDone(text);
  };
  const titles = {
    create: t.setUp,
    confirm: t.setUp,
    remove: t.removeFactor,
    replaceCodes: t.replaceCodes,
    codes: t.replaceCodes,
  };
  return (
    <Section
      title={t.factor}
      text={hasSecondFactor ? t.factorOnText : t.factorText}
      aside={
        <Badge variant="light" color={hasSecondFactor ? 'green' : 'gray'} size="lg">
          {hasSecondFactor ? t.factorOn : t.factorOff}
        </Badge>
      }
    >
      <Group justify="flex-end" gap="sm">
        {hasSecondFactor && (
          <Button variant="default" onClick={() => open('replaceCodes')}>
            {t.replaceCodes}
          </Button>
        )}
        {hasAuthenticator ? (
          <Button variant="default" onClick={() => open('remove')}>
            {t.removeFactor}
          </Button>
        ) : (
          <Button onClick={() => open('create')}>{t.setUp}</Button>
        )}
      </Group>
      <Dialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={titles[step.kind]}
        // The recovery codes are shown only once.
        isLocked={step.kind === 'confirm' || step.kind === 'codes'}
      >
        <Content step={step} onStep={setStep} onDone={done} />
      </Dialog>
    </Section>
  );
}

interface ContentProps {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onDone: (text: string) => void;
}

function Content({ step, onStep, onDone }: ContentProps) {
  const t = useMessages('account');
  switch (step.kind) {
    case 'create':
      return (
        <PasswordForm
          path="account/second-factor"
          text={t.setUpText}
          submit={t.continue}
          onDone={(factor: NewSecondFactor) => onStep({ kind: 'confirm', factor })}
        />
      );
    case 'confirm':
      return <ConfirmFactor factor={step.factor} onDone={() => onDone(t.turnedOn)} />;
    case 'remove':
      return (
        <PasswordForm
          path="account/second-factor/remove"
          text={t.removeFactorText}
          submit={t.remove}
          onDone={() => onDone(t.removed)}
        />
      );
    case 'replaceCodes':
      return (
        <PasswordForm
          path="account/second-factor/recovery-codes"
          text={t.replaceCodesText}
          submit={t.continue}
          onDone={({ recoveryCodes: codes }: RecoveryCodes) => onStep({ kind: 'codes', codes })}
        />
      );
    case 'codes':
      return (
        <Stack>
          <RecoveryCodeList codes={step.codes} />
          <Group justify="flex-end">
            <Button onClick={() => onDone(t.codesReplaced)}>{t.codesKept}</Button>
          </Group>
        </Stack>
      );
  }
}
