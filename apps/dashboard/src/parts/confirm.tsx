import { Button, Group, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { useIsPainted } from '#app/parts/after-paint.ts';
import { useChange } from '#app/parts/change.ts';
import { Dialog } from '#app/parts/dialog.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

interface Question {
  readonly title: string;
  /** What will happen. The dialog is outside of the router, so it cannot contain components that read the path. */
  readonly text: ReactNode;
  /** The text of the button, a verb: `Remove`. */
  readonly action: string;
  /** `danger` (default) for actions that cannot be undone. */
  readonly kind?: 'danger' | 'normal';
  /** The action. The dialog stays open and shows the error if it fails. */
  readonly run: () => Promise<unknown>;
}

const ConfirmContext = createContext<((question: Question) => void) | null>(null);

/** Returns a function that asks for confirmation in a dialog, and then runs the action. */
export function useConfirm(): (question: Question) => void {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('There is no ConfirmProvider.');
  return confirm;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const t = useMessages('parts');
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isPainted = useIsPainted();
  const change = useChange(async () => question?.run(), { onDone: () => setIsOpen(false) });
  const ask = (asked: Question) => {
    setQuestion(asked);
    change.reset();
    setIsOpen(true);
  };
  const close = () => {
    if (!change.isRunning) setIsOpen(false);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {(isPainted || isOpen) && (
        <Dialog opened={isOpen} onClose={close} title={question?.title}>
          <Stack>
            <Text component="div" size="sm">
              {question?.text}
            </Text>
            <ErrorNote error={change.error} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close} disabled={change.isRunning} data-autofocus>
                {t.cancel}
              </Button>
              <Button
                color={question?.kind === 'normal' ? undefined : 'red'}
                onClick={() => change.run()}
                loading={change.isRunning}
              >
                {question?.action}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
