/**
 * Returns a function that draws a page once, however often it is called, when the running code has finished.
 *
 * @param delay runs a function when the page may change
 */
export function drawSoon(draw: () => void, delay: (run: () => void) => void = (run) => run()): () => void {
  let isScheduled = false;
  const run = () => {
    isScheduled = false;
    draw();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => delay(run));
  };
}
