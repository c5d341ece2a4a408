import { Code, Group, Radio, Stack, Text } from '@mantine/core';
import type { Member, MemberKey, MemberKeyList } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { get, remove } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Loaded } from '#app/parts/states.tsx';

interface RemoveMemberProps {
  readonly access: OrganizerAccess;
  readonly member: Member;
  readonly onClose: () => void;
  /** Loads the members again. */
  readonly onRemoved: () => Promise<void>;
}

/** Removes a member, and asks what happens to the API keys that the member has created. */
export function RemoveMemberDialog(props: RemoveMemberProps) {
  const t = useMessages('members');
  const { access, member, onClose } = props;
  const keys = useQuery({
    queryKey: access.queryKey('members', member.id, 'keys'),
    queryFn: ({ signal }) => get<MemberKeyList>(access.path(`members/${member.id}/keys`), {}, signal),
    gcTime: 0,
  });
  return (
    <Dialog title={t.removeTitle} onClose={onClose}>
      <Loaded query={keys}>{({ data }) => <RemoveForm {...props} keys={data} />}</Loaded>
    </Dialog>
  );
}

function RemoveForm({
  access,
  member: { id, name },
  keys,
  onClose,
  onRemoved,
}: RemoveMemberProps & { readonly keys: readonly MemberKey[] }) {
  const t = useMessages('members');
  const form = useApiForm({
    initialValues: { keys: 'keep' },
    submit: ({ keys: choice }) => remove(access.path(`members/${id}?keys=${choice}`)),
    onDone: async () => {
      await onRemoved();
      notifyDone(t.removed({ name }));
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.removeText({ name, organizer: access.name })}</Text>
        <Text size="sm">{t.remaining}</Text>
        {keys.length > 0 && (
          <Radio.Group label={t.keysOf({ name })} {...form.input('keys')}>
            <Stack gap="xs" my="xs">
              {keys.map((key) => (
                <Group key={key.id} gap="xs">
                  <Text size="sm">
                    <bdi>{key.name}</bdi>
                  </Text>
                  <Code>…{key.last4}</Code>
                </Group>
              ))}
            </Stack>
            <Stack gap="sm">
              <Radio value="keep" label={t.keepKeys} description={t.keepKeysText} />
              <Radio value="revoke" label={t.revokeKeys} description={t.revokeKeysText} />
            </Stack>
          </Radio.Group>
        )}
        <FormEnd form={form} submit={t.remove} />
      </Stack>
    </form>
  );
}
