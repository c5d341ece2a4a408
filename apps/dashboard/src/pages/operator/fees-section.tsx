import { Fieldset, Select, SimpleGrid, Stack } from '@mantine/core';
import type { FeePolicy } from '@organizer/shared/dashboard-api';
import { currencyDecimals } from '@organizer/shared/formats';
import type { ReactNode } from 'react';
import { type Settings, useEditedSettings, useStoreSettings } from '#app/pages/settings/use-settings.ts';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { put } from '#app/parts/api.ts';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';

const shares = ['platformFeeBps', 'paymentFeeBps', 'taxBps'] as const;
const amounts = ['platformFeeFixed', 'paymentFeeFixed'] as const;

type FeeField = (typeof shares)[number] | (typeof amounts)[number];
type FeeValues = Record<FeeField, number | string> & Pick<FeePolicy, 'taxMode' | 'paidBy'>;

/** The fees of new orders, in percent and in the currency of the organizer. */
export function FeesSection({ access, organizer }: { readonly access: OrganizerAccess; readonly organizer: Settings }) {
  const t = useMessages('operator');
  const parts = useMessages('parts');
  const store = useStoreSettings(access);
  const { currency } = organizer;
  const decimals = currencyDecimals(currency);
  const valuesOf = ({ feePolicy }: Settings) => scaled(feePolicy, (value, unit) => value / unit, decimals);
  const textsOf: Partial<Record<string, Readonly<Record<string, string>>>> = { paidBy: t.payers, taxMode: t.taxModes };
  const form = useApiForm<FeeValues, Settings>({
    initialValues: valuesOf(organizer),
    edited: {
      ...useEditedSettings(access, organizer, valuesOf),
      textOf: (name, value) => textsOf[name]?.[String(value)],
    },
    submit: (values, { headers }) => {
      const policy = scaled(values, (value, unit) => Math.round(Number(value) * unit), decimals);
      return put<Settings>(access.path('fees'), policy, headers);
    },
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  const share = (name: (typeof shares)[number], label: string) => (
    <DecimalInput label={label} rightSection="%" decimals={2} {...form.input(name)} />
  );
  const amount = (name: (typeof amounts)[number]) => (
    <DecimalInput label={t.fixed({ currency })} decimals={decimals} fixed {...form.input(name)} />
  );
  const row = (legend: string, first: ReactNode, second: ReactNode) => (
    <Fieldset legend={legend}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {first}
        {second}
      </SimpleGrid>
    </Fieldset>
  );
  const options = <K extends string>(texts: Readonly<Record<K, string>>) =>
    Object.entries<string>(texts).map(([value, label]) => ({ value, label }));
  return (
    <Section title={t.fees} text={t.feesText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          {row(t.platformFee, share('platformFeeBps', t.share), amount('platformFeeFixed'))}
          {row(t.paymentFee, share('paymentFeeBps', t.share), amount('paymentFeeFixed'))}
          <Select label={t.paidBy} data={options(t.payers)} allowDeselect={false} {...form.input('paidBy')} />
          {row(
            t.tax,
            share('taxBps', t.taxShare),
            <Select label={t.taxMode} data={options(t.taxModes)} allowDeselect={false} {...form.input('taxMode')} />,
          )}
          <FormEnd form={form} submit={parts.save} />
        </Stack>
      </form>
    </Section>
  );
}

/** Converts the numbers of a fee policy. The unit of a share is a hundredth of a percent, that of an amount the minor unit. */
function scaled(
  { taxMode, paidBy, ...values }: FeeValues,
  convert: (value: number, unit: number) => number,
  decimals: number,
): FeeValues & FeePolicy {
  const convertAll = <K extends FeeField>(names: readonly K[], unit: number) =>
    Object.fromEntries(names.map((name) => [name, convert(Number(values[name]), unit)])) as Record<K, number>;
  return { ...convertAll(shares, 100), ...convertAll(amounts, 10 ** decimals), taxMode, paidBy };
}
