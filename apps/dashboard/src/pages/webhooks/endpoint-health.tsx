import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import type { EndpointHealth, WebhookEndpointWithHealth } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { problemTextsQuery } from '#app/pages/webhooks/queries.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { Figure } from '#app/parts/facts.tsx';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { Section } from '#app/parts/section.tsx';
import { Time } from '#app/parts/time.tsx';
import './webhooks.css';

/** The share of the attempts of the last 24 hours that succeeded. */
export function SuccessRate({
  health: { succeeded, failed },
}: {
  readonly health: Pick<EndpointHealth, 'succeeded' | 'failed'>;
}) {
  const t = useMessages('webhooks');
  const { locale } = useLanguage();
  const total = succeeded + failed;
  if (total === 0) {
    return (
      <Text c="dimmed" size="sm" component="span">
        {t.noAttempts}
      </Text>
    );
  }
  // Rounded down, so that 100 % means that no attempt failed.
  const share = Math.floor((1_000 * succeeded) / total) / 1_000;
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return (
    <span className="figure" title={t.attemptsOf({ succeeded, total })}>
      {text}
    </span>
  );
}

/** The number of pending deliveries. */
export function QueueText({ queue: { pending, hasMore } }: { readonly queue: EndpointHealth['queue'] }) {
  const t = useMessages('webhooks');
  const { locale } = useLanguage();
  const count = pending.toLocaleString(locale);
  return <span className="figure">{hasMore ? t.moreThan({ count }) : count}</span>;
}

/** A bar for each of the last 24 hours: delivered below, failed above. */
export function HourBars({
  hours,
  size = 'large',
}: {
  readonly hours: EndpointHealth['hours'];
  readonly size?: 'small' | 'large';
}) {
  const t = useMessages('webhooks');
  const { locale } = useLanguage();
  const { timezone } = useOrganizer();
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: timezone });
  const largest = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const isEmpty = hours.every(({ succeeded, failed }) => succeeded + failed === 0);
  const width = 100 / hours.length;
  return (
    <svg
      className={`hour-bars hour-bars-${size}`}
      data-empty={isEmpty || undefined}
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={t.hours}
    >
      {hours.map(({ start, succeeded, failed }, index) => {
        const good = (38 * succeeded) / largest;
        const bad = (38 * failed) / largest;
        const x = index * width + width * 0.15;
        return (
          <g key={start}>
            <title>{t.hour({ time: clock.format(new Date(start)), succeeded, failed })}</title>
            <rect x={index * width} y={0} width={width} height={40} fill="transparent" />
            <rect x={x} y={39} width={width * 0.7} height={1} className="bar-base" />
            <rect x={x} y={39 - good} width={width * 0.7} height={good} className="bar-good" />
            <rect x={x} y={39 - good - bad} width={width * 0.7} height={bad} className="bar-bad" />
          </g>
        );
      })}
    </svg>
  );
}

/** The health of an endpoint: what happened in the last 24 hours, and what waits. */
export function HealthSection({ endpoint }: { readonly endpoint: WebhookEndpointWithHealth }) {
  const t = useMessages('webhooks');
  const { locale, language } = useLanguage();
  const { data: problems } = useQuery(problemTextsQuery(language));
  const { health, failingSince, status } = endpoint;
  const { queue, lastFailure, latencyMedianMs, latencyHighMs } = health;
  const milliseconds = (value: number) => t.milliseconds({ text: value.toLocaleString(locale) });
  const problem = lastFailure?.problem;
  return (
    <Section title={t.health}>
      {failingSince !== null && status === 'enabled' && (
        <Alert color="red" variant="light" icon={<AlertIcon />}>
          {t.failingSince} <Time at={failingSince} />. {t.failingText}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="lg">
        <Figure
          title={t.successRate}
          note={
            health.succeeded + health.failed > 0 &&
            t.attemptsOf({ succeeded: health.succeeded, total: health.succeeded + health.failed })
          }
        >
          <SuccessRate health={health} />
        </Figure>
        <Figure
          title={t.latency}
          note={
            latencyMedianMs !== null &&
            latencyHighMs !== null &&
            t.latencyText({ p50: milliseconds(latencyMedianMs), p95: milliseconds(latencyHighMs) })
          }
        >
          {latencyHighMs === null ? '–' : milliseconds(latencyHighMs)}
        </Figure>
        <Figure
          title={t.queue}
          note={
            queue.oldestAt === null ? (
              t.queueEmpty
            ) : (
              <>
                {t.oldest}: <Time at={queue.oldestAt} as="relative" />
              </>
            )
          }
        >
          <QueueText queue={queue} />
        </Figure>
        <Figure
          title={t.lastFailure}
          note={
            lastFailure !== null && (
              <PageLink
                to="/organizers/$organizer/webhooks/deliveries/$deliveryId"
                params={{ deliveryId: lastFailure.deliveryId }}
                size="sm"
              >
                {(problem && problems?.[problem]?.title) ?? lastFailure.error}
              </PageLink>
            )
          }
        >
          {lastFailure === null ? t.noFailure : <Time at={lastFailure.startedAt} as="relative" />}
        </Figure>
      </SimpleGrid>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t.hours}
        </Text>
        <HourBars hours={health.hours} />
      </Stack>
    </Section>
  );
}
