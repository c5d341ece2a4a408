import { Alert, Button, Group, Image, Stack, Text } from '@mantine/core';
import type { DevicePairing, ManagedDevice } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import encodeQR from 'qr';
import { useOrganizer } from '#app/parts/account.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { useMessages } from '#app/parts/language.tsx';
import { Time } from '#app/parts/time.tsx';
import { devicesQuery } from './gate-queries.ts';

/** While the code is shown, the page finds out at this interval whether it was used. */
const pollMs = 2_000;

interface PairingStepsProps {
  /** The device as it was before it is paired. */
  readonly device: ManagedDevice;
  readonly pairing: DevicePairing;
  readonly onDone: () => void;
}

/** The code that pairs a device, and whether it was used. It is shown only here. */
export function PairingSteps({ device, pairing, onDone }: PairingStepsProps) {
  const t = useMessages('gates');
  const { slug, clockAheadMs } = useOrganizer();
  const devices = useQuery({ ...devicesQuery(slug, device.eventId), refetchInterval: pollMs });
  const pairedAt = devices.data?.data.find(({ id }) => id === device.id)?.pairedAt ?? null;
  const isPaired = pairedAt !== null && pairedAt !== device.pairedAt;
  const isExpired = Date.parse(pairing.pairingExpiresAt) <= devices.dataUpdatedAt + clockAheadMs;
  const done = (
    <Group justify="flex-end">
      <Button onClick={onDone} ref={focusWhenShown}>
        {t.done}
      </Button>
    </Group>
  );
  if (isPaired) {
    return (
      <Stack>
        <Alert variant="light" color="green" role="status">
          {t.paired({ name: device.name })}
        </Alert>
        {done}
      </Stack>
    );
  }
  const { pairingCode, pairingExpiresAt, pairingUrl } = pairing;
  const qrCode = `data:image/svg+xml,${encodeURIComponent(encodeQR(pairingUrl, 'svg'))}`;
  return (
    <Stack>
      <Text size="sm">{t.pairText}</Text>
      <Group align="flex-start" gap="lg">
        <Image src={qrCode} alt={t.pairingQr} w={196} h={196} bg="white" radius="sm" />
        <Stack gap="sm" flex="1 1 14rem" miw={0}>
          <div>
            <Text size="sm" fw={600}>
              {t.pairingCode}
            </Text>
            <CopyField value={`${pairingCode.slice(0, 4)}-${pairingCode.slice(4)}`} label={t.pairingCode} />
          </div>
          <div>
            <Text size="sm" fw={600}>
              {t.pairingPage}
            </Text>
            <CopyField value={pairingUrl.replace(/#.*$/, '')} label={t.pairingPage} />
          </div>
          <Text size="sm">
            {t.codeExpires} <Time at={pairingExpiresAt} />
          </Text>
        </Stack>
      </Group>
      <Alert variant="light" color={isExpired ? 'red' : 'yellow'} role="status">
        {isExpired ? t.codeExpired : t.waitingForDevice}
      </Alert>
      {done}
    </Stack>
  );
}
