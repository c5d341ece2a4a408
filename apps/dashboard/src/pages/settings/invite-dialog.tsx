import { Radio, Stack, Text, TextInput } from '@mantine/core';
import type { Invitation } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { memberMessages } from '#app/messages/members.ts';
import { roleMessages, roles } from '#app/messages/roles.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Invites a member by e-mail. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const t = useMessages(memberMessages);
  return (
    <Dialog opened={opened} onClose={onClose} title={t.invite}>
      <InviteForm onDone={onClose} />
    </Dialog>
  );
}

function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const t = useMessages(memberMessages);
  const roleTexts = useMessages(roleMessages);
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { email: '', role: 'viewer' },
    submit: (values) => post<Invitation>(organizerPath(slug, 'invitations'), values),
    onDone: ({ email }) => {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'members'] });
      notifyDone(t.invited(email));
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
            {roles.map((role) => (
              <Radio key={role} value={role} label={roleTexts[role].name} description={roleTexts[role].text} />
            ))}
          </Stack>
        </Radio.Group>
        <FormEnd form={form} submit={t.sendInvitation} />
      </Stack>
    </form>
  );
}
