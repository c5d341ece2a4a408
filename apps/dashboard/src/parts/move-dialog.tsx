import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#app/parts/dialog.tsx';
import { useMessages } from '#app/parts/language.tsx';

interface MoveDialogProps<Row> {
  /** The row to move; null if the dialog is closed. */
  readonly row: Row | null;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly onMove: (row: Row, index: number) => void;
  readonly onClose: () => void;
}

/** Moves a row to a position in a long list. */
export function MoveDialog<Row>({ row, onClose, ...props }: MoveDialogProps<Row>) {
  const t = useMessages('parts');
  return (
    <Dialog opened={row !== null} onClose={onClose} title={t.move}>
      {row !== null && <MoveForm row={row} onClose={onClose} {...props} />}
    </Dialog>
  );
}

function MoveForm<Row>({ row, name, rows, onMove, onClose }: MoveDialogProps<Row> & { readonly row: Row }) {
  const t = useMessages('parts');
  const [position, setPosition] = useState<number | string>(rows.indexOf(row) + 1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = Math.min(Math.max(Number(position), 1), rows.length);
    onMove(row, target - 1);
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NumberInput
          label={t.newPosition({ name, count: rows.length })}
          min={1}
          max={rows.length}
          allowDecimal={false}
          value={position}
          onChange={setPosition}
          data-autofocus
          required
        />
        <Group justify="flex-end">
          <Button type="submit">{t.move}</Button>
        </Group>
      </Stack>
    </form>
  );
}
