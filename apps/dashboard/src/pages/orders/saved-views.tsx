import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { NewStartListView, StartListViews } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, put, send } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote } from '#app/parts/states.tsx';

/** What a view stores, apart from its name. */
export type StartListSettings = Omit<NewStartListView, 'name'>;

/** The saved views of the organizer: chooses, saves and deletes them. */
export function SavedViews({
  settings,
  onChoose,
}: {
  readonly settings: StartListSettings;
  readonly onChoose: (settings: StartListSettings) => void;
}) {
  const t = useMessages('attendees');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const path = organizerPath(slug, 'start-list-views');
  const queryKey = ['organizer', slug, 'start-list-views'];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => get<StartListViews>(path, {}, signal) });
  const views = data?.data ?? [];
  const named = views.find((view) => view.name === name.trim());
  const store = (changed: StartListViews) => queryClient.setQueryData(queryKey, changed);
  const save = useChange(() => put<StartListViews>(path, { name: name.trim(), ...settings }), {
    onDone: (changed) => {
      store(changed);
      notifyDone(t.viewSaved);
    },
  });
  const remove = useChange((id: string) => send<StartListViews>('DELETE', `${path}/${id}`), {
    onDone: (changed) => {
      store(changed);
      setName('');
      notifyDone(t.viewDeleted);
    },
  });
  return (
    <Stack gap="xs">
      {views.length > 0 && (
        <Select
          label={t.view}
          placeholder={t.chooseView}
          data={views.map((view) => view.name)}
          value={named?.name ?? null}
          onChange={(chosen) => {
            const view = views.find((each) => each.name === chosen);
            if (view === undefined) return;
            const { id: _, name: chosenName, ...chosenSettings } = view;
            setName(chosenName);
            onChoose(chosenSettings);
          }}
          allowDeselect={false}
          searchable={views.length > 8}
        />
      )}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t.viewName}
          description={t.viewText}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          dir="auto"
          flex="1 1 14rem"
        />
        <Button variant="default" disabled={name.trim() === ''} loading={save.isRunning} onClick={() => save.run()}>
          {named === undefined ? t.saveView : t.overwriteView}
        </Button>
        {named !== undefined && (
          <Button variant="subtle" color="red" loading={remove.isRunning} onClick={() => remove.run(named.id)}>
            {t.deleteView}
          </Button>
        )}
      </Group>
      <ErrorNote error={save.error ?? remove.error} />
    </Stack>
  );
}
