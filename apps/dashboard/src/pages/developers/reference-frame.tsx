import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { basePath } from '#app/parts/base-path.ts';
import { AlertIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { EmptyState, LoadingState } from '#app/parts/states.tsx';
import './reference.css';

/** The window of the page `/docs/frame`. */
interface ReferenceWindow extends Window {
  readonly showReference?: (options: { readonly key: string; readonly isDark: boolean }) => void;
}

const framePath = `${basePath.replace(/\/dashboard$/, '')}/docs/frame`;

/** The API reference of the server in a frame. Its styles and its URL fragments are separate from those of the dashboard. */
export function ReferenceFrame({ apiKey }: { readonly apiKey: string }) {
  const t = useMessages('reference');
  const parts = useMessages('parts');
  const isDark = useComputedColorScheme('light') === 'dark';
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    if (state === 'loaded') windowOf(frame.current)?.showReference?.({ key: apiKey, isDark });
  }, [state, apiKey, isDark]);
  if (state === 'failed') {
    const retry = (
      <Button variant="default" onClick={() => setState('loading')}>
        {parts.retry}
      </Button>
    );
    return (
      <div role="alert">
        <EmptyState icon={AlertIcon} title={t.failedTitle} text={t.failedText} action={retry} />
      </div>
    );
  }
  return (
    <div className="reference">
      {state === 'loading' && <LoadingState />}
      <iframe
        ref={frame}
        title={t.title}
        src={framePath}
        className={state === 'loaded' ? 'reference-frame' : 'reference-frame reference-hidden'}
        onLoad={() => setState(windowOf(frame.current)?.showReference === undefined ? 'failed' : 'loaded')}
      />
    </div>
  );
}

/** The window of the frame; null if the browser shows its own error page in it. */
function windowOf(frame: HTMLIFrameElement | null): ReferenceWindow | null {
  // A page of another origin, such as an error page, has no accessible document.
  return frame?.contentDocument ? frame.contentWindow : null;
}
