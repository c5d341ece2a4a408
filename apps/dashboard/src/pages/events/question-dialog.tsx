import {
  Button,
  Divider,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Event as EventDetails, Question } from '@organizer/shared/dashboard-api';
import { askedPersons, type QuestionKind, questionKinds } from '@organizer/shared/questions/question';
import { useOrganizer } from '#app/parts/account.ts';
import { patch, post, remove } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import { QuestionPreview } from './question-preview.tsx';
import { questionsPath, useReloadQuestions } from './question-query.ts';
import { BoundsInput, ConditionInput, DefaultInput, OptionsInput } from './question-rules.tsx';
import { bodyOf, has, type NewQuestion, type QuestionValues, valuesOf, valuesOfNew } from './question-values.ts';

interface QuestionDialogProps {
  readonly event: EventDetails;
  /** All questions of the event. */
  readonly questions: readonly Question[];
  /** The question to change, or to add; null if the dialog is closed. */
  readonly edited: Question | NewQuestion | null;
  readonly onClose: () => void;
}

/** Adds or changes a question. */
export function QuestionDialog({ edited, onClose, ...props }: QuestionDialogProps) {
  const t = useMessages('questions');
  const title = edited !== null && 'id' in edited ? t.edit : t.add;
  return (
    <Dialog opened={edited !== null} onClose={onClose} title={title} size="lg">
      {edited !== null && <QuestionForm edited={edited} onDone={onClose} {...props} />}
    </Dialog>
  );
}

interface FormProps extends Pick<QuestionDialogProps, 'event' | 'questions'> {
  readonly edited: Question | NewQuestion;
  readonly onDone: () => void;
}

function QuestionForm({ event, questions, edited, onDone }: FormProps) {
  const t = useMessages('questions');
  const parts = useMessages('parts');
  const { form, question } = useQuestionForm({ event, questions, edited, onDone });
  const { key } = edited;
  const values = form.fields.getValues();
  const { kind, isMarketing } = values;
  const isConsent = kind === 'consent';
  const parents = questions.filter(
    ({ id, kind: other, shownIf, isArchived }) =>
      id !== question?.id && ['choice', 'choices', 'boolean'].includes(other) && shownIf === null && !isArchived,
  );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <KindInput form={form} edited={edited} />
        {isConsent ? (
          <Textarea
            label={t.wording}
            description={t.wordingText}
            dir="auto"
            autosize
            minRows={2}
            required
            data-autofocus
            {...form.input('label')}
          />
        ) : (
          <TextInput label={t.label} dir="auto" required data-autofocus {...form.input('label')} />
        )}
        <Textarea label={t.help} description={t.helpText} dir="auto" autosize minRows={1} {...form.input('help')} />
        <Input.Wrapper label={t.askedOf} error={form.input('askedOf').error}>
          <SegmentedControl
            fullWidth
            aria-label={t.askedOf}
            disabled={question !== null}
            data={askedPersons.map((value) => ({ value, label: t.persons[value] }))}
            value={values.askedOf}
            onChange={(askedOf) => form.fields.setFieldValue('askedOf', askedOf as never)}
          />
        </Input.Wrapper>
        {has.options({ kind, key }) && <OptionsInput form={form} />}
        {isConsent && key === null && (
          <Switch
            label={t.isMarketing}
            description={t.isMarketingText}
            {...form.input('isMarketing', { type: 'checkbox' })}
          />
        )}
        <Switch
          label={t.isRequired}
          description={t.isRequiredText}
          disabled={isConsent && isMarketing}
          {...form.input('isRequired', { type: 'checkbox' })}
          checked={values.isRequired && !(isConsent && isMarketing)}
        />
        <Divider label={t.rules} labelPosition="left" />
        <BoundsInput form={form} questionKey={key} />
        {has.default({ kind, key }) && <DefaultInput form={form} questionKey={key} />}
        <ConditionInput form={form} questionKey={key} event={event} parents={parents} />
        <NumberInput
          label={t.retentionDays}
          description={t.retentionText}
          min={0}
          allowDecimal={false}
          {...form.input('retentionDays')}
        />
        {question !== null && (
          <Input.Wrapper description={t.archiveText} error={form.input('isArchived').error}>
            <SegmentedControl
              fullWidth
              mb={4}
              aria-label={t.state}
              data={(['asked', 'archived'] as const).map((value) => ({ value, label: t.states[value] }))}
              value={values.isArchived ? 'archived' : 'asked'}
              onChange={(state) => form.fields.setFieldValue('isArchived', (state === 'archived') as never)}
            />
          </Input.Wrapper>
        )}
        <QuestionPreview values={values} questionKey={key} />
        <FormEnd
          form={form}
          submit={parts.save}
          others={question !== null && <DeleteButton event={event} question={question} onDone={onDone} />}
        />
      </Stack>
    </form>
  );
}

