import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookEndpointSettings, WebhookEndpointWithHealth } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { DeliveryList } from '#app/pages/webhooks/delivery-list.tsx';
import { EndpointForm } from '#app/pages/webhooks/endpoint-form.tsx';
import { HealthSection } from '#app/pages/webhooks/endpoint-health.tsx';
import { endpointQuery, useLiveWebhooks, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { ReplayDialog, ReplaySection } from '#app/pages/webhooks/replays.tsx';
import { SecretSection } from '#app/pages/webhooks/secret-section.tsx';
import { EndpointStatus } from '#app/pages/webhooks/status.tsx';
import { TestDialog } from '#app/pages/webhooks/test-dialog.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, post, remove, type Tagged } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { AlertIcon } from '#app/parts/icons.tsx';
import { textOrName, useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import './webhooks.css';

/** An endpoint: its health, its secret, its replays and its deliveries. */
export function Page() {
  const t = useMessages('webhooks');
  const { slug } = useOrganizer();
  useLiveWebhooks();
  const can = useCan();
  const { endpointId } = useParams({ from: '/frame/organizers/$organizer/webhooks/endpoints/$endpointId' });
  const endpoint = useQuery(endpointQuery(slug, endpointId));
  return (
    <PageFrame
      title={endpoint.data?.url ?? t.endpoint}
      description={endpoint.data?.description ?? undefined}
      back={{ to: '/organizers/$organizer/webhooks', title: t.title }}
      badge={endpoint.data && <EndpointStatus {...endpoint.data} />}
      actions={endpoint.data && can('webhooks:write') && <Actions endpoint={endpoint.data} />}
    >
      <Loaded query={endpoint}>{(loaded) => <Endpoint endpoint={loaded} />}</Loaded>
    </PageFrame>
  );
}

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpointWithHealth }) {
  const t = useMessages('webhooks');
  const can = useCan();
  const { disabledReason, status } = endpoint;
  return (
    <>
      {status === 'disabled' && disabledReason !== null && (
        <Alert color="gray" variant="light" icon={<AlertIcon />}>
          {t.disabledBecause({ reason: textOrName(t.disabledReasons, disabledReason) })}
        </Alert>
      )}
      <HealthSection endpoint={endpoint} />
      {can('webhooks:write') && <SecretSection endpointId={endpoint.id} />}
      <ReplaySection endpointId={endpoint.id} />
      <Section title={t.deliveries}>
        <DeliveryList
          search={useSearch({ from: '/frame/organizers/$organizer/webhooks/endpoints/$endpointId' })}
          endpointId={endpoint.id}
        />
      </Section>
    </>
  );
}

function Actions({ endpoint }: { readonly endpoint: Tagged<WebhookEndpointWithHealth> }) {
  const t = useMessages('webhooks');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isEditing, editing] = useDisclosure(false);
  const [isTesting, testing] = useDisclosure(false);
  const [isReplaying, replaying] = useDisclosure(false);
  const isEnabled = endpoint.status === 'enabled';
  const path = organizerPath(slug, `webhook-endpoints/${endpoint.id}`);
  const reload = () => queryClient.invalidateQueries({ queryKey: webhooksKey(slug) });
  const toggle = () =>
    confirm({
      title: isEnabled ? t.disableTitle : t.enableTitle,
      text: isEnabled ? t.disableText : t.enableText,
      action: isEnabled ? t.disable : t.enable,
      kind: isEnabled ? 'danger' : 'normal',
      run: async () => {
        await post(`${path}/${isEnabled ? 'disable' : 'enable'}`);
        await reload();
        notifyDone(isEnabled ? t.disabledDone : t.enabledDone);
      },
    });
  const confirmDeletion = () =>
    confirm({
      title: t.deleteTitle,
      text: t.deleteText,
      action: t.delete,
      kind: 'danger',
      run: async () => {
        await remove(path);
        await navigate({ to: '/organizers/$organizer/webhooks', params: { organizer: slug } });
        reload();
        notifyDone(t.deletedDone);
      },
    });
  return (
    <>
      {!isEnabled && (
        <Button variant="default" onClick={confirmDeletion}>
          {t.delete}
        </Button>
      )}
      <Button variant="default" onClick={replaying.open} disabled={!isEnabled}>
        {t.replay}
      </Button>
      <Button variant="default" onClick={editing.open}>
        {t.edit}
      </Button>
      <Button variant="default" onClick={toggle}>
        {isEnabled ? t.disable : t.enable}
      </Button>
      <Button onClick={testing.open} disabled={!isEnabled}>
        {t.test}
      </Button>
      <Dialog opened={isEditing} onClose={editing.close} title={t.editTitle} size="lg">
        <EndpointForm
          initial={endpoint}
          submit={parts.save}
          edited={{
            etag: endpoint.etag,
            reload: () => queryClient.fetchQuery({ ...endpointQuery(slug, endpoint.id), staleTime: 0 }),
          }}
          onSubmit={async (values, { before, headers }) => {
            const changes = changedFields({ ...before }, { ...values });
            if (Object.keys(changes).length > 0) await patch<WebhookEndpointSettings>(path, changes, headers);
          }}
          onDone={() => {
            reload();
            notifyDone(t.saved);
            editing.close();
          }}
        />
      </Dialog>
      <TestDialog endpoint={endpoint} opened={isTesting} onClose={testing.close} />
      <ReplayDialog endpointId={endpoint.id} opened={isReplaying} onClose={replaying.close} />
    </>
  );
}
