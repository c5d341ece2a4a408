import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useKnownKeys } from '#app/pages/developers/known-keys.ts';
import { ReferenceFrame } from '#app/pages/developers/reference-frame.tsx';
import { useCan } from '#app/parts/account.ts';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';

/** The API reference with a key of the user. */
export function Page() {
  const t = useMessages('reference');
  const can = useCan();
  const knownKeys = useKnownKeys();
  const [apiKey, setApiKey] = useState(knownKeys.list()[0]?.key ?? '');
  const create = can('keys:write') && (
    <ButtonLink to="/organizers/$organizer/keys" variant="default">
      {t.create}
    </ButtonLink>
  );
  return (
    <PageFrame title={t.title} description={t.description} actions={create}>
      <Group gap="md" align="flex-start">
        <Select
          label={t.key}
          value={apiKey}
          allowDeselect={false}
          data={[
            ...knownKeys.list().map(({ name, key }) => ({ value: key, label: `${name} (…${key.slice(-4)})` })),
            { value: '', label: t.noKey },
          ]}
          onChange={(chosen) => setApiKey(chosen ?? '')}
        />
        <PasteForm
          onPaste={(key) => {
            knownKeys.add({ name: t.pasted, key });
            setApiKey(key);
          }}
        />
      </Group>
      {apiKey.startsWith('sk_') && <Text size="sm">{t.realData}</Text>}
      <ReferenceFrame apiKey={apiKey} />
    </PageFrame>
  );
}

function PasteForm({ onPaste }: { readonly onPaste: (key: string) => void }) {
  const t = useMessages('reference');
  const [text, setText] = useState('');
  const [isRejected, setRejected] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    const isKey = /^[sp]k_\S+$/.test(key);
    setRejected(!isKey);
    if (!isKey) return;
    setText('');
    onPaste(key);
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Group gap="sm" align="flex-start" className="reference-paste">
        {/* Not a password field: the browser would offer to store the key. */}
        <TextInput
          label={t.paste}
          placeholder="sk_…"
          error={isRejected && t.notAKey}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="default">
          {t.use}
        </Button>
      </Group>
    </form>
  );
}
