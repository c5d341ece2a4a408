import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Checklist } from '@organizer/shared/dashboard-api';
import { useCan } from '#app/parts/account.ts';
import { type ChecklistItem, checklistItems, openItems } from '#app/parts/checklist.ts';
import { CheckIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type OrganizerPath, PageLink } from '#app/parts/link.tsx';
import { Section } from '#app/parts/section.tsx';

/** The page on which something is done, and the action that it requires. */
const pages: Readonly<Record<ChecklistItem, { readonly to: OrganizerPath; readonly permission: string }>> = {
  payments: { to: '/organizers/$organizer/settings', permission: 'organizer:write' },
  imprint: { to: '/organizers/$organizer/settings', permission: 'organizer:write' },
  terms: { to: '/organizers/$organizer/settings', permission: 'organizer:write' },
  privacy: { to: '/organizers/$organizer/settings', permission: 'organizer:write' },
  event: { to: '/organizers/$organizer/events', permission: 'events:write' },
  testOrder: { to: '/organizers/$organizer/sandbox', permission: 'sandbox:write' },
};

/** What a new organizer does before its first sale, each with a link to the page on which to do it. */
export function ChecklistSection({ checklist }: { readonly checklist: Checklist }) {
  const t = useMessages('checklist');
  const doneCount = checklistItems.length - openItems(checklist).length;
  return (
    <Section title={t.title} text={t.progress({ done: doneCount, all: checklistItems.length })}>
      <Stack component="ul" gap="sm" className="plain-list">
        {checklistItems.map((item) => (
          <Item key={item} item={item} isDone={checklist[item]} />
        ))}
      </Stack>
    </Section>
  );
}

function Item({ item, isDone }: { readonly item: ChecklistItem; readonly isDone: boolean }) {
  const t = useMessages('checklist');
  const can = useCan();
  const { to, permission } = pages[item];
  return (
    <li className="checklist-item" data-done={isDone || undefined}>
      <span className="checklist-mark">
        {isDone && <CheckIcon size={14} />}
        <VisuallyHidden>{isDone ? t.done : t.open}</VisuallyHidden>
      </span>
      <div className="checklist-words">
        <Text size="sm" fw={isDone ? 400 : 600} c={isDone ? 'dimmed' : undefined}>
          {t.items[item]}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {t.texts[item]}
          </Text>
        )}
      </div>
      {!isDone && can(permission) && (
        <Group className="checklist-link">
          <PageLink to={to} size="sm">
            {t.links[item]}
          </PageLink>
        </Group>
      )}
    </li>
  );
}
