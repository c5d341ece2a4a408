import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import type { DeliveryAttempt, DeliveryDetail } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CodeView } from '#app/pages/webhooks/code-view.tsx';
import { ResourceId } from '#app/pages/webhooks/delivery-list.tsx';
import { deliveryQuery, problemTextsQuery, useLiveWebhooks, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { DeliveryStatus, TestBadge } from '#app/pages/webhooks/status.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { Figure } from '#app/parts/facts.tsx';
import { AlertIcon, CheckIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PageLink } from '#app/parts/link.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import './webhooks.css';

/** A delivery with its event and its attempts. */
export function Page() {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  useLiveWebhooks();
  const can = useCan();
  const { deliveryId } = useParams({ from: '/frame/organizers/$organizer/webhooks/deliveries/$deliveryId' });
  const delivery = useQuery(deliveryQuery(slug, deliveryId));
  return (
    <PageFrame
      title={delivery.data?.eventType ?? t.delivery}
      back={{ to: '/organizers/$organizer/webhooks/deliveries', title: t.deliveries }}
      badge={
        delivery.data && (
          <>
            <DeliveryStatus status={delivery.data.status} />
            <TestBadge isTest={delivery.data.event.isTest} />
          </>
        )
      }
      actions={delivery.data && can('webhooks:write') && <Resend delivery={delivery.data} />}
    >
      <Loaded query={delivery}>
        {(loaded) => (
          <>
            <Facts delivery={loaded} />
            <Attempts delivery={loaded} />
            <CodeView title={t.payload} text={loaded.event.body} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

function Resend({ delivery: { id, endpoint } }: { readonly delivery: DeliveryDetail }) {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const ask = () =>
    confirm({
      title: t.resendTitle,
      text: (
        <>
          <bdi>{endpoint.url}</bdi>
          <br />
          {t.resendText}
        </>
      ),
      action: t.resend,
      kind: 'normal',
      run: async () => {
        await post(organizerPath(slug, `webhook-deliveries/${id}/resend`));
        await queryClient.invalidateQueries({ queryKey: webhooksKey(slug) });
        notifyDone(t.resent);
      },
    });
  return (
    <Button onClick={ask} disabled={endpoint.status === 'disabled'}>
      {t.resend}
    </Button>
  );
}

function Facts({ delivery }: { readonly delivery: DeliveryDetail }) {
  const t = useMessages('webhooks');
  const { endpoint, event, nextAttemptAt } = delivery;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="lg">
      <Figure title={t.endpoint}>
        <PageLink to="/organizers/$organizer/webhooks/endpoints/$endpointId" params={{ endpointId: endpoint.id }}>
          <bdi>{endpoint.url}</bdi>
        </PageLink>
      </Figure>
      <Figure title={t.event}>
        <PageLink to="/organizers/$organizer/webhook-events/$webhookEventId" params={{ webhookEventId: event.id }}>
          <Time at={event.createdAt} as="relative" />
        </PageLink>
      </Figure>
      <Figure title={t.resource}>
        <ResourceId id={event.objectId} />
      </Figure>
      {nextAttemptAt !== null && (
        <Figure title={t.nextAttempt}>
          <Time at={nextAttemptAt} as="relative" />
        </Figure>
      )}
    </SimpleGrid>
  );
}

function Attempts({ delivery: { attempts, attemptCount, status } }: { readonly delivery: DeliveryDetail }) {
  const t = useMessages('webhooks');
  if (attempts.length === 0) {
    const isWaiting = attemptCount === 0 && status === 'pending';
    return (
      <Section title={t.attempts}>
        {isWaiting || attemptCount === 0 ? (
          <EmptyState title={t.noAttemptsYet} text={isWaiting ? t.noAttemptsYetText : undefined} />
        ) : (
          <Text size="sm">{t.attemptsDeleted}</Text>
        )}
      </Section>
    );
  }
  const newestFirst = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).reverse();
  return (
    <Section title={t.attempts}>
      <Timeline active={-1} bulletSize={26} lineWidth={2}>
        {newestFirst.map(({ attempt, number }) => (
          <Timeline.Item
            key={`${number} ${attempt.startedAt}`}
            title={<AttemptTitle attempt={attempt} number={number} />}
            bullet={attempt.error === null ? <CheckIcon size={16} /> : <AlertIcon size={16} />}
            className={attempt.error === null ? 'attempt-good' : 'attempt-bad'}
          >
            <Attempt attempt={attempt} isNewest={number === attempts.length} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

function AttemptTitle({ attempt, number }: { readonly attempt: DeliveryAttempt; readonly number: number }) {
  const t = useMessages('webhooks');
  const { locale } = useLanguage();
  const { responseStatus, error, startedAt, latencyMs } = attempt;
  return (
    <Group gap="sm">
      <span>{t.attempt({ number })}</span>
      <Badge variant="light" color={error === null ? 'green' : 'red'}>
        {responseStatus === null ? t.noResponse : t.responded({ status: responseStatus })}
      </Badge>
      <Text size="sm" c="dimmed" component="span" fw={400}>
        <Time at={startedAt} /> · {t.took({ milliseconds: latencyMs.toLocaleString(locale) })}
      </Text>
    </Group>
  );
}

function Attempt({ attempt, isNewest }: { readonly attempt: DeliveryAttempt; readonly isNewest: boolean }) {
  const t = useMessages('webhooks');
  const { data: problems } = useQuery(problemTextsQuery(useLanguage().language));
  const { problem, error, requestHeaders, requestUrl, responseBody } = attempt;
  const text = problem === null ? null : problems?.[problem];
  return (
    <Stack gap="sm" mt="xs">
      {error !== null && (
        <Alert color="red" variant="light" title={text?.title ?? error}>
          {text?.advice}
          {problem !== null && (
            <Text size="sm" mt={4} className="attempt-message" dir="ltr">
              {t.message}: {error}
            </Text>
          )}
        </Alert>
      )}
      <details open={isNewest && error !== null}>
        <summary>{t.responseBody}</summary>
        {responseBody === null || responseBody === '' ? (
          <Text size="sm" c="dimmed">
            {responseBody === null ? t.noResponse : t.emptyBody}
          </Text>
        ) : (
          <CodeView title={`${t.responseBody}. ${t.responseBodyText}`} text={responseBody} />
        )}
      </details>
      {requestHeaders !== null && (
        <details>
          <summary>{t.requestHeaders}</summary>
          <CodeView
            title={`POST ${requestUrl ?? ''}`}
            text={requestHeaders.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          />
        </details>
      )}
    </Stack>
  );
}
