import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** A small button in a row of a table or beside the title of a section. */
export function RowButton({
  label,
  kind = 'default',
  onClick,
  children,
}: {
  /** What the button does, with the name of the row, for screen readers. Begins with the text of the button. */
  readonly label?: string;
  readonly kind?: 'default' | 'primary';
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button size="compact-sm" variant={kind === 'primary' ? 'filled' : 'default'} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}
