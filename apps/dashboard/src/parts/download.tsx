import { Button, Stack } from '@mantine/core';
import { type Query, readFile } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { ErrorNote } from '#app/parts/states.tsx';

/** Downloads a file. An error is shown on the page: a link would open it as a page. */
export async function download(path: string, query: Query = {}): Promise<void> {
  const { name, content } = await readFile(path, query);
  saveFile(name, content);
}

/** Stores a file where the browser stores downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser may begin to read the file later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface DownloadButtonProps {
  readonly path: string;
  readonly query: Query;
  readonly label: string;
  readonly kind?: 'primary' | 'default';
  readonly disabled?: boolean;
}

export function DownloadButton({ path, query, label, kind = 'default', disabled = false }: DownloadButtonProps) {
  const { run, isRunning, error } = useChange(() => download(path, query));
  return (
    <Stack gap="xs">
      <ErrorNote error={error} />
      <Button
        variant={kind === 'primary' ? 'filled' : 'default'}
        ms="auto"
        loading={isRunning}
        disabled={disabled}
        onClick={() => run()}
      >
        {label}
      </Button>
    </Stack>
  );
}
