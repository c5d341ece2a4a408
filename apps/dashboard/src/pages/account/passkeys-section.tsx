import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Passkey, PasskeyCreated, PasskeyCreationOptions, PasskeyList } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeBrowser } from '#app/pages/account/describe-browser.ts';
import { PasswordForm } from '#app/pages/account/password-form.tsx';
import { RecoveryCodeList } from '#app/pages/account/recovery-codes.tsx';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { get, patch, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { canUsePasskeys, createPasskey } from '#app/parts/passkeys.ts';
import { PasswordField } from '#app/parts/password-field.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** What the dialog does or shows. */
type Step =
  | { readonly kind: 'add' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the user. */
export function PasskeysSection() {
  const t = useMessages('account');
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [step, setStep] = useState<Step>({ kind: 'add' });
  const passkeys = useQuery({
    queryKey: [...accountQuery.queryKey, 'passkeys'],
    queryFn: ({ signal }) => get<PasskeyList>('account/passkeys', {}, signal),
  });
  const open = (next: Step) => {
    setStep(next);
    setIsOpen(true);
  };
  const reload = () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  const done = (text: string) => {
    setIsOpen(false);
    reload();
    notifyDone(text);
  };
  const added = ({ recoveryCodes: codes }: PasskeyCreated) => {
    if (codes.length === 0) return done(t.passkeyDone);
    reload();
    setStep({ kind: 'codes', codes });
  };
  return (
    <Section title={t.passkeys} text={t.passkeysText}>
      <Loaded query={passkeys}>
        {({ data }) => (
          <>
            {data.length === 0 ? <Text c="dimmed">{t.noPasskeys}</Text> : <PasskeyRows passkeys={data} onOpen={open} />}
            {canUsePasskeys ? (
              <Group justify="flex-end">
                <Button onClick={() => open({ kind: 'add' })}>{t.addPasskey}</Button>
              </Group>
            ) : (
              <Text size="sm">{t.passkeysUnusable}</Text>
            )}
          </>
        )}
      </Loaded>
      <Dialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={titleOf(step, t)}
        // The recovery codes are shown only once.
        isLocked={step.kind === 'codes'}
      >
        <Content step={step} onAdded={added} onDone={done} />
      </Dialog>
    </Section>
  );
}

function titleOf(step: Step, t: DashboardTexts['account']): string {
  switch (step.kind) {
    case 'add':
      return t.addPasskey;
    case 'codes':
      return t.recoveryCodes;
    case 'rename':
      return t.renamePasskey({ passkey: step.passkey.name });
    case 'remove':
      return t.removePasskey({ passkey: step.passkey.name });
  }
}

function PasskeyRows({
  passkeys,
  onOpen,
}: {
  readonly passkeys: readonly Passkey[];
  readonly onOpen: (step: Step) => void;
}) {
  const t = useMessages('account');
  const parts = useMessages('parts');
  const columns: readonly Column<Passkey>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <span dir="auto">{name}</span> },
    { key: 'added', title: t.passkeyAdded, cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    {
      key: 'used',
      title: t.passkeyUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.neverUsed : <Time at={lastUsedAt} as="relative" />),
    },
    {
      key: 'actions',
      title: parts.actions,
      align: 'end',
      cell: (passkey) => (
        <Group gap="xs" justify="flex-end">
          <RowButton
            label={t.renamePasskey({ passkey: passkey.name })}
            onClick={() => onOpen({ kind: 'rename', passkey })}
          >
            {t.rename}
          </RowButton>
          <RowButton
            label={t.removePasskey({ passkey: passkey.name })}
            onClick={() => onOpen({ kind: 'remove', passkey })}
          >
            {t.remove}
          </RowButton>
        </Group>
      ),
    },
  ];
  return <Rows rows={passkeys} label={t.passkeys} columns={columns} rowKey={({ id }) => id} />;
}

interface ContentProps {
  readonly step: Step;
  readonly onAdded: (created: PasskeyCreated) => void;
  readonly onDone: (text: string) => void;
}

function Content({ step, onAdded, onDone }: ContentProps) {
  const t = useMessages('account');
  switch (step.kind) {
    case 'add':
      return <AddForm onDone={onAdded} />;
    case 'codes':
      return (
        <Stack>
          <Text size="sm">{t.passkeyCodes}</Text>
          <RecoveryCodeList codes={step.codes} />
          <Group justify="flex-end">
            <Button onClick={() => onDone(t.passkeyDone)}>{t.codesKept}</Button>
          </Group>
        </Stack>
      );
    case 'rename':
      return <RenameForm passkey={step.passkey} onDone={() => onDone(t.passkeyRenamed)} />;
    case 'remove':
      return (
        <PasswordForm
          path={`account/passkeys/${step.passkey.id}/remove`}
          text={t.removePasskeyText({ passkey: step.passkey.name })}
          submit={t.remove}
          onDone={() => onDone(t.passkeyRemoved)}
        />
      );
  }
}

/** Creates a passkey with the browser, and registers it. */
function AddForm({ onDone }: { readonly onDone: (created: PasskeyCreated) => void }) {
  const t = useMessages('account');
  const { hasPassword } = useAccount();
  const suggestedName = describeBrowser(navigator.userAgent, t) ?? t.passkey;
  const form = useApiForm({
    initialValues: { name: suggestedName, currentPassword: '' },
    submit: async ({ name, currentPassword }) => {
      const proof = hasPassword ? { currentPassword } : {};
      const options = await post<PasskeyCreationOptions>('account/passkeys/options', proof);
      const response = await createPasskey(options);
      // The device has the passkey now, so an empty name must not be an error.
      return post<PasskeyCreated>('account/passkeys', { name: name.trim() || suggestedName, response });
    },
    onDone: (created) => onDone(created),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.addPasskeyText}</Text>
        <TextInput
          label={t.passkeyName}
          description={t.passkeyNameHint}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          {...form.input('name')}
        />
        {hasPassword && (
          <PasswordField label={t.currentPassword} autoComplete="current-password" {...form.input('currentPassword')} />
        )}
        <FormEnd form={form} submit={t.continue} />
      </Stack>
    </form>
  );
}

function RenameForm({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const t = useMessages('account');
  const form = useApiForm({
    initialValues: { name: passkey.name },
    submit: (values) => patch(`account/passkeys/${passkey.id}`, values),
    onDone,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput label={t.passkeyName} autoComplete="off" data-autofocus {...form.input('name')} />
        <FormEnd form={form} submit={t.rename} />
      </Stack>
    </form>
  );
}
