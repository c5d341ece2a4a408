import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import type { TicketType } from '@organizer/shared/dashboard-api';
import type { ApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** The values of the inputs of `bibs` of a ticket type. */
export interface BibsValues extends Readonly<Record<string, unknown>> {
  readonly kind: 'event' | 'range' | 'none';
  readonly first: number | '';
  readonly last: number | '';
}

export function bibsValues(offer: TicketType | null): BibsValues {
  if (offer !== null && offer.bibs === null) return { kind: 'none', first: '', last: '' };
  const { first = null, last = null } = offer?.bibs ?? {};
  return { kind: first === null ? 'event' : 'range', first: first ?? '', last: last ?? '' };
}

export function bibsBody({ kind, first, last }: BibsValues): TicketType['bibs'] {
  switch (kind) {
    case 'none':
      return null;
    case 'event':
      return { first: null, last: null };
    case 'range':
      return { first: first === '' ? null : first, last: last === '' ? null : last };
  }
}

/** Which bibs tickets of a type get. */
export function BibsFields<V extends { bibs?: unknown } & Record<string, unknown>>({
  form,
}: {
  readonly form: ApiForm<V>;
}) {
  const t = useMessages('events');
  const { kind } = form.fields.getValues()['bibs'] as BibsValues;
  return (
    <>
      <Select
        label={t.bibs}
        description={kind === 'range' ? t.bibsRangeText : undefined}
        data={(['event', 'range', 'none'] as const).map((value) => ({ value, label: t.bibsKinds[value] }))}
        allowDeselect={false}
        {...form.input('bibs.kind')}
      />
      {kind === 'range' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.bibsFrom} min={1} allowDecimal={false} required {...form.input('bibs.first')} />
          <NumberInput label={t.bibsTo} min={1} allowDecimal={false} required {...form.input('bibs.last')} />
        </SimpleGrid>
      )}
    </>
  );
}
