/**
 * The page keeps its layout while a button is pressed. Otherwise the button could move away between press and release, and the
 * browser would send no click: a press takes the focus from a field, and the change of its value can remove a notice above the button.
 */

/** A touch moves the focus only after `pointerup`, with `mousedown`. */
const pressTypes = ['pointerdown', 'mousedown'];
/** A context menu and another window can take the release. */
const releaseTypes = ['pointerup', 'mouseup', 'pointercancel', 'contextmenu', 'blur'];

let isPressed = false;
let waiting: (() => void)[] = [];

/** Runs a function now, or after the click if a mouse button or a finger is down. */
export function whenReleased(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}

function release(): void {
  isPressed = false;
  const released = waiting;
  waiting = [];
  for (const run of released) run();
}

for (const type of pressTypes) {
  addEventListener(type, () => {
    isPressed = true;
  });
}
// A timer runs after the click, which the browser sends directly after the release.
for (const type of releaseTypes) addEventListener(type, () => setTimeout(release));
