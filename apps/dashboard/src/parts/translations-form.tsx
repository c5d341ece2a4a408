import { Fieldset, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { Language } from '@organizer/messages/languages';
import { useState } from 'react';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';

/** Something with texts in several languages. */
export interface Translated {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    /** The text in the default language. */
    readonly original: string;
    readonly isLong: boolean;
    readonly maxLength: number;
  }[];
  /** As in the API. */
  readonly translations: { readonly [L in Language]?: object } | undefined;
}

/** The changed texts by language; null removes one. */
type TranslationChanges = Record<string, Record<string, string | null>>;

/** The texts by language, id and field. */
type Values = Record<string, Record<string, Record<string, string>>>;

interface TranslationsFormProps {
  /** The languages that can be chosen. */
  readonly languages: readonly Language[];
  readonly items: readonly Translated[];
  readonly etag: string;
  readonly reload: () => Promise<{ readonly etag: string; readonly items: readonly Translated[] }>;
  /** Sends the changes of one thing. */
  readonly send: (id: string, changes: TranslationChanges) => Promise<unknown>;
  readonly isChangeable: boolean;
  /** The text of the button that sends the form. */
  readonly submit: string;
}

function valuesOf(items: readonly Translated[], languages: readonly Language[]): Values {
  const textsIn = (language: Language) =>
    items.map(({ id, fields, translations }) => {
      const texts: Readonly<Record<string, string>> = { ...translations?.[language] };
      return [id, Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? '']))];
    });
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(textsIn(language))]));
}

function changesOf(id: string, before: Values, values: Values): TranslationChanges {
  const changes = Object.entries(values).map(([language, entered]) => {
    const texts = Object.entries(changedFields(before[language]?.[id] ?? {}, entered[id] ?? {}));
    return [language, Object.fromEntries(texts.map(([name, text]) => [name, text || null]))] as const;
  });
  return Object.fromEntries(changes.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** A form for texts in several languages, a language at a time. Only changed texts are sent. */
export function TranslationsForm(props: TranslationsFormProps) {
  // Something new has inputs without values until the form is made again.
  return <Form key={[...props.languages, ...props.items.map(({ id }) => id)].join()} {...props} />;
}

function Form({ languages, items, etag, reload, send, isChangeable, submit }: TranslationsFormProps) {
  const parts = useMessages('parts');
  const { locale } = useLanguage();
  const [language, setLanguage] = useState<Language>(languages[0]!);
  const readCurrent = async () => {
    const current = await reload();
    return { etag: current.etag, values: valuesOf(current.items, languages) };
  };
  const form = useApiForm<Values, unknown>({
    initialValues: valuesOf(items, languages),
    edited: { etag, reload: readCurrent },
    submit: async (values, { before }) => {
      for (const { id } of items) {
        const changes = changesOf(id, before, values);
        if (Object.keys(changes).length > 0) await send(id, changes);
      }
      await reload();
    },
    onDone: () => notifyDone(parts.saved),
  });
  const languageNames = new Intl.DisplayNames([locale], { type: 'language' });
  const nameOf = (tag: Language) => languageNames.of(tag) ?? tag;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <NativeSelect
          label={parts.language}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
        />
        <fieldset disabled={!isChangeable} className="plain-fieldset">
          <Stack>
            {items.map(({ id, title, fields }) => (
              <Fieldset key={`${language} ${id}`} legend={<bdi>{title}</bdi>}>
                <Stack gap="sm">
                  {fields.map(({ name, label, original, isLong, maxLength }) => {
                    const input = {
                      ...{
                        label: `${label} (${nameOf(language)})`,
                        maxLength,
                        placeholder: original,
                        dir: 'auto',
                        lang: language,
                      },
                      ...form.input(`${language}.${id}.${name}`),
                    };
                    return isLong ? (
                      <Textarea key={name} autosize minRows={2} maxRows={14} {...input} />
                    ) : (
                      <TextInput key={name} {...input} />
                    );
                  })}
                </Stack>
              </Fieldset>
            ))}
            {isChangeable && <FormEnd form={form} submit={submit} />}
          </Stack>
        </fieldset>
      </Stack>
    </form>
  );
}
