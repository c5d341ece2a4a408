import { NumberInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { TicketType } from '@organizer/shared/dashboard-api';
import { leapRules } from '@organizer/shared/questions/age-on';
import { ageDays, defaultAgeRule } from '@organizer/shared/questions/age-rule';
import { ageClassKinds, defaultCategoryRule } from '@organizer/shared/questions/category';
import { useState } from 'react';
import type { ApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** The values of the inputs of the rules of a ticket type about its holders. Empty text is null in the API. */
export type HolderRuleValues = ReturnType<typeof holderRuleValues>;

type CategoryRule = NonNullable<TicketType['categoryRule']>;

export function holderRuleValues(type: TicketType | null) {
  const { on, date, leapRule, minimum, maximum } = type?.ageRule ?? defaultAgeRule;
  const rule = type?.categoryRule ?? null;
  const { prefix, bySex, ageClasses, table } = rule ?? defaultCategoryRule;
  return {
    ageRule: { on, date: date ?? '', leapRule, minimum: minimum ?? '', maximum: maximum ?? '' },
    categoryRule: {
      ageClasses: rule === null ? '' : ageClasses,
      prefix: prefix ?? '',
      bySex,
      table: table.map(lineOf).join('\n'),
    },
  };
}

/** The rules in the body of a request. A rule that says nothing is null. */
export function holderRuleBody({ ageRule, categoryRule }: Partial<HolderRuleValues>): Record<string, unknown> {
  const isDefault = ageRule && ageRule.on === 'event' && ageRule.minimum === '' && ageRule.maximum === '';
  const table = categoryRule?.table.split('\n').filter((line) => line.trim() !== '');
  return {
    ...(ageRule && { ageRule: isDefault && ageRule.leapRule === defaultAgeRule.leapRule ? null : withNulls(ageRule) }),
    ...(categoryRule && {
      categoryRule:
        categoryRule.ageClasses === '' ? null : { ...withNulls(categoryRule), table: table?.map(ageClassOf) },
    }),
  };
}

const withNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));

const sexOfLetter: Readonly<Record<string, string>> = { W: 'female', M: 'male', X: 'other' };

/** A class as a line of text: its name, the letter of the sex, the lowest and the highest age. */
function lineOf({ name, sex, minimum, maximum }: CategoryRule['table'][number]): string {
  const letter = Object.keys(sexOfLetter).find((key) => sexOfLetter[key] === sex) ?? '';
  return [name, letter, minimum ?? '', maximum ?? ''].join(', ').replace(/[, ]+$/, '');
}

/** The server rejects text that is no age and no letter of a sex. */
function ageClassOf(line: string): object {
  const [name = '', letter = '', minimum = '', maximum = ''] = line.split(',').map((part) => part.trim());
  const age = (text: string) => (/^\d+$/.test(text) ? Number(text) : text || null);
  return {
    name,
    sex: sexOfLetter[letter.toUpperCase()] ?? (letter || null),
    minimum: age(minimum),
    maximum: age(maximum),
  };
}

/** The inputs of the rules about the ages and the categories of the holders of a ticket type. */
export function HolderRuleFields<V extends HolderRuleValues & Record<string, unknown>>({
  form,
}: {
  readonly form: ApiForm<V>;
}) {
  const t = useMessages('events');
  const { ageRule, categoryRule } = form.fields.getValues();
  const options = <K extends string>(values: readonly K[], texts: Readonly<Record<K, string>>) =>
    values.map((value) => ({ value, label: texts[value] }));
  const [hasRules] = useState(ageRule.minimum !== '' || ageRule.maximum !== '' || categoryRule.ageClasses !== '');
  return (
    <details open={hasRules}>
      <summary>{t.holderRules}</summary>
      <Stack mt="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.ageMinimum} min={0} allowDecimal={false} {...form.input('ageRule.minimum')} />
          <NumberInput label={t.ageMaximum} min={0} allowDecimal={false} {...form.input('ageRule.maximum')} />
          <Select
            label={t.ageOn}
            allowDeselect={false}
            data={options(ageDays, t.ageDays)}
            {...form.input('ageRule.on')}
          />
          {ageRule.on === 'date' && <TextInput type="date" label={t.ageDate} {...form.input('ageRule.date')} />}
          <Select
            label={t.leapRule}
            allowDeselect={false}
            data={options(leapRules, t.leapRules)}
            {...form.input('ageRule.leapRule')}
          />
          <Select
            label={t.categoryRule}
            allowDeselect={false}
            data={[{ value: '', label: t.categoryOfType }, ...options(ageClassKinds, t.ageClasses)]}
            {...form.input('categoryRule.ageClasses')}
          />
          {categoryRule.ageClasses !== '' && (
            <TextInput label={t.categoryPrefix} dir="auto" {...form.input('categoryRule.prefix')} />
          )}
        </SimpleGrid>
        {['fiveYears', 'tenYears', 'none'].includes(categoryRule.ageClasses) && (
          <Switch label={t.categoryBySex} {...form.input('categoryRule.bySex', { type: 'checkbox' })} />
        )}
        {categoryRule.ageClasses === 'table' && (
          <Textarea
            label={t.categoryTable}
            description={t.categoryTableText}
            autosize
            minRows={3}
            {...form.input('categoryRule.table')}
          />
        )}
      </Stack>
    </details>
  );
}
