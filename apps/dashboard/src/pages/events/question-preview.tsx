import { Stack, Text } from '@mantine/core';
import type { QuestionKey } from '@organizer/shared/questions/question';
import { AnswerInput } from '#app/parts/answer-input.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { bodyOf, type QuestionValues } from './question-values.ts';

/** A question as a buyer sees it. Nothing can be entered. */
export function QuestionPreview({
  values,
  questionKey,
}: {
  readonly values: QuestionValues;
  readonly questionKey: QuestionKey | null;
}) {
  const t = useMessages('questions');
  const { isRequired, options, default: preset } = bodyOf(values, questionKey);
  const question = {
    kind: values.kind,
    key: questionKey,
    label: values.label || '…',
    help: values.help || null,
    isRequired,
    options: (options ?? []).filter(({ isArchived, label }) => !isArchived && label !== ''),
  };
  return (
    <Stack gap={4} component="figure" m={0}>
      <Text component="figcaption" size="sm" fw={500}>
        {t.preview}
      </Text>
      <div inert className="question-preview">
        <AnswerInput question={question} value={preset ?? null} onChange={() => {}} />
      </div>
    </Stack>
  );
}
