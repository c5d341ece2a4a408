import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

interface ChangeOptions<V, R> {
  readonly onDone?: (result: R, values: V) => unknown;
  readonly onFailed?: (error: Error) => unknown;
}

/** A change that the server makes. */
export interface Change<V, R> {
  /** Makes the change. While it is being made, a second click does not make it again. */
  readonly run: (values: V) => Promise<void>;
  readonly isRunning: boolean;
  readonly result: R | undefined;
  readonly error: Error | null;
  /** Forgets the result and the error. */
  readonly reset: () => void;
}

/** All changes of the dashboard. `isRunning` is true until `onDone` or `onFailed` has ended. */
export function useChange<V = void, R = unknown>(
  send: (values: V) => Promise<R>,
  { onDone, onFailed }: ChangeOptions<V, R> = {},
): Change<V, R> {
  const { mutateAsync, isPending, data, error, reset } = useMutation<R, Error, V>({
    mutationFn: send,
    ...(onDone && { onSuccess: onDone }),
    ...(onFailed && { onError: onFailed }),
    // A result can be a secret.
    gcTime: 0,
  });
  // `isPending` changes only with the next render.
  const isRunning = useRef(false);
  const run = async (values: V) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await mutateAsync(values).catch(() => {});
    isRunning.current = false;
  };
  return { run, isRunning: isPending, result: data, error, reset };
}
