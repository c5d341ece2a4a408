import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { CopyButton } from '#app/parts/copy-button.tsx';
import './webhooks.css';

/** Longer texts are shown without colours, which would need tens of thousands of elements. */
const maxColouredCharacters = 30_000;

/** A text, such as a body, with a title and a button that copies it unchanged. JSON is indented and coloured. */
export function CodeView({ title, text }: { readonly title: string; readonly text: string }) {
  const shown = useMemo(() => indentJson(text), [text]);
  return (
    <figure className="code-view">
      <Group component="figcaption" justify="space-between" wrap="nowrap" gap="sm" className="code-title">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyButton value={text} label={title} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <pre className="code-text" tabIndex={0} dir="ltr">
        {shown.isJson && shown.text.length <= maxColouredCharacters ? <Coloured json={shown.text} /> : shown.text}
      </pre>
    </figure>
  );
}

function indentJson(text: string): { readonly text: string; readonly isJson: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { text, isJson: false };
  }
}

/** Strings with the colon after the keys of objects, and literals. */
const tokens = /("(?:\\.|[^"\\])*"(?:\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

function Coloured({ json }: { readonly json: string }) {
  let offset = 0;
  const parts = json.split(tokens).map((text) => {
    const part = { text, offset, kind: kindOf(text) };
    offset += text.length;
    return part;
  });
  return parts.map(({ text, offset: start, kind }) =>
    kind === null ? (
      text
    ) : (
      <span key={start} className={`json-${kind}`}>
        {text}
      </span>
    ),
  );
}

function kindOf(part: string): 'key' | 'text' | 'literal' | null {
  if (part.startsWith('"')) return part.endsWith(':') ? 'key' : 'text';
  return /^(?:true|false|null|-?\d)/.test(part) ? 'literal' : null;
}
