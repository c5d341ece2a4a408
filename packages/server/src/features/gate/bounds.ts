/** The number of minutes in the statistics of a gate. The command line must not load the schemas. */
export const minutesOfStats = 60;
