import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Invitation, Member } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { AddIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

/** A button that opens the form for an invitation, for those who may invite. */
export function InviteButton({
  access,
  firstRole = 'viewer',
}: {
  readonly access: OrganizerAccess;
  /** The role that is chosen at first. */
  readonly firstRole?: Member['role'];
}) {
  const t = useMessages('members');
  const [isOpen, dialog] = useDisclosure(false);
  if (!access.can('members:write')) return null;
  return (
    <>
      <Button leftSection={<AddIcon />} onClick={dialog.open}>
        {t.invite}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={t.invite}>
        <InviteForm access={access} firstRole={firstRole} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function InviteForm({
  access,
  firstRole,
  onDone,
}: {
  readonly access: OrganizerAccess;
  readonly firstRole: Member['role'];
  readonly onDone: () => void;
}) {
  const t = useMessages('members');
  const roleTexts = useMessages('roles');
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { email: '', role: firstRole },
    submit: (values) => post<Invitation>(access.path('invitations'), values),
    onDone: ({ email }) => {
      queryClient.invalidateQueries({ queryKey: access.queryKey('members') });
      notifyDone(t.invited({ email }));
      onDone();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.inviteText}</Text>
        <TextInput type="email" label={t.email} autoComplete="off" data-autofocus {...form.input('email')} />
        <Radio.Group label={t.role} {...form.input('role')}>
          <Stack gap="sm" mt="xs">
            {Object.entries(roleTexts).map(([role, { name, text }]) => (
              <Radio key={role} value={role} label={name} description={text} />
            ))}
          </Stack>
        </Radio.Group>
        <FormEnd form={form} submit={t.sendInvitation} />
      </Stack>
    </form>
  );
}
