/** A measured value and, if there is one, the value that it is compared with, such as a ceiling. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** The value that the measured value is compared with. Without a ratio: other measured values, for information. */
  readonly reference: string;
  readonly ratio: string;
  readonly required: string;
}

/** Prints a row of the table of figures. */
export function report(figure: Figure): void {
  const cells = [
    figure.name.padEnd(46),
    figure.measured.padEnd(24),
    figure.reference.padEnd(30),
    figure.ratio.padEnd(22),
  ];
  console.log(`${cells.join(' ')} ${figure.required}`);
}

/** @param spread what is in parentheses beside a ratio */
export function heading(text: string, spread: 'min…max' | 'quartiles' = 'min…max'): void {
  console.log(`\n${text}`);
  report({
    name: 'figure',
    measured: 'measured',
    reference: 'reference',
    ratio: `ratio (${spread})`,
    required: 'required',
  });
}

/** Milliseconds of a clock that is the same for all processes of the machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The quantile of the values: at least this share of the values is less than or equal to the result. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The median, the minimum and the maximum of ratios. */
export function formatSpread(ratios: readonly number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)}…${high.toFixed(2)})`;
}

/** The median and the quartiles of ratios. With many ratios, outliers do not change them. */
export function formatQuartiles(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(3)} (${quantile(ratios, 0.25).toFixed(3)}…${quantile(ratios, 0.75).toFixed(3)})`;
}

export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}
