import { Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { Answer, Event, Question } from '@organizer/shared/dashboard-api';
import { type Person, visibleQuestions } from '@organizer/shared/questions/visible-questions';
import type { ReactNode } from 'react';
import { AnswerInput } from '#app/parts/answer-input.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { Money } from '#app/parts/money.tsx';

/** By the id of the question; null for none. */
export type AnswerValues = Readonly<Record<string, Answer['value'] | null>>;

/** The questions that a person is asked. A member can leave all of them open. */
export function PersonAnswers({
  questions,
  person,
  path,
  answers,
  errors,
  onChange,
}: {
  readonly questions: readonly Question[];
  readonly person: Person;
  /** The path of the person in the request. */
  readonly path: string;
  readonly answers: AnswerValues;
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** Called with all answers, and the path of the changed one. */
  readonly onChange: (answers: AnswerValues, name: string) => void;
}) {
  return visibleQuestions(questions, person, answers).map((question) => {
    const name = `${path}.answers.${question.id}`;
    const options = question.options?.filter(({ isArchived }) => !isArchived) ?? null;
    return (
      <AnswerInput
        key={question.id}
        question={{ ...question, isRequired: false, options }}
        name={name}
        value={answers[question.id] ?? null}
        onChange={(value) => onChange({ ...answers, [question.id]: value as Answer['value'] | null }, name)}
        error={errors[name]}
        errors={errors}
      />
    );
  });
}

/** A name, by what the request calls its parts. */
export type HolderName = Readonly<Partial<Record<'holderName' | 'firstName' | 'lastName', string>>>;

/** What the request calls the parts of a name, depending on how the event asks for names. */
export function nameParts({ nameFields }: Pick<Event, 'nameFields'>): readonly (keyof HolderName)[] {
  return nameFields === 'firstAndLast' ? ['firstName', 'lastName'] : ['holderName'];
}

/** The inputs of the name of a ticket holder: one, or one for each part. */
export function HolderNameInputs({
  label,
  parts,
  path,
  name,
  errors,
  onChange,
}: {
  readonly label: string;
  readonly parts: readonly (keyof HolderName)[];
  /** The path of the person in the request. */
  readonly path: string;
  readonly name: HolderName;
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** Called with the name, and the path of the changed part. */
  readonly onChange: (name: HolderName, path: string) => void;
}) {
  const t = useMessages('orderPage');
  const inputs = parts.map((part) => (
    <TextInput
      key={part}
      label={part === 'holderName' ? label : t[part]}
      dir="auto"
      name={`${path}.${part}`}
      autoComplete="off"
      maxLength={part === 'holderName' ? 300 : 149}
      value={name[part] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...name, [part]: currentTarget.value }, `${path}.${part}`)}
      error={errors[`${path}.${part}`]}
    />
  ));
  if (inputs.length === 1) return inputs;
  return (
    <>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{inputs}</SimpleGrid>
    </>
  );
}

/** A ticket type or an add-on, with the input of its quantity. */
export function OfferLine({
  offer,
  currency,
  max = null,
  quantity,
  onChange,
}: {
  readonly offer: {
    readonly name: string;
    /** Minor units. */
    readonly price: number;
    readonly available: number | null;
  };
  readonly currency: string;
  /** The greatest quantity, if fewer than all that are available can be bought. */
  readonly max?: number | null;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}) {
  const t = useMessages('newOrder');
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div>
        <Text size="sm" component="bdi" style={{ overflowWrap: 'anywhere' }}>
          {offer.name}
        </Text>
        <Text size="sm" c="dimmed">
          <Money amount={offer.price} currency={currency} />
          {offer.available !== null && ` · ${t.left({ count: offer.available })}`}
        </Text>
      </div>
      <NumberInput
        aria-label={offer.name}
        w={90}
        min={0}
        max={Math.min(offer.available ?? 200, max ?? 200)}
        allowDecimal={false}
        allowNegative={false}
        value={quantity}
        onChange={(value) => onChange(Number(value) || 0)}
      />
    </Group>
  );
}
