import { useRef, useState } from 'react';
import { useChange } from '#app/parts/change.ts';

interface Sequence<Row> {
  /** The rows, in the sequence that the user has chosen last. */
  readonly rows: readonly Row[];
  /** Moves a row to an index. */
  readonly move: (id: string, index: number) => void;
  /** Why the sequence could not be stored. */
  readonly error: unknown;
}

/**
 * Rows whose sequence the user chooses. A move is shown immediately. One request is sent at a time, with the sequence after all moves
 * until then.
 *
 * @param stored the rows in the stored sequence
 * @param send stores the sequence of the ids, and shows the result
 * @param onFailed loads the rows again
 */
export function useSequence<Row extends { readonly id: string }>(
  stored: readonly Row[],
  send: (ids: readonly string[]) => Promise<unknown>,
  onFailed: () => unknown,
): Sequence<Row> {
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(null);
  const unsentIds = useRef<readonly string[] | null>(null);
  const rows = chosenIds === null ? stored : sorted(stored, chosenIds);

  const { run: sendUnsent, error } = useChange(
    async () => {
      while (unsentIds.current !== null) {
        const ids = unsentIds.current;
        unsentIds.current = null;
        await send(ids);
      }
      setChosenIds(null);
    },
    {
      onFailed: () => {
        unsentIds.current = null;
        setChosenIds(null);
        onFailed();
      },
    },
  );
  const move = (id: string, index: number) => {
    const ids = rows.map((row) => row.id).filter((other) => other !== id);
    ids.splice(index, 0, id);
    if (ids.every((other, position) => other === rows[position]?.id)) return;
    setChosenIds(ids);
    unsentIds.current = ids;
    sendUnsent();
  };
  return { rows, move, error };
}

/** The rows in the sequence of the ids. Rows that another user has added come last. */
function sorted<Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const positionOf = ({ id }: Row) => positions.get(id) ?? ids.length;
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b));
}
