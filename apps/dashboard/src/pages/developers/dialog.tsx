import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { partMessages } from '#app/messages/parts.ts';
import { useMessages } from '#app/parts/language.tsx';

/** A dialog that is open while it is rendered. */
export function Dialog({
  title,
  onClose,
  isLocked = false,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether a click beside the dialog and Escape do not close it. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}) {
  const t = useMessages(partMessages);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      centered
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {children}
    </Modal>
  );
}
