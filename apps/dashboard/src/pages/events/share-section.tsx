import { Anchor, Group, Image, Stack, Text } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { buttonCode, priceListCode } from '@organizer/shared/embed-code';
import { useQuery } from '@tanstack/react-query';
import encodeQR from 'qr';
import { useSettings } from '#app/pages/settings/use-settings.ts';
import { useMemberAccess } from '#app/parts/access.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { checklistQuery } from '#app/parts/checklist.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { useHref } from '#app/parts/link.tsx';
import { Section } from '#app/parts/section.tsx';
import { pageUrlOf, serverUrl } from './page-url.ts';
import { hasPrice, PaymentWarning } from './payment-warning.tsx';

/** The page on which buyers buy tickets: its link, its QR code, and the code for other websites. */
export function ShareSection({ event }: { readonly event: EventDetails }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const href = useHref();
  const { data: settings } = useSettings(useMemberAccess());
  const { data: checklist } = useQuery(checklistQuery(slug));
  const isUnpayable = checklist !== undefined && !checklist.payments && hasPrice(event);
  const url = pageUrlOf(event);
  const prices = {
    eventId: event.id,
    apiUrl: `${serverUrl}/api/public/v1`,
    freeText: t.free,
    soldOutText: t.soldOut,
    fromText: t.onSaleFromTime,
    startText: t.typeStartTime,
    endedText: t.offerStates.ended,
  };
  const qrCode = `data:image/svg+xml,${encodeURIComponent(encodeQR(url, 'svg'))}`;
  return (
    <Section title={t.share} text={isUnpayable ? undefined : t.shareText}>
      {isUnpayable && (
        <PaymentWarning settings={href({ to: '/organizers/$organizer/settings', params: { organizer: slug } })} />
      )}
      <Group align="flex-start" gap="lg">
        <Stack gap={4} align="center">
          <Image src={qrCode} alt={t.qr} w={132} h={132} bg="white" radius="sm" />
          <Anchor href={qrCode} download={`${event.slug}.svg`} size="xs">
            {t.downloadQr}
          </Anchor>
        </Stack>
        <Stack gap="md" flex="1 1 280px" miw={0}>
          <Code title={t.link} value={url} />
          {settings !== undefined && (
            <Code
              title={t.buttonCode}
              text={t.buttonCodeText}
              value={buttonCode({ pageUrl: url, text: t.buyTickets, accentColor: settings.profile.accentColor })}
            />
          )}
          <Code title={t.pricesCode} text={t.pricesCodeText} value={priceListCode(prices)} />
        </Stack>
      </Group>
    </Section>
  );
}

function Code({ title, text, value }: { readonly title: string; readonly text?: string; readonly value: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <CopyField value={value} label={title} />
    </div>
  );
}
