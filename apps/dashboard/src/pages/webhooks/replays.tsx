import { Badge, Progress, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { WebhookReplay } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { replaysQuery, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { instantOf, localMinute } from '#app/parts/local-minute.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import './webhooks.css';

interface ReplayDialogProps {
  readonly endpointId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Starts a replay of past events. */
export function ReplayDialog({ endpointId, opened, onClose }: ReplayDialogProps) {
  const t = useMessages('webhooks');
  return (
    <Dialog opened={opened} onClose={onClose} title={t.replayTitle}>
      <ReplayForm endpointId={endpointId} onDone={onClose} />
    </Dialog>
  );
}

function ReplayForm({ endpointId, onDone }: { readonly endpointId: string; readonly onDone: () => void }) {
  const t = useMessages('webhooks');
  const { slug, clockAheadMs } = useOrganizer();
  const queryClient = useQueryClient();
  const form = useApiForm({
    initialValues: { since: localMinute(new Date(Date.now() + clockAheadMs - 86_400_000)), which: 'failed' },
    submit: ({ since, which }) =>
      post<WebhookReplay>(organizerPath(slug, `webhook-endpoints/${endpointId}/replays`), {
        since: instantOf(since),
        onlyFailed: which === 'failed',
      }),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey: webhooksKey(slug) });
      notifyDone(t.replayStarted);
      onDone();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text size="sm">{t.replayText}</Text>
        <TextInput
          type="datetime-local"
          label={t.replaySince}
          description={Intl.DateTimeFormat().resolvedOptions().timeZone}
          {...form.input('since')}
        />
        <Radio.Group label={t.replayWhich} {...form.input('which')}>
          <Stack gap="sm" mt="xs">
            <Radio value="failed" label={t.replayFailed} />
            <Radio value="all" label={t.replayAll} />
          </Stack>
        </Radio.Group>
        <FormEnd form={form} submit={t.replayStart} />
      </Stack>
    </form>
  );
}

/** The last replays to an endpoint with their progress. Nothing without replays. */
export function ReplaySection({ endpointId }: { readonly endpointId: string }) {
  const t = useMessages('webhooks');
  const { replayStatuses } = useMessages('webhookStatus');
  const { locale } = useLanguage();
  const { slug } = useOrganizer();
  const replays = useQuery(replaysQuery(slug, endpointId));
  if (replays.data === undefined) return <ErrorNote error={replays.error} />;
  if (replays.data.replays.length === 0) return null;
  const columns: readonly Column<WebhookReplay>[] = [
    { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    {
      key: 'kind',
      title: t.replayWhich,
      cell: ({ onlyFailed, since }) => (
        <span>
          {t.replayKinds[onlyFailed ? 'failed' : 'all']}
          <Text size="sm" c="dimmed" component="span" display="block">
            {t.replaySince} <Time at={since} />
          </Text>
        </span>
      ),
    },
    {
      key: 'progress',
      title: t.status,
      cell: ({ status, percent }) =>
        status === 'running' ? (
          <div className="replay-progress">
            <Progress value={percent} animated aria-label={t.replayProgress({ percent })} />
            <Text size="sm" c="dimmed">
              {t.replayProgress({ percent })}
            </Text>
          </div>
        ) : (
          <Badge variant="light" color={status === 'finished' ? 'green' : 'gray'}>
            {replayStatuses[status]}
          </Badge>
        ),
    },
    {
      key: 'count',
      title: t.deliveries,
      align: 'end',
      cell: ({ scheduled }) => <span className="figure">{scheduled.toLocaleString(locale)}</span>,
    },
    {
      key: 'last',
      title: t.replayLast,
      cell: ({ lastDueAt }) => (lastDueAt === null ? '–' : <Time at={lastDueAt} as="relative" />),
    },
  ];
  return (
    <Section title={t.replays}>
      <Rows rows={replays.data.replays} label={t.replays} columns={columns} rowKey={({ id }) => id} />
    </Section>
  );
}
