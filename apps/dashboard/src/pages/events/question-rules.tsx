import {
  Button,
  CloseButton,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import type { Event as EventDetails, Question } from '@organizer/shared/dashboard-api';
import type { QuestionKey } from '@organizer/shared/questions/question';
import { AnswerInput } from '#app/parts/answer-input.tsx';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { focusWhenShown } from '#app/parts/focus.ts';
import type { ApiForm } from '#app/parts/form.tsx';
import { AddIcon } from '#app/parts/icons.tsx';
import { type DashboardTexts, textOrName, useMessages } from '#app/parts/language.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import { bodyOf, codeOf, has, type QuestionValues } from './question-values.ts';

interface RuleProps {
  readonly form: ApiForm<QuestionValues>;
  readonly questionKey: QuestionKey | null;
}

const maxOptions = 100;
const numberDecimals = 6;

/** The options of a choice, with their codes. */
export function OptionsInput({ form }: Pick<RuleProps, 'form'>) {
  const t = useMessages('questions');
  const { fields } = form;
  const { options } = fields.getValues();
  return (
    <fieldset name="options" className="plain-fieldset">
      <Stack gap="xs">
        <Input.Label component="legend" p={0}>
          {t.options}
        </Input.Label>
        <Input.Description>{t.optionsText}</Input.Description>
        {options.map(({ code, label, isStored, isArchived }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={2}
              aria-label={t.optionLabel({ position: index + 1 })}
              placeholder={t.optionLabel({ position: index + 1 })}
              dir="auto"
              disabled={isArchived}
              name={`options.${index}.label`}
              ref={isStored || index < 2 ? null : focusWhenShown}
              {...fields.getInputProps(`options.${index}.label`)}
            />
            <TextInput
              flex={1}
              miw={0}
              aria-label={t.optionCode({ position: index + 1 })}
              placeholder={codeOf(label) || t.code}
              dir="ltr"
              disabled={isStored}
              name={`options.${index}.code`}
              {...fields.getInputProps(`options.${index}.code`)}
            />
            {isArchived ? (
              <Button
                variant="default"
                flex="none"
                aria-label={t.restoreOption({ name: label || code })}
                onClick={() => fields.setFieldValue(`options.${index}.isArchived`, false as never)}
              >
                {t.restore}
              </Button>
            ) : (
              <CloseButton
                size="lg"
                flex="none"
                aria-label={t.removeOption({ name: label || String(index + 1) })}
                onClick={() => fields.removeListItem('options', index)}
              />
            )}
          </Group>
        ))}
        <Input.Error>{form.input('options').error}</Input.Error>
        {options.length < maxOptions && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<AddIcon size={16} />}
              onClick={() =>
                fields.insertListItem('options', { code: '', label: '', isArchived: false, isStored: false })
              }
            >
              {t.addOption}
            </Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}

/** What an answer must be, by the kind of the question. */
export function BoundsInput({ form, questionKey }: RuleProps) {
  const t = useMessages('questions');
  const { kind } = form.fields.getValues();
  const bound = (name: 'minimum' | 'maximum') => {
    const texts = t.bounds[name];
    if (kind === 'date') return <TextInput type="date" label={texts.date} {...form.input(name)} />;
    if (kind === 'number') return <DecimalInput label={texts.number} decimals={numberDecimals} {...form.input(name)} />;
    return <NumberInput label={texts.choices} min={0} allowDecimal={false} {...form.input(name)} />;
  };
  return (
    <>
      {has.bounds(kind) && questionKey !== 'birthDate' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {bound('minimum')}
          {bound('maximum')}
        </SimpleGrid>
      )}
      {has.lengths(kind) && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label={t.minLength} min={1} allowDecimal={false} {...form.input('minLength')} />
          <NumberInput label={t.maxLength} min={1} allowDecimal={false} {...form.input('maxLength')} />
        </SimpleGrid>
      )}
      {kind === 'text' && (
        <TextInput
          label={t.pattern}
          description={t.patternText}
          placeholder="[A-Z]{2}\d{6}"
          dir="ltr"
          {...form.input('pattern')}
        />
      )}
    </>
  );
}

/** What the form shows before the person has answered. A choice without options has none yet. */
export function DefaultInput({ form, questionKey }: RuleProps) {
  const t = useMessages('questions');
  const values = form.fields.getValues();
  const stored = bodyOf(values, questionKey).options;
  const options = stored?.filter(({ label, isArchived }) => label !== '' && !isArchived) ?? [];
  if (stored !== undefined && options.length === 0) return null;
  const question = {
    kind: values.kind,
    key: questionKey,
    label: t.default,
    help: null,
    isRequired: false,
    options,
  };
  return <AnswerInput question={question} value={values.default} {...form.input('default')} />;
}

/** When a question is asked: for some ticket types and add-ons, up to an age, or after an answer to another question. */
export function ConditionInput({
  form,
  questionKey,
  event,
  parents,
}: RuleProps & {
  readonly event: EventDetails;
  /** The questions on whose answers it can depend. */
  readonly parents: readonly Question[];
}) {
  const t = useMessages('questions');
  const events = useMessages('events');
  const answers = useMessages('answers');
  const { offerIds, shownIf, askedOf } = form.fields.getValues();
  const optionOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, label: name });
  const offers = [
    { group: events.ticketTypes, items: event.ticketTypes.map(optionOf) },
    { group: events.addons, items: event.addons.map(optionOf) },
  ];
  const possible = parents.filter((question) => question.askedOf === askedOf);
  const parent = possible.find(({ id }) => id === shownIf.questionId);
  return (
    <>
      <MultiSelect
        label={t.offers}
        description={t.offersTexts[askedOf]}
        placeholder={offerIds.length === 0 ? t.allOffers : undefined}
        data={offers.filter(({ items }) => items.length > 0)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.allOffers }}
        {...form.input('offerIds')}
      />
      {askedOf === 'holder' && questionKey !== 'birthDate' && (
        <NumberInput
          label={t.maxAge}
          description={t.maxAgeText}
          placeholder={t.anyAge}
          min={0}
          allowDecimal={false}
          {...form.input('maxAge')}
        />
      )}
      {possible.length > 0 && (
        <Select
          label={t.shownIf}
          description={t.shownIfText}
          placeholder={t.always}
          data={possible.map(({ id, label }) => ({ value: id, label: withoutLinks(label) }))}
          clearable
          clearButtonProps={{ 'aria-label': t.always }}
          {...form.input('shownIf.questionId')}
          value={shownIf.questionId || null}
          onChange={(questionId) =>
            form.fields.setFieldValue('shownIf', { questionId: questionId ?? '', values: [] } as never)
          }
        />
      )}
      {parent !== undefined && (
        <MultiSelect
          label={t.shownIfValues}
          data={answersOf(parent, answers)}
          required
          searchable
          {...form.input('shownIf.values')}
        />
      )}
    </>
  );
}

function answersOf(
  { kind, key, options }: Question,
  texts: DashboardTexts['answers'],
): { value: string; label: string }[] {
  if (kind === 'boolean')
    return [
      { value: 'true', label: texts.yes },
      { value: 'false', label: texts.no },
    ];
  return (options ?? [])
    .filter(({ isArchived }) => !isArchived)
    .map(({ code, label }) => ({ value: code, label: key === 'sex' ? textOrName(texts.sex, code) : label }));
}
