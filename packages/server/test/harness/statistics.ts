/** The probability that a standard normal variable has a larger absolute value than `z`. */
function twoSided(z: number): number {
  return 2 * upperTail(Math.abs(z));
}

/** The upper tail of the standard normal distribution (Abramowitz and Stegun 7.1.26, with an error below 1.5e-7). */
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return (series * Math.exp(-x * x)) / 2;
}

/**
 * The Mann-Whitney test: the probability of a rank difference at least as large as that of these samples, if both have the same
 * distribution. Two-sided, with the normal approximation. Ties count half.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let tied = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    const rank = (start + end + 1) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    tied += (end - start) ** 3 - (end - start);
    start = end;
  }
  const [n, m, total] = [first.length, second.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - tied / (total * (total - 1)));
  return twoSided((u - (n * m) / 2) / Math.sqrt(variance));
}

/** The chi-square test: the probability of counts at least as uneven as these, if all outcomes are equally likely. */
export function chiSquareUniform(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degreesOfFreedom = counts.length - 1;
  // Wilson and Hilferty: the cube root of chi-square divided by its degrees of freedom has almost a normal distribution.
  const variance = 2 / (9 * degreesOfFreedom);
  const z = (Math.cbrt(statistic / degreesOfFreedom) - (1 - variance)) / Math.sqrt(variance);
  return z < 0 ? 1 - upperTail(-z) : upperTail(z);
}
