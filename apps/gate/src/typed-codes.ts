/** Scanners that are connected as a keyboard: they type the content of the code, and then Enter or Tab. */

/** A scanner types faster than this. */
const keyGapMs = 400;
const typedLengthMin = 4;

/**
 * Reports each text that is typed and ended by Enter or Tab while no field has the focus.
 *
 * @param onCode is called with the text
 */
export function listenForTypedCodes(onCode: (text: string) => void): void {
  let text = '';
  let lastKeyAtMs = 0;
  let lastCodeAtMs = Number.NEGATIVE_INFINITY;
  addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.timeStamp - lastKeyAtMs > keyGapMs) text = '';
    lastKeyAtMs = event.timeStamp;
    if (event.key === 'Enter' || event.key === 'Tab') {
      const code = text;
      text = '';
      const isSecondEnd = code === '' && event.timeStamp - lastCodeAtMs < keyGapMs;
      if (code.length < typedLengthMin && !isSecondEnd) return;
      // Otherwise Enter would press the button that has the focus, and Tab would move the focus.
      event.preventDefault();
      lastCodeAtMs = event.timeStamp;
      if (!isSecondEnd) onCode(code);
    } else if (event.key.length === 1) {
      // Otherwise a space would press the button that has the focus.
      if (text !== '') event.preventDefault();
      text += event.key;
    }
  });
}
