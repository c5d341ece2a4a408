import { Modal } from '@mantine/core';
import { createContext, type ReactNode } from 'react';
import { partMessages } from '#app/messages/parts.ts';
import { useMessages } from '#app/parts/language.tsx';

/** Closes the dialog around a component. Null outside of dialogs. */
export const CloseDialog = createContext<(() => void) | null>(null);

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Without it, the dialog is open while it is rendered. */
  readonly opened?: boolean;
  /** `lg` for forms with many fields, and for code. */
  readonly size?: 'md' | 'lg';
  /** Whether a click beside the dialog and Escape do not close it, for content that is shown only once. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

/** A dialog. Its content is created each time it opens. */
export function Dialog({ title, onClose, opened = true, size = 'md', isLocked = false, children }: DialogProps) {
  const t = useMessages(partMessages);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <CloseDialog value={onClose}>{children}</CloseDialog>
    </Modal>
  );
}
