import { Button, Group } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { FieldError } from '@organizer/shared/dashboard-api';
import { newUuid } from '@organizer/shared/uuid';
import { type FormEvent, type ReactNode, use, useRef } from 'react';
import { Failure, hasReason } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { completeUrl } from '#app/parts/complete-url.ts';
import { CloseDialog } from '#app/parts/dialog.tsx';
import { type ChangedElsewhere, ChangedElsewhereNote, type Edited, useEdited } from '#app/parts/edited.tsx';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useMessages } from '#app/parts/language.tsx';
import { isChanged } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { ErrorNote } from '#app/parts/states.tsx';
import { useUnsaved } from '#app/parts/unsaved.tsx';

interface FormOptions<V extends Record<string, unknown>, R> {
  /** The first values of the inputs. If the form edits something, the values of the version with `edited.etag`. */
  readonly initialValues: V;
  /** Sends the values. The server validates them; its field errors are shown at the fields with the same paths. */
  readonly submit: (values: V, request: FormRequest<V>) => Promise<R>;
  readonly onDone?: (result: R, form: UseFormReturnType<V>) => void;
  readonly edited?: Edited<V> | undefined;
  /** The time zone of the inputs of times. Errors state times in it. */
  readonly timeZone?: (values: V) => string;
}

