import { ActionIcon, Code, CopyButton as CopyState, Group, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** A button that copies a text. */
export function CopyButton({
  value,
  label,
}: {
  readonly value: string /** What is copied, for screen readers. */;
  readonly label?: string;
}) {
  const t = useMessages('parts');
  return (
    <CopyState value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.copied : t.copy}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={copy}
            aria-label={copied ? t.copied : label === undefined ? t.copy : `${t.copy}: ${label}`}
          >
            {copied ? <CheckIcon /> : <CopyIcon />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyState>
  );
}

/** A value in a fixed-width font, with a button that copies it. */
export function CopyField({ value, label }: { readonly value: string; readonly label?: string }) {
  return (
    <Group gap="xs" wrap="nowrap" className="copy-field">
      <Code className="copy-value">{value}</Code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
