const width = 30;
const redrawIntervalMs = 100;

/** A progress bar on standard error. Nothing is printed if standard error is not a terminal. */
export function progressBar(total: number): { update: (done: number) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const startedMs = performance.now();
  let drawnMs = 0;
  const draw = (done: number) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * width);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    process.stderr.write(`\r${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${seconds} s`);
  };
  return {
    update: (done) => {
      if (performance.now() - drawnMs < redrawIntervalMs) return;
      drawnMs = performance.now();
      draw(done);
    },
    end: () => {
      draw(total);
      process.stderr.write('\n');
    },
  };
}