/** The form, and the question that it changes; null for a new one. */
function useQuestionForm({ event, edited, onDone }: FormProps) {
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const reload = useReloadQuestions(event.id);
  const path = questionsPath(slug, event.id);
  const question = 'id' in edited ? edited : null;
  const { key } = edited;
  const form = useApiForm<QuestionValues, Question>({
    initialValues: 'id' in edited ? valuesOf(edited) : valuesOfNew(edited),
    edited:
      question === null
        ? undefined
        : {
            etag: question.updatedAt,
            reload: async () => {
              const { data } = await reload();
              const current = data.find(({ id }) => id === question.id) ?? question;
              return { etag: current.updatedAt, values: valuesOf(current) };
            },
          },
    submit: (values, { before, headers }) => {
      const body = bodyOf(values, key);
      return question === null
        ? // A new question cannot be archived, so the field is left out.
          post<Question>(
            path,
            { ...body, askedOf: values.askedOf, kind: values.kind, key, isArchived: undefined },
            headers,
          )
        : patch<Question>(`${path}/${question.id}`, changedFields(bodyOf(before, key), body));
    },
    onDone: async () => {
      await reload();
      notifyDone(parts.saved);
      onDone();
    },
  });
  return { form, question };
}

/** What a question asks for. Only a new free question can still be of any kind. */
function KindInput({
  form,
  edited: { key, ...edited },
}: Pick<FormProps, 'edited'> & Pick<ReturnType<typeof useQuestionForm>, 'form'>) {
  const t = useMessages('questions');
  const { kind, ...values } = form.fields.getValues();
  if (key !== null || 'id' in edited) {
    return (
      <Text size="sm" c="dimmed">
        {key === null ? t.kinds[kind] : t.field({ name: t.keys[key] })}
      </Text>
    );
  }
  const change = (chosen: string | null) => {
    const next = valuesOfNew({ key, kind: chosen as QuestionKind, label: values.label });
    form.fields.setValues({ ...next, help: values.help, askedOf: values.askedOf, isRequired: values.isRequired });
  };
  return (
    <Select
      label={t.kind}
      data={questionKinds.map((value) => ({ value, label: t.kinds[value] }))}
      allowDeselect={false}
      {...form.input('kind')}
      value={kind}
      onChange={change}
    />
  );
}

/** Deletes a question. The server archives it instead if it was answered. */
function DeleteButton({
  event,
  question: { id, label },
  onDone,
}: {
  readonly event: EventDetails;
  readonly question: Question;
  readonly onDone: () => void;
}) {
  const t = useMessages('questions');
  const events = useMessages('events');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const reload = useReloadQuestions(event.id);
  const name = withoutLinks(label).slice(0, 100);
  const run = async () => {
    await remove(`${questionsPath(slug, event.id)}/${id}`);
    const { data } = await reload();
    notifyDone(data.some((other) => other.id === id) ? t.archived({ name }) : events.deleted({ name }));
  };
  // The question would be below the dialog of the form.
  const ask = () => {
    onDone();
    confirm({ title: events.deleteTitle({ name }), text: t.deleteText, action: events.delete, run });
  };
  return (
    <Button variant="subtle" color="red" mr="auto" onClick={ask}>
      {events.delete}
    </Button>
  );
}
