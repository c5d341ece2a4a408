/** How often a suite of crashes kills a process, on each database: 4 times, or `KILLS` times. `npm run test:long` kills 50 times. */
export const killCount = Number(process.env['KILLS'] ?? 4);

/** The maximum duration of such a test. */
export const crashTimeoutMs = 180_000 + 20_000 * killCount;
