import { Fieldset, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { Language } from '@organizer/messages/languages';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Edited } from '#app/parts/edited.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
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
export type TranslationChanges = Record<string, Record<string, string | null>>;

/** The texts by `keyOf`, so that what is added or removed adds or removes values at the top. */
type Values = Record<string, string | undefined>;

interface TranslationsFormProps<T extends Translated> {
  /** The languages that can be chosen. */
  readonly languages: readonly Language[];
  readonly items: readonly T[];
  readonly edited: Edited<readonly T[]>;
  /** Sends the changes of one thing. */
  readonly send: (item: T, changes: TranslationChanges) => Promise<unknown>;
  readonly isChangeable: boolean;
  /** The text of the button that sends the form. */
  readonly submit: string;
}

const keyOf = (language: Language, id: string, name: string) => `${language} ${id} ${name}`;

function valuesOf(items: readonly Translated[], languages: readonly Language[]): Values {
  const texts = languages.flatMap((language) =>
    items.flatMap(({ id, fields, translations }) => {
      const stored: Readonly<Record<string, string>> = { ...translations?.[language] };
      return fields.map(({ name }) => [keyOf(language, id, name), stored[name] ?? ''] as const);
    }),
  );
  return Object.fromEntries(texts);
}

function changesOf(
  { id, fields }: Translated,
  languages: readonly Language[],
  { before, values }: { readonly before: Values; readonly values: Values },
): TranslationChanges {
  const changes = languages.map((language) => {
    const changed = fields.flatMap(({ name }) => {
      const key = keyOf(language, id, name);
      return values[key] === before[key] ? [] : [[name, values[key] || null] as const];
    });
    return [language, Object.fromEntries(changed)] as const;
  });
  return Object.fromEntries(changes.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** A form for texts in several languages, a language at a time. Only changed texts are sent. */
export function TranslationsForm<T extends Translated>({
  languages,
  items,
  edited,
  send,
  isChangeable,
  submit,
}: TranslationsFormProps<T>) {
  const parts = useMessages('parts');
  const { locale } = useLanguage();
  const [chosen, setLanguage] = useState<Language>();
  const language = chosen !== undefined && languages.includes(chosen) ? chosen : languages[0]!;
  const { etag, reload } = edited;
  const form = useApiForm<Values, unknown>({
    initialValues: valuesOf(items, languages),
    edited: {
      etag,
      reload: async () => {
        const current = await reload();
        return { etag: current.etag, values: valuesOf(current.values, languages) };
      },
    },
    submit: async (values, { before }) => {
      for (const item of items) {
        const changes = changesOf(item, languages, { before, values });
        if (Object.keys(changes).length > 0) await send(item, changes);
      }
      await reload();
    },
    onDone: () => notifyDone(parts.saved),
  });
  const forget = useEffectEvent(() => {
    const stored = valuesOf(items, languages);
    const removed = Object.keys(form.fields.getValues()).filter((key) => !(key in stored));
    for (const key of removed) form.fields.setFieldValue(key, undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: something was removed, or another language is the default one
  useEffect(forget, [etag]);
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
                    const key = keyOf(language, id, name);
                    const input = {
                      ...{
                        label: `${label} (${nameOf(language)})`,
                        maxLength,
                        placeholder: original,
                        dir: 'auto',
                        lang: language,
                      },
                      ...form.input(key),
                      // The texts of something new are in the form only after the first drawing.
                      value: form.fields.getValues()[key] ?? '',
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
