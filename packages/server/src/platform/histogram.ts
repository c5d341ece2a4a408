/** The samples of one combination of labels. */
class Series {
  readonly labels: Readonly<Record<string, string>>;
  /** The number of samples in each bucket: at or below its bound and above the previous one. The last has no bound. */
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

  /** The number of samples at or below each bound, and last the number of all samples. */
  cumulative(): number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}

/**
 * A Prometheus histogram for frequent events: the caller looks a series up once; after that, each sample costs two additions.
 * Written in the exposition format of Prometheus, version 0.0.4.
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

  /** A new series; its labels must not be those of another. */
  series(labels: Readonly<Record<string, string>>): Series {
    const series = new Series(this.#bounds, labels);
    this.#series.push(series);
    return series;
  }

  text(): string {
    const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`];
    for (const series of this.#series) {
      const cumulative = series.cumulative();
      for (const [index, bound] of [...this.#bounds, '+Inf'].entries()) {
        lines.push(`${this.#name}_bucket${labelText({ ...series.labels, le: String(bound) })} ${cumulative[index]}`);
      }
      lines.push(`${this.#name}_sum${labelText(series.labels)} ${series.sum}`);
      lines.push(`${this.#name}_count${labelText(series.labels)} ${cumulative.at(-1)}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
