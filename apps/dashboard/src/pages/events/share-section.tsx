import { Anchor, Button, Group, Image, Stack, Text } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import encodeQR from 'qr';
import { eventMessages } from '#app/messages/events.ts';
import { basePath } from '#app/parts/base-path.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';

/** The page on which buyers buy tickets: its link, its QR code, and the code to embed it. */
export function ShareSection({ event }: { readonly event: EventDetails }) {
  const t = useMessages(eventMessages);
  if (event.status === 'archived') return null;
  if (event.status === 'draft') return <Section title={t.share} text={t.shareDraft} />;
  const url = `${location.origin}${basePath.replace(/\/dashboard$/, '')}/e/${event.slug}`;
  const embedCode = `<a href="${escapeHtml(url)}">${escapeHtml(t.embedLabel(event.name))}</a>`;
  const qrCode = `data:image/svg+xml,${encodeURIComponent(encodeQR(url, 'svg'))}`;
  const openPage = (
    <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default" size="xs">
      {t.openPage}
    </Button>
  );
  return (
    <Section title={t.share} text={t.shareText} aside={openPage}>
      <Group align="flex-start" gap="lg">
        <Stack gap={4} align="center">
          <Image src={qrCode} alt={t.qr} w={132} h={132} bg="white" radius="sm" />
          <Anchor href={qrCode} download={`${event.slug}.svg`} size="xs">
            {t.downloadQr}
          </Anchor>
        </Stack>
        <Stack gap="xs" flex="1 1 280px" miw={0}>
          <Text size="sm" fw={600}>
            {t.link}
          </Text>
          <CopyField value={url} label={t.link} />
          <Text size="sm" fw={600}>
            {t.embed}
          </Text>
          <CopyField value={embedCode} label={t.embed} />
        </Stack>
      </Group>
    </Section>
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
