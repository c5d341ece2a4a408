import type { HistogramFamily } from './metric-family.ts';

/** The samples of one combination of labels. */
class Series {
  readonly labels: Readonly<Record<string, string>>;
  /**
   * The number of samples in each bucket: at or below its bound, and above the previous bound. The last bucket has no
   * bound.
   */
  readonly #counts: Float64Array;
  readonly #bounds: readonly number[];
  sum = 0;

  constructor(bounds: readonly number[], labels: Readonly<Record<string, string>>) {
    this.#bounds = bounds;
    this.labels = labels;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (value > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.sum += value;
  }

  /** Returns the number of samples in each bucket. The last bucket has no bound. */
  counts(): number[] {
    return [...this.#counts];
  }

  /** Returns the number of samples at or below each bound, and as the last element the number of all samples. */
  cumulativeCounts(): number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}

/**
 * A Prometheus histogram for frequent events. The caller creates each series once, so that a sample costs only a few
 * operations. `text` returns the exposition format of Prometheus, version 0.0.4.
 */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #series: Series[] = [];

  /** @param bounds upper bounds of the buckets, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  /** Creates a series. Two series must not have the same labels. */
  series(labels: Readonly<Record<string, string>>): Series {
    const series = new Series(this.#bounds, labels);
    this.#series.push(series);
    return series;
  }

  /** The histogram as data, for exporters. */
  family(): HistogramFamily {
    const series = this.#series.map((entry) => ({ labels: entry.labels, counts: entry.counts(), sum: entry.sum }));
    return { type: 'histogram', name: this.#name, help: this.#help, bounds: this.#bounds, series };
  }

  text(): string {
    const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`];
    for (const series of this.#series) {
      const counts = series.cumulativeCounts();
      for (const [index, bound] of [...this.#bounds, '+Inf'].entries()) {
        lines.push(`${this.#name}_bucket${labelText({ ...series.labels, le: String(bound) })} ${counts[index]}`);
      }
      lines.push(`${this.#name}_sum${labelText(series.labels)} ${series.sum}`);
      lines.push(`${this.#name}_count${labelText(series.labels)} ${counts.at(-1)}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
