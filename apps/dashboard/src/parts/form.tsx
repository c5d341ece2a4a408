import { Button, Group } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { FieldError } from '@organizer/shared/dashboard-api';
import { type FormEvent, type ReactNode, use, useRef, useState } from 'react';
import { partMessages } from '#app/messages/parts.ts';
import { Failure } from '#app/parts/api.ts';
import { CloseDialog } from '#app/parts/dialog.tsx';
import { useFailureTexts } from '#app/parts/failure-text.ts';
import { useMessages } from '#app/parts/language.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

interface FormOptions<V extends Record<string, unknown>, R> {
  readonly initialValues: V;
  /** Sends the values. The server validates them; its field errors are shown at the fields with the same paths. */
  readonly submit: (values: V) => Promise<R>;
  readonly onDone?: (result: R, form: UseFormReturnType<V>) => void;
}

/** A form whose values are sent to the API. */
export interface ApiForm<V extends Record<string, unknown>> {
  readonly fields: UseFormReturnType<V>;
  /** The properties of the input of a field. */
  readonly input: (
    path: keyof V & string,
  ) => { readonly name: string } & ReturnType<UseFormReturnType<V>['getInputProps']>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The last error that does not belong to a field. */
  readonly error: unknown;
  readonly isSending: boolean;
}

export function useApiForm<V extends Record<string, unknown>, R>(options: FormOptions<V, R>): ApiForm<V> {
  const { initialValues, submit, onDone } = options;
  const { fieldText } = useFailureTexts();
  const fields = useForm<V>({ initialValues });
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const isSendingNow = useRef(false);
  const send = async (form: HTMLFormElement) => {
    // A second click must not send the values again.
    if (isSendingNow.current) return;
    isSendingNow.current = true;
    setIsSending(true);
    setError(null);
    fields.clearErrors();
    try {
      onDone?.(await submit(fields.getValues()), fields);
    } catch (failure) {
      const problems = failure instanceof Failure ? (failure.problem?.errors ?? []) : [];
      const known = problems.filter(({ path }) => form.elements.namedItem(path) !== null);
      const textOf = (problem: FieldError) =>
        fieldText(
          problem.code === 'too_short' && isEmpty(form, problem.path) ? { ...problem, code: 'required' } : problem,
        );
      fields.setErrors(Object.fromEntries(known.map((problem) => [problem.path, textOf(problem)])));
      if (known.length < Math.max(problems.length, 1)) setError(failure);
      focusField(form, known[0]?.path);
    } finally {
      isSendingNow.current = false;
      setIsSending(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const input = (path: keyof V & string) => ({ name: path as string, ...fields.getInputProps(path) });
  return { fields, input, onSubmit, error, isSending };
}

function isEmpty(form: HTMLFormElement, path: string): boolean {
  const field = form.elements.namedItem(path);
  return field instanceof HTMLInputElement && field.value === '';
}

function focusField(form: HTMLFormElement, path: string | undefined): void {
  const field = path === undefined ? null : form.elements.namedItem(path);
  if (field instanceof HTMLElement) field.focus();
}

/** The end of a form: the error that belongs to no field, and the buttons. In a dialog, one of them closes it. */
export function FormEnd({
  form,
  submit,
  others,
}: {
  readonly form: Pick<ApiForm<never>, 'error' | 'isSending'>;
  /** The text of the button that sends the form. */
  readonly submit: string;
  readonly others?: ReactNode;
}) {
  const t = useMessages(partMessages);
  const close = use(CloseDialog);
  return (
    <>
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
