import { Group, List, Text } from '@mantine/core';
import type { Attention } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { overviewMessages } from '#app/messages/overview.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath } from '#app/parts/api.ts';
import { AlertIcon, CheckIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink, pagePath } from '#app/parts/link.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded, LoadingState } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** What somebody should look at, with a link to its page. */
export function AttentionSection() {
  const t = useMessages(overviewMessages);
  const { slug } = useOrganizer();
  const attention = useQuery({
    queryKey: ['organizer', slug, 'attention'],
    queryFn: ({ signal }) => get<Attention>(organizerPath(slug, 'attention'), {}, signal),
  });
  return (
    <Section title={t.attention}>
      <Loaded query={attention} loading={<LoadingState lines={2} />}>
        {(data) => <Notices attention={data} />}
      </Loaded>
    </Section>
  );
}

function Notices({ attention }: { readonly attention: Attention }) {
  const t = useMessages(overviewMessages);
  const { formats } = useLanguage();
  const notices: { key: string; text: ReactNode; page: string }[] = [
    ...(attention.failingEndpoints ?? []).map(({ id, url, failingSince }) => ({
      key: id,
      text: (
        <>
          {t.failingEndpoint(url)} (<Time at={failingSince} as="relative" />
          ).
        </>
      ),
      page: `webhooks/${id}`,
    })),
    ...(attention.failedRefunds ?? []).map(({ id, orderNumber, amount, currency }) => ({
      key: id,
      text: t.failedRefund(orderNumber, formats.money(amount, currency)),
      page: `orders/${orderNumber}`,
    })),
    ...(attention.failedMails ? [{ key: 'mails', text: t.failedMails(attention.failedMails), page: 'orders' }] : []),
    ...(attention.unpaidOrders
      ? [{ key: 'unpaid', text: t.unpaidOrders(attention.unpaidOrders), page: 'orders?status=pending' }]
      : []),
    ...attention.soldOut.map(({ ticketTypeId, name, eventName, eventId }) => ({
      key: ticketTypeId,
      text: t.soldOut(name, eventName),
      page: `events/${eventId}`,
    })),
  ];
  if (notices.length === 0) {
    return (
      <Group gap="xs">
        <CheckIcon />
        <Text size="sm">{t.nothing}</Text>
      </Group>
    );
  }
  return (
    <List spacing="xs" icon={<AlertIcon size={16} />} size="sm">
      {notices.map(({ key, text, page }) => (
        <List.Item key={key}>
          {text} <NoticeLink page={page}>{t.show}</NoticeLink>
        </List.Item>
      ))}
    </List>
  );
}

function NoticeLink({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  const { slug } = useOrganizer();
  const [path = '', query = ''] = page.split('?');
  const search = Object.fromEntries(new URLSearchParams(query));
  return (
    <PageLink to={pagePath(slug, path)} search={search as never} size="sm">
      {children}
    </PageLink>
  );
}
