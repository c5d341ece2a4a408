import { stdin } from 'node:process';

/** In the mode that reads single keys, the terminal does not convert Ctrl+C to a signal. */
const interrupt = '\u0003';

/** Whether a person can press keys. */
export function hasKeyboard(): boolean {
  return stdin.isTTY;
}

/**
 * Calls `onKey` for each pressed key, in lower case.
 *
 * @returns a function that ends this
 */
export function readKeys(onKey: (key: string) => void): () => void {
  const onText = (text: string) => {
    for (const character of text) onKey(character === interrupt ? 'q' : character.toLowerCase());
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', onText).resume();
  return () => {
    stdin.off('data', onText).pause();
    stdin.setRawMode(false);
  };
}
