/**
 * How often a test kills processes. Each kill is at a random moment, so more kills in one run prove nothing that the kills of the
 * next run do not prove. The environment variable `KILLS` raises the number for a long run by hand, for example to 50.
 *
 * @param count the number in a run of the whole suite: enough that some kills hit each kind of work in progress
 */
export function killCount(count: number): number {
  return Math.max(count, Number(process.env['KILLS'] ?? 0));
}
