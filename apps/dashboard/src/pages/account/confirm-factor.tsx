import { Stack, Text, TextInput } from '@mantine/core';
import type { NewSecondFactor } from '@organizer/shared/dashboard-api';
import encodeQR from 'qr';
import { RecoveryCodeList } from '#app/pages/account/recovery-codes.tsx';
import { post } from '#app/parts/api.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** Shows the secret of a new authenticator app, and activates it with a code from that app. */
export function ConfirmFactor({ factor, onDone }: { readonly factor: NewSecondFactor; readonly onDone: () => void }) {
  const t = useMessages('account');
  const { uri, recoveryCodes } = factor;
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const form = useApiForm({
    initialValues: { code: '' },
    submit: ({ code }) => post('account/second-factor/confirm', { code: code.replaceAll(/\s/g, '') }),
    onDone,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.scan}</Text>
        <QrCode text={uri} label={t.qrCode} />
        <div>
          <Text size="sm" mb={4}>
            {t.orSecret}
          </Text>
          <CopyField value={secret} label={t.secret} />
        </div>
        {recoveryCodes.length > 0 && <RecoveryCodeList codes={recoveryCodes} />}
        <TextInput
          label={t.code}
          description={t.enterCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.input('code')}
        />
        <FormEnd form={form} submit={t.turnOn} />
      </Stack>
    </form>
  );
}

/** A QR code, black on white in both color schemes. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="qr-code" role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
