import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useId } from 'react';
import { useMessages } from '#app/parts/language.tsx';
import { DialogId, mayLeave } from '#app/parts/unsaved.tsx';

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
  /** Whether the page below is not shown, and only the content can close the dialog. */
  readonly isPrivate?: boolean;
  readonly children: ReactNode;
}

/** A dialog. Its content is created each time it opens. Without a press of its buttons, unsaved input is lost only after a question. */
export function Dialog({
  title,
  onClose,
  opened = true,
  size = 'md',
  isLocked = false,
  isPrivate = false,
  children,
}: DialogProps) {
  const t = useMessages('parts');
  const id = useId();
  const dismiss = async () => {
    if (await mayLeave(id)) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={dismiss}
      stackId={id}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      withCloseButton={!isPrivate}
      overlayProps={isPrivate ? { backgroundOpacity: 0.6, blur: 16 } : {}}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <DialogId value={id}>
        <CloseDialog value={onClose}>{children}</CloseDialog>
      </DialogId>
    </Modal>
  );
}
