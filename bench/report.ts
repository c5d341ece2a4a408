/** A measured value, compared with the value of a reference such as a ceiling. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly beside: string;
  readonly ratio: string;
  readonly required: string;
}

/** Prints a row of the table of figures. */
export function report(figure: Figure): void {
  const cells = [figure.name.padEnd(46), figure.measured.padEnd(24), figure.beside.padEnd(30), figure.ratio.padEnd(22)];
  console.log(`${cells.join(' ')} ${figure.required}`);
}

export function heading(text: string): void {
  console.log(`\n${text}`);
  report({ name: 'what', measured: 'measured', beside: 'beside it', ratio: 'ratio (min…max)', required: 'required' });
}

/** Milliseconds on a clock that all processes of the machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The quantile of the values: the least value that at least this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The median, the minimum and the maximum of ratios. */
export function spread(ratios: readonly number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)}…${high.toFixed(2)})`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}
