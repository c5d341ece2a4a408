import { Checkbox, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import type { AddedDevice, DevicePairing, ManagedDevice } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { type GateSectionProps, gatesKey } from './gate-queries.ts';
import { PairingSteps } from './pairing-steps.tsx';

interface DeviceDialogProps {
  readonly device: ManagedDevice;
  readonly onClose: () => void;
}

/** Adds a device, and shows how it is paired. */
export function AddDeviceDialog({ onClose, ...props }: GateSectionProps & { readonly onClose: () => void }) {
  const t = useMessages('gates');
  const [added, setAdded] = useState<AddedDevice | null>(null);
  if (added !== null) {
    return (
      <Dialog size="lg" title={t.pairTitle({ name: added.device.name })} onClose={onClose} isLocked>
        <PairingSteps device={added.device} pairing={added} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog size="lg" title={t.addDevice} onClose={onClose}>
      <AddForm {...props} onAdded={setAdded} />
    </Dialog>
  );
}

function AddForm({ event, gates, onAdded }: GateSectionProps & { readonly onAdded: (added: AddedDevice) => void }) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: {
      name: '',
      roles: ['gate'] as string[],
      gateIds: [] as string[],
      carriesNames: false,
    },
    submit: (values) => post<AddedDevice>(organizerPath(slug, `events/${event.id}/gate-devices`), values),
    onDone: (added) => {
      queryClient.invalidateQueries({ queryKey: gatesKey(slug, event.id) });
      onAdded(added);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t.deviceName}
          description={t.deviceNameHint}
          maxLength={100}
          dir="auto"
          required
          ref={focusWhenShown}
          data-autofocus
          {...form.input('name')}
        />
        <Checkbox.Group label={t.role} {...form.input('roles')}>
          <Stack gap="sm" mt="xs">
            {(['gate', 'bar'] as const).map((role) => (
              <Checkbox key={role} name="roles" value={role} label={t.roles[role]} description={t.roleTexts[role]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t.gates}
          description={t.gatesOfDeviceHint}
          data={gates
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': `${t.gates}: ${parts.all}` }}
          {...form.input('gateIds')}
        />
        <Checkbox
          label={t.carriesNames}
          description={t.carriesNamesText}
          name="carriesNames"
          {...form.fields.getInputProps('carriesNames', { type: 'checkbox' })}
        />
        <FormEnd form={form} submit={t.addDevice} />
      </Stack>
    </form>
  );
}

/** Creates a new pairing code for a device, and shows it. */
export function NewCodeDialog({ device, onClose }: DeviceDialogProps) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const [pairing, setPairing] = useState<DevicePairing | null>(null);
  const form = useApiForm({
    initialValues: {},
    submit: () => post<DevicePairing>(organizerPath(slug, `gate-devices/${device.id}/pairing-code`)),
    onDone: setPairing,
  });
  if (pairing !== null) {
    return (
      <Dialog size="lg" title={t.pairTitle({ name: device.name })} onClose={onClose} isLocked>
        <PairingSteps device={device} pairing={pairing} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t.newCodeTitle} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t.newCodeText({ name: device.name })}</Text>
          <FormEnd form={form} submit={t.newCode} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Renames a device. */
export function RenameDeviceDialog({ device, onClose }: DeviceDialogProps) {
  const t = useMessages('gates');
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <RenameForm device={device} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ device, onClose }: DeviceDialogProps) {
  const t = useMessages('gates');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { name: device.name },
    submit: (values) => patch<ManagedDevice>(organizerPath(slug, `gate-devices/${device.id}`), values),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey: gatesKey(slug, device.eventId) });
      notifyDone(parts.saved);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput label={t.deviceName} maxLength={100} dir="auto" required data-autofocus {...form.input('name')} />
        <FormEnd form={form} submit={parts.save} />
      </Stack>
    </form>
  );
}
