import { Button, Code, Group, SimpleGrid, Text } from '@mantine/core';
import { CopyButton } from '#app/parts/copy-button.tsx';
import { useMessages } from '#app/parts/language.tsx';

/** Recovery codes, which are shown only once, to copy or download. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const t = useMessages('account');
  const text = codes.join('\n');
  return (
    <div>
      <Text size="sm" mb={8}>
        {t.keepCodes}
      </Text>
      <SimpleGrid cols={2} spacing={6} component="ul" className="plain-list" aria-label={t.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs" mt="xs">
        <Button
          component="a"
          variant="default"
          size="xs"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          {t.download}
        </Button>
        <CopyButton value={text} label={t.recoveryCodes} />
      </Group>
    </div>
  );
}
