import { startTransition, useEffect, useState } from 'react';

/** Waits until the browser has drawn the page. In a tab in the background, that is when the tab is shown. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Whether the component was drawn. What it shows only then does not delay what its reader needs first. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isMounted = true;
    afterPaint().then(() => {
      if (isMounted) startTransition(() => setIsPainted(true));
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return isPainted;
}
