import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RotatedSecret, SigningSecrets } from '@organizer/shared/dashboard-api';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The times for which the old secret can still be used, in hours. */
const graceChoices = [0, 1, 24, 72, 168];
const defaultGraceHours = 24;

/** The signing secret: hidden until it is requested, and rotated with an overlap. */
export function SecretSection({ endpointId }: { readonly endpointId: string }) {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  const [isRotating, rotating] = useDisclosure(false);
  const reveal = useChange(() =>
    post<SigningSecrets>(organizerPath(slug, `webhook-endpoints/${endpointId}/reveal-secret`)),
  );
  return (
    <Section title={t.secret} text={t.secretText}>
      {reveal.result?.secrets.map(({ secret, publicKey, expiresAt }) => (
        <Stack key={secret} gap={4}>
          {expiresAt !== null && (
            <Text size="sm" c="dimmed">
              {t.secretUntil} <Time at={expiresAt} />
            </Text>
          )}
          <CopyField value={secret} label={t.secret} />
          {publicKey !== null && <CopyField value={publicKey} label={t.publicKey} />}
        </Stack>
      ))}
      <ErrorNote error={reveal.error} />
      <Group gap="sm">
        <Button
          variant="default"
          loading={reveal.isRunning}
          onClick={() => (reveal.result === undefined ? reveal.run() : reveal.reset())}
        >
          {reveal.result === undefined ? t.reveal : t.hide}
        </Button>
        <Button variant="default" onClick={rotating.open}>
          {t.rotate}
        </Button>
      </Group>
      <Dialog opened={isRotating} onClose={rotating.close} title={t.rotateTitle}>
        <RotationForm
          endpointId={endpointId}
          onDone={() => {
            rotating.close();
            reveal.run();
          }}
        />
      </Dialog>
    </Section>
  );
}

function RotationForm({ endpointId, onDone }: { readonly endpointId: string; readonly onDone: () => void }) {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  const [graceHours, setGraceHours] = useState(defaultGraceHours);
  const form = useApiForm({
    initialValues: {},
    submit: () =>
      post<RotatedSecret>(organizerPath(slug, `webhook-endpoints/${endpointId}/rotate-secret`), { graceHours }),
    onDone: () => {
      notifyDone(t.rotated);
      onDone();
    },
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Text size="sm">{graceHours === 0 ? t.rotateNow : t.rotateText}</Text>
        <Select
          label={t.grace}
          data={graceChoices.map((hours) => ({ value: String(hours), label: t.graceHours({ hours }) }))}
          value={String(graceHours)}
          onChange={(value) => value !== null && setGraceHours(Number(value))}
          allowDeselect={false}
        />
        <FormEnd form={form} submit={t.rotate} />
      </Stack>
    </form>
  );
}
