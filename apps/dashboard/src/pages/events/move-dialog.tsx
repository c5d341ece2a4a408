import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#app/parts/dialog.tsx';
import { useMessages } from '#app/parts/language.tsx';
import type { Offer } from './offers.ts';

interface MoveDialogProps {
  /** The ticket type or add-on to move; null if the dialog is closed. */
  readonly offer: Offer | null;
  readonly offers: readonly Offer[];
  readonly onMove: (offer: Offer, index: number) => void;
  readonly onClose: () => void;
}

/** Moves a ticket type or an add-on to a position in a long list. */
export function MoveDialog({ offer, onClose, ...props }: MoveDialogProps) {
  const t = useMessages('events');
  return (
    <Dialog opened={offer !== null} onClose={onClose} title={t.move}>
      {offer !== null && <MoveForm offer={offer} onClose={onClose} {...props} />}
    </Dialog>
  );
}

function MoveForm({ offer, offers, onMove, onClose }: MoveDialogProps & { readonly offer: Offer }) {
  const t = useMessages('events');
  const [position, setPosition] = useState<number | string>(offers.findIndex(({ id }) => id === offer.id) + 1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = Math.min(Math.max(Number(position), 1), offers.length);
    onMove(offer, target - 1);
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NumberInput
          label={t.newPosition({ name: offer.name, count: offers.length })}
          min={1}
          max={offers.length}
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
