import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { WebhookDelivery, WebhookEndpointSettings } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeView } from '#app/pages/webhooks/code-view.tsx';
import { useTypeText } from '#app/pages/webhooks/event-types-input.tsx';
import { eventTypesQuery, webhooksKey } from '#app/pages/webhooks/queries.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote, Loaded } from '#app/parts/states.tsx';

interface TestDialogProps {
  readonly endpoint: Pick<WebhookEndpointSettings, 'id' | 'events'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Sends an event with example data to an endpoint, then opens its delivery. */
export function TestDialog({ opened, onClose, endpoint }: TestDialogProps) {
  const t = useMessages('webhooks');
  return (
    <Dialog opened={opened} onClose={onClose} title={t.testTitle} size="lg">
      <TestForm endpoint={endpoint} onClose={onClose} />
    </Dialog>
  );
}

function TestForm({ endpoint, onClose }: Omit<TestDialogProps, 'opened'>) {
  const t = useMessages('webhooks');
  const parts = useMessages('parts');
  const typeText = useTypeText();
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const types = useQuery(eventTypesQuery(slug));
  const [type, setType] = useState(endpoint.events.find((event) => !event.endsWith('*')) ?? 'order.paid');
  const sendTest = () => post<WebhookDelivery>(organizerPath(slug, `webhook-endpoints/${endpoint.id}/test`), { type });
  const test = useChange(sendTest, {
    onDone: ({ id }) => {
      queryClient.invalidateQueries({ queryKey: webhooksKey(slug) });
      notifyDone(t.testSent);
      onClose();
      navigate({
        to: '/organizers/$organizer/webhooks/deliveries/$deliveryId',
        params: { organizer: slug, deliveryId: id },
      });
    },
  });
  return (
    <Stack>
      <Text size="sm">{t.testText}</Text>
      <Loaded query={types}>
        {(list) => {
          const chosen = list.types.find((entry) => entry.type === type);
          return (
            <>
              <Select
                label={t.testType}
                description={chosen && typeText(chosen)}
                data={list.types.map((entry) => entry.type)}
                value={type}
                onChange={(value) => value !== null && setType(value)}
                allowDeselect={false}
                searchable
                ref={focusWhenShown}
                data-autofocus
              />
              {chosen && <CodeView title={t.example} text={chosen.example} />}
            </>
          );
        }}
      </Loaded>
      <ErrorNote error={test.error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {parts.cancel}
        </Button>
        <Button onClick={() => test.run()} loading={test.isRunning}>
          {t.send}
        </Button>
      </Group>
    </Stack>
  );
}
