import { Badge, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { NewSecondFactor } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountMessages } from '#app/messages/account.ts';
import { partMessages } from '#app/messages/parts.ts';
import { ConfirmFactor } from '#app/pages/account/confirm-factor.tsx';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';

/** Sets up and removes the second factor. */
export function SecondFactorSection() {
  const t = useMessages(accountMessages);
  const parts = useMessages(partMessages);
  const queryClient = useQueryClient();
  const { hasSecondFactor } = useAccount();
  const [isOpen, dialog] = useDisclosure(false);
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  const close = () => {
    dialog.close();
    setFactor(null);
  };
  const done = (text: string) => {
    close();
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    notifyDone(text);
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
      <Group justify="flex-end">
        <Button variant={hasSecondFactor ? 'default' : 'filled'} onClick={dialog.open}>
          {hasSecondFactor ? t.removeFactor : t.setUp}
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={close}
        title={hasSecondFactor ? t.removeFactor : t.setUp}
        closeButtonProps={{ 'aria-label': parts.close }}
        // The recovery codes are shown only once, so a click beside the dialog must not close it.
        closeOnClickOutside={factor === null}
        centered
      >
        {hasSecondFactor ? (
          <RemoveFactor onDone={() => done(t.removed)} />
        ) : factor === null ? (
          <CreateFactor onCreated={setFactor} />
        ) : (
          <ConfirmFactor factor={factor} onDone={() => done(t.turnedOn)} />
        )}
      </Modal>
    </Section>
  );
}

function CreateFactor({ onCreated }: { readonly onCreated: (factor: NewSecondFactor) => void }) {
  const t = useMessages(accountMessages);
  const form = usePasswordForm<NewSecondFactor>('account/second-factor', onCreated);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.factorText}</Text>
        <CurrentPassword form={form} />
        <FormEnd form={form} submit={t.continue} />
      </Stack>
    </form>
  );
}

function RemoveFactor({ onDone }: { readonly onDone: () => void }) {
  const t = useMessages(accountMessages);
  const form = usePasswordForm('account/second-factor/remove', onDone);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.removeFactorText}</Text>
        <CurrentPassword form={form} />
        <FormEnd form={form} submit={t.remove} />
      </Stack>
    </form>
  );
}

/** A form that sends the current password, if the user has one. */
function usePasswordForm<R>(path: string, onDone: (result: R) => void) {
  const { hasPassword } = useAccount();
  return useApiForm({
    initialValues: { currentPassword: '' },
    submit: (values) => post<R>(path, hasPassword ? values : {}),
    onDone: (result) => onDone(result),
  });
}

function CurrentPassword({ form }: { readonly form: ReturnType<typeof usePasswordForm> }) {
  const t = useMessages(accountMessages);
  const { hasPassword } = useAccount();
  if (!hasPassword) return null;
  return (
    <PasswordInput
      label={t.currentPassword}
      autoComplete="current-password"
      data-autofocus
      {...form.input('currentPassword')}
    />
  );
}