/** What a form sends with its values. */
interface FormRequest<V> {
  /** The stored values, to send only the changes. */
  readonly before: V;
  /**
   * `If-Match` if the form edits something: a change by somebody else is not overwritten. Otherwise `Idempotency-Key`: if the response
   * is lost, the repeated request does not create anything a second time.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/** A form whose values are sent to the API. */
export interface ApiForm<V extends Record<string, unknown>> {
  readonly fields: UseFormReturnType<V>;
  /** The properties of the input of a field. */
  readonly input: (
    path: FieldPath<V>,
    options?: Parameters<UseFormReturnType<V>['getInputProps']>[1],
  ) => { readonly name: string } & ReturnType<UseFormReturnType<V>['getInputProps']>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The last error that does not belong to a field. */
  readonly error: unknown;
  readonly isSending: boolean;
  readonly changedElsewhere: ChangedElsewhere;
}

type FieldPath<V> = (keyof V & string) | `${keyof V & string}.${string}`;

/** How often values are sent again because somebody else keeps changing other fields. */
const maxMerges = 3;

export function useApiForm<V extends Record<string, unknown>, R>(options: FormOptions<V, R>): ApiForm<V> {
  const { initialValues, submit, onDone, edited, timeZone } = options;
  const { fieldText } = useFailureTexts();
  const parts = useMessages('parts');
  const fields = useForm<V>({ initialValues });
  const requestKey = useRef('');
  const change = useChange((form: HTMLFormElement) =>
    sendValues().catch((failure) => {
      if (!showAtFields(form, failure)) throw failure;
    }),
  );
  const edit = useEdited(fields, initialValues, edited, change.isRunning);
  // With a key, a request is being sent, or its response was lost.
  useUnsaved(() => edit.hasUnsaved() || requestKey.current !== '');

  /** Sends the values. After a change by somebody else, they are sent again only if the form shows the same as before. */
  const sendValues = async (): Promise<void> => {
    for (let merges = 0; ; merges += 1) {
      const values = fields.getValues();
      const { etag, values: before } = edit.base.current;
      if (edited !== undefined && !isChanged(before, values)) return notifyDone(parts.unchanged);
      requestKey.current ||= newUuid();
      const headers: FormRequest<V>['headers'] =
        edited === undefined ? { 'idempotency-key': requestKey.current } : { 'if-match': etag };
      try {
        const result = await submit(values, { before, headers });
        requestKey.current = '';
        edit.onStored(values);
        onDone?.(result, fields);
        // `onDone` can empty the form.
        if (edited === undefined) edit.onStored(fields.getValues());
        return;
      } catch (failure) {
        if (isRefused(failure)) requestKey.current = '';
        if (edited === undefined || merges === maxMerges || !hasReason(failure, 'resource_changed')) throw failure;
        if (edit.merge(await edited.reload())) return;
      }
    }
  };

  /** Shows errors at their fields. Returns false if one of them has no field. */
  const showAtFields = (form: HTMLFormElement, failure: unknown): boolean => {
    const problems = failure instanceof Failure ? (failure.problem?.errors ?? []) : [];
    const known = problems.flatMap((problem) => {
      const path = fieldOf(form, problem.path);
      return path === undefined ? [] : [{ ...problem, path, line: lineOf(form, path, problem.path) }];
    });
    const textOf = ({ line, ...problem }: FieldError & { readonly line: number | undefined }) => {
      const isMissing = codesOfEmptyFields.has(problem.code) && isEmpty(form, problem.path);
      const error = fieldText(isMissing ? { ...problem, code: 'required' } : problem, timeZone?.(fields.getValues()));
      return line === undefined ? error : parts.inLine({ line, error });
    };
    // Of several errors of a field, the first one is shown.
    fields.setErrors(Object.fromEntries(known.toReversed().map((problem) => [problem.path, textOf(problem)])));
    focusField(form, known[0]?.path);
    return known.length === Math.max(problems.length, 1);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    if (edit.hasConflicts()) return form.querySelector<HTMLElement>('.conflict button')?.focus();
    fields.clearErrors();
    for (const { name, value } of form.querySelectorAll<HTMLInputElement>('input[type=url]')) {
      fields.setFieldValue(name as never, completeUrl(value) as never);
    }
    change.run(form);
  };
  const input: ApiForm<V>['input'] = (path, inputOptions) => {
    const props = fields.getInputProps(path as never, inputOptions);
    return { name: path, ...props, error: edit.conflictAt(path) ?? props.error };
  };
  const { error, isRunning: isSending } = change;
  return { fields, input, onSubmit, error, isSending, changedElsewhere: edit.changedElsewhere };
}

/**
 * Whether the server has certainly not done what a request with an idempotency key asks for. The key of a request whose response was
 * lost is kept, also if other values were sent with it in the meantime.
 */
export function isRefused(failure: unknown): boolean {
  return (
    failure instanceof Failure &&
    failure.status >= 400 &&
    failure.status < 500 &&
    failure.status !== 408 &&
    failure.status !== 429 &&
    !hasReason(failure, 'idempotency_key_reused')
  );
}

/** The codes of errors that an empty field can have, because it is sent as empty text or as `null`. */
const codesOfEmptyFields: ReadonlySet<string> = new Set(['too_short', 'wrong_type']);

/** The field for the error at a path: the one with this name, or one that contains it, such as a list that is entered as text. */
function fieldOf(form: HTMLFormElement, path: string): string | undefined {
  const parts = path.split('.');
  const paths = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
  return paths.find((name) => form.elements.namedItem(name) !== null);
}

/** The line of a list that is entered as text, to which an error belongs. Empty lines are no part of the list. */
function lineOf(form: HTMLFormElement, field: string, path: string): number | undefined {
  const input = form.elements.namedItem(field);
  if (!(input instanceof HTMLTextAreaElement)) return undefined;
  const lines = input.value.split('\n').flatMap((text, index) => (text.trim() === '' ? [] : [index + 1]));
  return lines[Number(path.slice(field.length + 1).split('.')[0] || 'none')];
}

function isEmpty(form: HTMLFormElement, path: string): boolean {
  const field = form.elements.namedItem(path);
  return field instanceof HTMLInputElement && field.value === '';
}

/** Focuses a field; of a group of fields, the first one that is enabled. */
function focusField(form: HTMLFormElement, path: string | undefined): void {
  const field = path === undefined ? null : form.elements.namedItem(path);
  const first = field instanceof RadioNodeList ? field[0] : field;
  const control = first instanceof HTMLFieldSetElement ? first.querySelector<HTMLElement>(':enabled') : first;
  if (control instanceof HTMLElement) control.focus();
}

/** The end of a form: the error that belongs to no field, and the buttons. In a dialog, one of them closes it. */
export function FormEnd({
  form,
  submit,
  others,
}: {
  readonly form: Pick<ApiForm<never>, 'error' | 'isSending' | 'changedElsewhere'>;
  /** The text of the button that sends the form. */
  readonly submit: string;
  readonly others?: ReactNode;
}) {
  const t = useMessages('parts');
  const close = use(CloseDialog);
  return (
    <>
      <ChangedElsewhereNote changedElsewhere={form.changedElsewhere} />
      <ErrorNote error={form.error} />
      <Group justify="flex-end" gap="sm">
        {others}
        {close !== null && (
          <Button variant="default" onClick={close} disabled={form.isSending}>
            {t.cancel}
          </Button>
        )}
        <Button type="submit" loading={form.isSending}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
