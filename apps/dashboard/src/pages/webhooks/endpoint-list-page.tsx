import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CreatedWebhookEndpoint, WebhookEndpointWithHealth } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EndpointForm, type EndpointValues } from '#app/pages/webhooks/endpoint-form.tsx';
import { HourBars, QueueText, SuccessRate } from '#app/pages/webhooks/endpoint-health.tsx';
import { endpointsQuery, useLiveWebhooks, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { EndpointStatus } from '#app/pages/webhooks/status.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { AddIcon, WebhookIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import './webhooks.css';

/** The endpoints of the organizer with their health. */
export function Page() {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  useLiveWebhooks();
  const can = useCan();
  const [isAdding, adding] = useDisclosure(false);
  const endpoints = useQuery(endpointsQuery(slug));
  const add = can('webhooks:write') && (
    <Button leftSection={<AddIcon />} onClick={adding.open}>
      {t.add}
    </Button>
  );
  const actions = (
    <>
      <ButtonLink to="/organizers/$organizer/webhooks/deliveries" variant="default">
        {t.allDeliveries}
      </ButtonLink>
      {add}
    </>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={actions}>
      <Loaded query={endpoints}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState icon={WebhookIcon} title={t.none} text={t.noneText} action={add} />
          ) : (
            <Endpoints endpoints={list.data} />
          )
        }
      </Loaded>
      <AddDialog opened={isAdding} onClose={adding.close} />
    </PageFrame>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly WebhookEndpointWithHealth[] }) {
  const t = useMessages('webhooks');
  const columns: readonly Column<WebhookEndpointWithHealth>[] = [
    {
      key: 'url',
      title: t.url,
      cell: ({ url, description, events }) => (
        <span className="endpoint-name">
          <bdi>{url}</bdi>
          <Text component="span" size="sm" c="dimmed" display="block" fw={400}>
            {description !== null && (
              <>
                <bdi>{description}</bdi>
                {' · '}
              </>
            )}
            {events.includes('*') ? t.everyType : t.chosenTypes({ count: events.length })}
          </Text>
        </span>
      ),
    },
    { key: 'status', title: t.status, cell: (endpoint) => <EndpointStatus {...endpoint} /> },
    {
      key: 'rate',
      title: t.successRate,
      cell: ({ health }) => (
        <Group gap="sm" className="endpoint-rate">
          <HourBars hours={health.hours} size="small" />
          <SuccessRate health={health} />
        </Group>
      ),
    },
    { key: 'queue', title: t.queue, cell: ({ health }) => <QueueText queue={health.queue} /> },
    {
      key: 'failure',
      title: t.lastFailure,
      cell: ({ health }) =>
        health.lastFailure === null ? (
          <Text c="dimmed" size="sm" component="span">
            {t.noFailure}
          </Text>
        ) : (
          <Time at={health.lastFailure.startedAt} as="relative" />
        ),
    },
  ];
  return (
    <Rows
      rows={endpoints}
      label={t.title}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/organizers/$organizer/webhooks/endpoints/$endpointId',
        params: { endpointId: id },
      })}
    />
  );
}

const newEndpoint: EndpointValues = {
  url: '',
  description: null,
  events: ['*'],
  ed25519: false,
  headers: [],
  throttle: null,
  eventIds: [],
};

/** Adds an endpoint, then shows its secret. */
function AddDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useMessages('webhooks');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedWebhookEndpoint | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={created === null ? t.addTitle : t.createdTitle} size="lg">
      {created === null ? (
        <EndpointForm
          initial={newEndpoint}
          submit={t.create}
          onSubmit={(values) => post<CreatedWebhookEndpoint>(organizerPath(slug, 'webhook-endpoints'), values)}
          onDone={(result) => {
            setCreated(result);
            queryClient.invalidateQueries({ queryKey: webhooksKey(slug) });
          }}
        />
      ) : (
        <Stack>
          <Text size="sm">{t.createdText}</Text>
          <CopyField value={created.secret} label={t.secret} />
          {created.publicKey !== null && <CopyField value={created.publicKey} label={t.publicKey} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {parts.close}
            </Button>
            <ButtonLink
              to="/organizers/$organizer/webhooks/endpoints/$endpointId"
              params={{ endpointId: created.endpoint.id }}
              ref={focusWhenShown}
            >
              {t.open}
            </ButtonLink>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
