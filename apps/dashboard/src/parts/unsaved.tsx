import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, use, useEffect, useEffectEvent, useId, useState } from 'react';
import { useMessages } from '#app/parts/language.tsx';

interface Form {
  /** The id of the dialog with the form. */
  readonly dialog: string | null;
  readonly isUnsaved: () => boolean;
}

const forms = new Set<Form>();

/** The id of the dialog around a component. */
export const DialogId = createContext<string | null>(null);

/** Asks before the page, the tab or the dialog of a form is left, if the form has unsaved input then. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const dialog = use(DialogId);
  const check = useEffectEvent(isUnsaved);
  useEffect(() => {
    const form = { dialog, isUnsaved: () => check() };
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [dialog]);
}

/** Leaves the page without a question. */
export function forgetUnsaved(): void {
  forms.clear();
}

function hasUnsaved(dialog?: string): boolean {
  return [...forms].some((form) => (dialog === undefined || form.dialog === dialog) && form.isUnsaved());
}

let ask = async () => true;

/** Whether the page, or a dialog of it, may be left. Asks the user if a form in it has unsaved input. */
export async function mayLeave(dialog?: string): Promise<boolean> {
  return !hasUnsaved(dialog) || (await ask());
}

interface PageLocation {
  readonly pathname: string;
  readonly search: object;
}

/** Filters are in the URL too. A change of them leaves nothing. */
function leaves(current: PageLocation, next: PageLocation): boolean {
  const tabOf = ({ search }: PageLocation) => ('tab' in search ? search.tab : undefined);
  return current.pathname !== next.pathname || tabOf(current) !== tabOf(next);
}

const blocker = {
  shouldBlockFn: async ({ current, next }: { readonly current: PageLocation; readonly next: PageLocation }) =>
    leaves(current, next) && !(await mayLeave()),
  enableBeforeUnload: () => hasUnsaved(),
};

/** The question whether unsaved input may be lost. */
export function LeaveQuestion() {
  const t = useMessages('parts');
  const stackId = useId();
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null);
  useBlocker(blocker);
  useEffect(() => {
    ask = () => new Promise((resolve) => setAnswer(() => resolve));
  }, []);
  const close = (isLeft: boolean) => {
    answer?.(isLeft);
    setAnswer(null);
  };
  return (
    <Modal
      opened={answer !== null}
      onClose={() => close(false)}
      title={t.leaveTitle}
      stackId={stackId}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack>
        <Text size="sm">{t.leaveText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => close(false)} data-autofocus>
            {t.stay}
          </Button>
          <Button color="red" onClick={() => close(true)}>
            {t.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
