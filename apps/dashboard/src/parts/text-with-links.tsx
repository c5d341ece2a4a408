import { Anchor } from '@mantine/core';
import { linkedText } from '@organizer/shared/linked-text';
import { Fragment } from 'react';

/** A text of the organizer whose links are written as in Markdown: `[terms](https://www.example.com/terms)`. */
export function TextWithLinks({ children }: { readonly children: string }) {
  return (
    <bdi style={{ overflowWrap: 'anywhere' }}>
      {linkedText(children).map((part, index) => {
        const key = `${index} ${typeof part === 'string' ? part : part.words}`;
        if (typeof part === 'string') return <Fragment key={key}>{part}</Fragment>;
        return (
          <Anchor key={key} href={part.url} target="_blank" rel="noreferrer" inherit underline="always">
            {part.words}
          </Anchor>
        );
      })}
    </bdi>
  );
}

/** A text without the addresses of its links. */
export function withoutLinks(text: string): string {
  return linkedText(text)
    .map((part) => (typeof part === 'string' ? part : part.words))
    .join('');
}
