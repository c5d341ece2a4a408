/** One figure beside what bounds it. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly beside: string;
  readonly ratio: string;
  readonly wanted: string;
}

/** Prints figures as a table, each as soon as it is there. */
export function report(figure: Figure): void {
  const cells = [figure.name.padEnd(46), figure.measured.padEnd(24), figure.beside.padEnd(30), figure.ratio.padEnd(22)];
  console.log(`${cells.join(' ')} ${figure.wanted}`);
}

export function heading(text: string): void {
  console.log(`\n${text}`);
  report({ name: 'what', measured: 'measured', beside: 'beside it', ratio: 'ratio (min…max)', wanted: 'wanted' });
}

/** Milliseconds on a clock that all processes of the machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The least value that so large a share of all is at or below. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The median of pairwise ratios with the least and the greatest. */
export function spread(ratios: readonly number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)}…${high.toFixed(2)})`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}
