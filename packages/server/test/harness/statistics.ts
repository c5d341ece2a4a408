/** How likely it is that a standard normal variable is further from zero than this. */
function twoSided(z: number): number {
  return 2 * upperTail(Math.abs(z));
}

/** The upper tail of the standard normal distribution (Abramowitz and Stegun 7.1.26: right to 1.5e-7). */
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return (series * Math.exp(-x * x)) / 2;
}

/**
 * The Mann-Whitney test: how likely samples are to differ in rank as much as these do, where both come from one
 * distribution. Two-sided, by the normal approximation, ties counted half.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, own: true })), ...other.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let tied = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    const rank = (start + end + 1) / 2;
    rankSum += rank * all.slice(start, end).filter(({ own }) => own).length;
    tied += (end - start) ** 3 - (end - start);
    start = end;
  }
  const [n, m, total] = [one.length, other.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - tied / (total * (total - 1)));
  return twoSided((u - (n * m) / 2) / Math.sqrt(variance));
}

/** The chi-square test: how likely counts are to be as uneven as these, or more, where each is as likely as the others. */
export function chiSquareUniform(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  // Wilson and Hilferty: the cube root of chi-square over its freedom is close to normal.
  const spread = 2 / (9 * freedom);
  const z = (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
  return z < 0 ? 1 - upperTail(-z) : upperTail(z);
}
