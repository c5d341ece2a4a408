import { Badge, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { useLive } from '#app/parts/live.ts';
import { Money } from '#app/parts/money.tsx';
import { Section } from '#app/parts/section.tsx';
import { Time } from '#app/parts/time.tsx';

interface OrderChange {
  readonly type: keyof DashboardTexts['overview']['changes'];
  readonly orderNumber: string;
  readonly total: number;
  readonly currency: string;
}

const shownCount = 5;

/** The orders that have changed while the page is open. Nothing until the first one. */
export function LatestSection() {
  const t = useMessages('overview');
  const [latest, setLatest] = useState<readonly (OrderChange & { readonly at: string })[]>([]);
  useLive(['change'], (_event, data) => {
    const change = data as OrderChange;
    if (!(change.type in t.changes)) return;
    setLatest((shown) => [{ ...change, at: new Date().toISOString() }, ...shown].slice(0, shownCount));
  });
  return (
    <div aria-live="polite" className="latest">
      {latest.length > 0 && (
        <Section title={t.latest} text={t.latestText}>
          <List listStyleType="none" spacing="xs">
            {latest.map(({ type, orderNumber, total, currency, at }) => (
              <List.Item key={`${orderNumber} ${type}`}>
                <Group gap="sm">
                  <Badge variant="light">{t.changes[type]}</Badge>
                  <PageLink to="/organizers/$organizer/orders/$orderNumber" params={{ orderNumber }} size="sm">
                    {orderNumber}
                  </PageLink>
                  <Text size="sm">
                    <Money amount={total} currency={currency} />
                  </Text>
                  <Time at={at} as="relative" />
                </Group>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
    </div>
  );
}
