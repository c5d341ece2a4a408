/** How often a test repeats random data or a race on a database: this often, or `RUNS` times as often. `npm run test:long` sets `RUNS`. */
export const propertyRuns = (count: number) => count * Number(process.env['RUNS'] ?? 1);
