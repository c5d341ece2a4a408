import { Button, Group, Text } from '@mantine/core';
import type { ClassChanges, ComputedCategories } from '@organizer/shared/dashboard-api';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';
import { ClassChangeList } from './class-changes-note.tsx';

/** Names the holders whose category no longer fits the rules and their answers, and computes these categories again. */
export function CategoriesSection({ eventId }: { readonly eventId: string }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const pathOf = (name: string) => organizerPath(slug, `events/${eventId}/${name}`);
  const check = useChange(() => get<ClassChanges>(pathOf('class-changes')));
  const compute = useChange(() => post<ComputedCategories>(pathOf('categories'), {}), {
    onDone: async ({ changed }) => {
      await queryClient.invalidateQueries({ queryKey: ['organizer', slug] });
      check.reset();
      notifyDone(t.categoriesComputed({ count: changed }));
    },
  });
  const found = check.result;
  return (
    <Section title={t.categories} text={t.categoriesText}>
      {found !== undefined && (
        <div role="status">
          <Text size="sm">{t.categoriesChanged({ count: found.count })}</Text>
          {found.count > 0 && <ClassChangeList changes={found} />}
        </div>
      )}
      <ErrorNote error={check.error ?? compute.error} />
      <Group>
        <Button variant="default" loading={check.isRunning} onClick={() => check.run()}>
          {t.checkCategories}
        </Button>
        {found !== undefined && found.count > 0 && (
          <Button loading={compute.isRunning} onClick={() => compute.run()}>
            {t.computeCategories({ count: found.count })}
          </Button>
        )}
      </Group>
    </Section>
  );
}
