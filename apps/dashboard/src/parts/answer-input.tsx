import { Button, Checkbox, Group, Input, Radio, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Question } from '@organizer/shared/dashboard-api';
import { countryName } from '@organizer/shared/questions/answer-text';
import { countryCodes } from '@organizer/shared/questions/countries';
import type { ReactNode } from 'react';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { TextWithLinks } from '#app/parts/text-with-links.tsx';

interface AnswerInputProps {
  readonly question: Pick<Question, 'kind' | 'key' | 'label' | 'help' | 'isRequired'> & {
    readonly options: readonly { readonly code: string; readonly label: string }[] | null;
  };
  /** The path of the answer in a request. */
  readonly name?: string;
  /** Without an answer, null. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: ReactNode;
  /** The errors of the form by their paths: those of the parts of an answer are shown there. */
  readonly errors?: Readonly<Record<string, ReactNode>>;
}

const numberDecimals = 6;

/** The parts of the answers that have several, with the name of their text. */
const partsOf = {
  contact: { name: 'name', phone: 'phone' },
  address: { street: 'street', postalCode: 'postalCode', city: 'city', country: 'country' },
  guardian: { name: 'guardian' },
} as const;

/** The input for the answer to a question. */
export function AnswerInput({ question, name, value, onChange, error, errors = {} }: AnswerInputProps) {
  const t = useMessages('answers');
  const questions = useMessages('questions');
  const { kind, key, label, help, isRequired } = question;
  const props = {
    label: <TextWithLinks>{label}</TextWithLinks>,
    description: help ?? undefined,
    withAsterisk: isRequired,
    error,
    ...(name !== undefined && { name }),
  };
  const text = typeof value === 'string' ? value : '';
  const onText = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(currentTarget.value || null);
  const options =
    key === 'sex' ? Object.entries(t.sex).map(([code, shown]) => ({ code, label: shown })) : (question.options ?? []);
  switch (kind) {
    case 'text':
      return <TextInput {...props} dir="auto" value={text} onChange={onText} />;
    case 'phone':
      return <TextInput {...props} type="tel" value={text} onChange={onText} />;
    case 'email':
      return <TextInput {...props} type="email" value={text} onChange={onText} />;
    case 'date':
      return <TextInput {...props} type="date" value={text} onChange={onText} />;
    case 'longText':
      return <Textarea {...props} dir="auto" autosize minRows={3} value={text} onChange={onText} />;
    case 'number':
      return (
        <DecimalInput
          {...props}
          decimals={numberDecimals}
          value={(value ?? '') as number | string}
          onChange={(number) => onChange(number === '' ? null : number)}
        />
      );
    case 'country':
      return <CountryInput {...props} value={text} onChange={onChange} />;
    case 'choice':
    case 'boolean': {
      const choices =
        kind === 'choice'
          ? options
          : [
              { code: 'true', label: t.yes },
              { code: 'false', label: t.no },
            ];
      return (
        <Radio.Group
          {...props}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(code) => onChange(kind === 'boolean' ? code === 'true' : code)}
        >
          <Group gap="md" mt={6}>
            {choices.map((choice) => (
              <Radio key={choice.code} value={choice.code} label={<bdi>{choice.label}</bdi>} />
            ))}
            {!isRequired && value !== null && value !== undefined && (
              <Button size="compact-xs" variant="subtle" onClick={() => onChange(null)}>
                {questions.noAnswer}
              </Button>
            )}
          </Group>
        </Radio.Group>
      );
    }
    case 'choices':
      return (
        <Checkbox.Group
          {...props}
          value={Array.isArray(value) ? value : []}
          onChange={(codes) => onChange(codes.length === 0 ? null : codes)}
        >
          <Group gap="md" mt={6}>
            {options.map((option) => (
              <Checkbox
                key={option.code}
                {...(name !== undefined && { name })}
                value={option.code}
                label={<bdi>{option.label}</bdi>}
              />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'consent':
      if (key === 'guardian')
        return <PartsInput {...props} parts="guardian" value={value} onChange={onChange} errors={errors} />;
      return (
        <Checkbox
          {...props}
          label={
            <>
              {props.label}
              {isRequired && ' *'}
            </>
          }
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked || null)}
        />
      );
    case 'contact':
    case 'address':
      return <PartsInput {...props} parts={kind} value={value} onChange={onChange} errors={errors} />;
  }
}

interface PartProps {
  readonly label: ReactNode;
  readonly description?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly error?: ReactNode;
  readonly name?: string;
  readonly onChange: (value: unknown) => void;
}

function CountryInput({ value, onChange, ...props }: PartProps & { readonly value: string }) {
  const t = useMessages('questions');
  const { locale } = useLanguage();
  const countries = countryCodes
    .map((code) => ({ value: code, label: countryName(code, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <Select
      {...props}
      data={countries}
      value={value || null}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.noAnswer }}
    />
  );
}

/** An answer of several parts. Without any of them, there is no answer. */
function PartsInput({
  parts,
  label,
  description,
  withAsterisk = false,
  error,
  name,
  value,
  onChange,
  errors,
}: PartProps &
  Required<Pick<AnswerInputProps, 'errors'>> & { readonly parts: keyof typeof partsOf; readonly value: unknown }) {
  const t = useMessages('questions');
  const entered = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, string>>;
  const set = (part: string, text: string) => {
    const changed = { ...entered, [part]: text };
    onChange(Object.values(changed).every((other) => other === '') ? null : changed);
  };
  return (
    <Stack gap="xs" component="fieldset" className="plain-fieldset">
      <Input.Label component="legend" p={0} required={withAsterisk}>
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description>{description}</Input.Description>}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {Object.entries(partsOf[parts]).map(([part, text]) => {
          const input = {
            label: t.parts[text as keyof typeof t.parts],
            error: errors[`${name}.${part}`],
            ...(name !== undefined && { name: `${name}.${part}` }),
          };
          if (part === 'country') {
            return (
              <CountryInput
                key={part}
                {...input}
                value={entered[part] ?? ''}
                onChange={(code) => set(part, String(code ?? ''))}
              />
            );
          }
          return (
            <TextInput
              key={part}
              {...input}
              dir="auto"
              value={entered[part] ?? ''}
              onChange={({ currentTarget }) => set(part, currentTarget.value)}
            />
          );
        })}
      </SimpleGrid>
      {error !== undefined && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
