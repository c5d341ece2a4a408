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
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { patch, post, remove, type Tagged } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { type ApiForm, FormEnd, useApiForm } from '#app/parts/form.tsx';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Loaded } from '#app/parts/states.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import { QuestionPreview } from './question-preview.tsx';
import { questionQuery, questionsPath, useReloadQuestions } from './question-query.ts';
import { BoundsInput, ConditionInput, DefaultInput, OptionsInput } from './question-rules.tsx';
import {
  bodyOf,
  has,
  type NewQuestion,
  noCondition,
  type QuestionValues,
  valuesOf,
  valuesOfNew,
} from './question-values.ts';

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
      {edited !== null &&
        ('id' in edited ? (
          <EditedQuestion edited={edited} onDone={onClose} {...props} />
        ) : (
          <QuestionForm edited={edited} onDone={onClose} {...props} />
        ))}
    </Dialog>
  );
}

/** Changes a question. It is read when the dialog opens, with its entity tag. */
function EditedQuestion({ edited, ...props }: Omit<FormProps, 'edited'> & { readonly edited: Question }) {
  const { slug } = useOrganizer();
  const stored = useQuery({ ...questionQuery(slug, props.event.id, edited.id), staleTime: 0 });
  return <Loaded query={stored}>{(data) => <QuestionForm {...props} edited={data} />}</Loaded>;
}

interface FormProps extends Pick<QuestionDialogProps, 'event' | 'questions'> {
  readonly edited: Tagged<Question> | NewQuestion;
  readonly onDone: () => void;
}

function QuestionForm({ event, questions, edited, onDone }: FormProps) {
  const t = useMessages('questions');
  const parts = useMessages('parts');
  const form = useQuestionForm({ event, questions, edited, onDone });
  const question = 'id' in edited ? edited : null;
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
            name="askedOf"
            disabled={question !== null}
            data={askedPersons.map((value) => ({ value, label: t.persons[value] }))}
            value={values.askedOf}
            // A question depends only on questions to the same person.
            onChange={(askedOf) => form.fields.setValues({ askedOf, shownIf: noCondition } as never)}
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
          <Input.Wrapper label={t.state} description={t.archiveText} error={form.input('isArchived').error}>
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

function useQuestionForm({ event, questions, edited, onDone }: FormProps) {
  const t = useMessages('questions');
  const parts = useMessages('parts');
  const queryClient = useQueryClient();
  const { slug } = useOrganizer();
  const reload = useReloadQuestions(event.id);
  const path = questionsPath(slug, event.id);
  const question = 'id' in edited ? edited : null;
  const { key } = edited;
  const form = useApiForm<QuestionValues, Question>({
    initialValues: question === null ? valuesOfNew(edited) : valuesOf(question),
    edited:
      question === null
        ? undefined
        : {
            etag: question.etag,
            reload: async () => {
              const query = questionQuery(slug, event.id, question.id);
              const current = await queryClient.fetchQuery({ ...query, staleTime: 0 });
              return { etag: current.etag, values: valuesOf(current) };
            },
            textOf: (path, value) => shownValue(path, value, { t, event, questions }),
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
        : patch<Question>(`${path}/${question.id}`, changedFields(bodyOf(before, key), body), headers);
    },
    onDone: async () => {
      await reload();
      notifyDone(parts.saved);
      onDone();
    },
  });
  return form;
}

/** The words for a value of another member, if its input shows other words than the value. */
function shownValue(
  path: string,
  value: unknown,
  { t, event, questions }: Pick<FormProps, 'event' | 'questions'> & { readonly t: DashboardTexts['questions'] },
): string | undefined {
  const namesOf = (named: readonly { readonly id: string; readonly name: string }[]) =>
    (value as string[]).map((id) => named.find((offer) => offer.id === id)?.name ?? id).join(', ');
  switch (path) {
    case 'options':
      return (value as QuestionValues['options'])
        .filter(({ isArchived }) => !isArchived)
        .map(({ label }) => label)
        .join(', ');
    case 'offerIds':
      return namesOf([...event.ticketTypes, ...event.addons]);
    case 'shownIf.questionId':
      return withoutLinks(questions.find(({ id }) => id === value)?.label ?? '');
    case 'isArchived':
      return t.states[value === true ? 'archived' : 'asked'];
    default:
      return undefined;
  }
}

/** What a question asks for. Only a new free question can still be of any kind. */
function KindInput({
  form,
  edited: { key, ...edited },
}: Pick<FormProps, 'edited'> & { readonly form: ApiForm<QuestionValues> }) {
  const t = useMessages('questions');
  const { kind } = form.fields.getValues();
  if (key !== null || 'id' in edited) {
    return (
      <Text size="sm" c="dimmed">
        {key === null ? t.kinds[kind] : t.field({ name: t.keys[key] })}
      </Text>
    );
  }
  // The answers of another kind have other values. What is not of an answer stays, in case the first kind is chosen again.
  const change = (chosen: string | null) =>
    form.fields.setValues({ kind: chosen as QuestionKind, default: null, minimum: '', maximum: '' });
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
