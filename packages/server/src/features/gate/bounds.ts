/** The number of minutes in the statistics of a gate. The command line must not load the schemas. */
export const minutesOfStats = 60;
/** The maximum number of steps of a gate in a chart: three weeks of hours. */
export const maxAdmissionSteps = 504;
