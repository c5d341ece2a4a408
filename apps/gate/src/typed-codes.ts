/** Scanners that are connected as a keyboard: they type the content of the code, and then Enter. */

/** A scanner types faster than this. */
const keyGapMs = 400;
const typedLengthMin = 4;

/**
 * Reports each text that is typed and ended by Enter while no field has the focus.
 *
 * @param onCode is called with the text
 */
export function listenForTypedCodes(onCode: (text: string) => void): void {
  let text = '';
  let lastKeyAtMs = 0;
  addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.timeStamp - lastKeyAtMs > keyGapMs) text = '';
    lastKeyAtMs = event.timeStamp;
    if (event.key === 'Enter') {
      const code = text;
      text = '';
      if (code.length < typedLengthMin) return;
      // Otherwise Enter would press the button that has the focus.
      event.preventDefault();
      onCode(code);
    } else if (event.key.length === 1) text += event.key;
  });
}
