import { ActionIcon, Button, Center, Group, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { ChevronIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { MoveDialog } from '#app/parts/move-dialog.tsx';
import { RowButton } from '#app/parts/row-button.tsx';

interface SequenceTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** Moves a row to an index; null if the rows cannot be changed. */
  readonly onMove: ((id: string, index: number) => void) | null;
  readonly onEdit: (row: Row) => void;
}

/** The row that is dragged, and the row below the pointer. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** A longer table is collapsed at first, so that the rest of the page can be reached. */
const collapsedCount = 25;

/** A table of rows that the user moves by dragging, by one with buttons, or to a position. */
export function SequenceTable<Row extends { readonly id: string }>({
  label,
  rows,
  nameOf,
  columns,
  onMove,
  onEdit,
}: SequenceTableProps<Row>) {
  const t = useMessages('parts');
  const { locale } = useLanguage();
  const [isExpanded, setIsExpanded] = useState(false);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [positioned, setPositioned] = useState<Row | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusButton = useFocusAfterMove();
  const isChangeable = onMove !== null;
  const isCollapsed = !isExpanded && rows.length > collapsedCount;
  const move = (row: Row, index: number) => {
    onMove?.(row.id, index);
    setAnnouncement(t.movedTo({ name: nameOf(row), position: index + 1, count: rows.length }));
  };
  const step = (row: Row, index: number, direction: Direction) => {
    const target = direction === 'up' ? index - 1 : index + 1;
    const isAtEnd = target === 0 || target === rows.length - 1;
    const opposite = direction === 'up' ? 'down' : 'up';
    focusButton(row.id, isAtEnd ? opposite : direction);
    move(row, target);
  };
  const drop = (dragEvent: DragEvent) => {
    dragEvent.preventDefault();
    const row = drag === null ? undefined : rows[drag.from];
    if (drag !== null && row !== undefined) move(row, drag.to);
    setDrag(null);
  };
  const shownColumns: readonly Column<Row>[] = isChangeable
    ? [
        ...columns,
        {
          key: 'sequence',
          title: t.sequence,
          cell: (row) => {
            const index = rows.indexOf(row);
            const [name, position] = [nameOf(row), index + 1];
            return (
              <Group gap={4} wrap="nowrap">
                <MoveButton
                  id={moveButtonId(row.id, 'up')}
                  label={t.moveUp({ name })}
                  isUp
                  isEnabled={index > 0}
                  onClick={() => step(row, index, 'up')}
                />
                <MoveButton
                  id={moveButtonId(row.id, 'down')}
                  label={t.moveDown({ name })}
                  isEnabled={position < rows.length}
                  onClick={() => step(row, index, 'down')}
                />
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t.positionOf({ name, position })}
                  onClick={() => setPositioned(row)}
                >
                  {position}
                </Button>
              </Group>
            );
          },
        },
        {
          key: 'edit',
          title: t.actions,
          cell: (row) => (
            <RowButton label={t.editOf({ name: nameOf(row) })} onClick={() => onEdit(row)}>
              {t.edit}
            </RowButton>
          ),
        },
      ]
    : columns;
  return (
    <>
      <Rows
        rows={isCollapsed ? rows.slice(0, collapsedCount) : rows}
        label={label}
        columns={shownColumns}
        rowKey={({ id }) => id}
        rowProps={(_row, index) => ({
          draggable: isChangeable,
          className: dropClass(drag, index),
          onDragStart: () => setDrag({ from: index, to: index }),
          onDragOver: (dragEvent) => {
            dragEvent.preventDefault();
            if (drag !== null && drag.to !== index) setDrag({ ...drag, to: index });
          },
          onDrop: drop,
          onDragEnd: () => setDrag(null),
        })}
      />
      {isCollapsed && (
        <Center>
          <Button variant="default" onClick={() => setIsExpanded(true)}>
            {t.showAll({ count: new Intl.NumberFormat(locale).format(rows.length) })}
          </Button>
        </Center>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <MoveDialog
        row={positioned}
        name={positioned === null ? '' : nameOf(positioned)}
        rows={rows}
        onMove={move}
        onClose={() => setPositioned(null)}
      />
    </>
  );
}

type Direction = 'up' | 'down';

/** Returns a function that moves the focus to a button of a row after the next render, because its row may move in the page. */
function useFocusAfterMove(): (id: string, direction: Direction) => void {
  const target = useRef<string | null>(null);
  useEffect(() => {
    if (target.current === null) return;
    document.getElementById(target.current)?.focus();
    target.current = null;
  });
  return (id, direction) => {
    target.current = moveButtonId(id, direction);
  };
}

function moveButtonId(rowId: string, direction: Direction): string {
  return `${rowId}-${direction}`;
}

function MoveButton({
  id,
  label,
  isUp = false,
  isEnabled,
  onClick,
}: {
  readonly id: string;
  readonly label: string;
  readonly isUp?: boolean;
  readonly isEnabled: boolean;
  readonly onClick: () => void;
}) {
  return (
    <ActionIcon
      id={id}
      variant="default"
      aria-label={label}
      disabled={!isEnabled}
      onClick={onClick}
      style={isUp ? { rotate: '180deg' } : undefined}
    >
      <ChevronIcon />
    </ActionIcon>
  );
}

/** Marks the dragged row, and the edge of the row at which it will be dropped. */
function dropClass(drag: Drag | null, index: number): string | undefined {
  if (drag === null) return undefined;
  if (drag.from === index) return 'dragged';
  if (drag.to !== index) return undefined;
  return drag.from < index ? 'drop-below' : 'drop-above';
}
