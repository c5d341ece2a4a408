import { localTimeToUtc, zoneOffsetMs } from '#shared/time-zone';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The beginning of the UTC day. */
export function startOfDay(epochMs: number): number {
  return epochMs - (epochMs % dayMs);
}

/** The time of a local hour in a time zone, on the UTC date that begins at `day`. */
export function localTime(timezone: string, day: number, hour: number): number {
  return localTimeToUtc(timezone, day + hour * hourMs);
}

/** The relative number of orders in each hour of a day. */
const hourWeights = [
  1, 0.5, 0.3, 0.2, 0.2, 0.4, 0.9, 1.8, 2.6, 3, 3.3, 3.4, 4, 3.6, 3.2, 3.2, 3.5, 4, 4.6, 5.4, 6, 5.4, 3.8, 2,
];

/** The relative number of orders at a point of the sales period, 0 to 1: half of the orders are spread evenly, the others are near the launch and the end. */
function salesDensity(progress: number): number {
  return 0.5 + 6 * Math.exp(-progress / 0.03) + 4 * Math.exp((progress - 1) / 0.08);
}

const steps = 1_024;
const dayMoments = inverse((moment) => hourWeights[Math.min(23, Math.floor(moment * 24))]!);

/** The inverse of a density's cumulative distribution, from 0 to 1. */
function inverse(density: (point: number) => number): Float64Array {
  const gridSize = steps * 8;
  const sums = new Float64Array(gridSize + 1);
  for (let cell = 0; cell < gridSize; cell += 1) sums[cell + 1] = sums[cell]! + density((cell + 0.5) / gridSize);
  const points = new Float64Array(steps + 1);
  let cell = 0;
  for (let step = 0; step <= steps; step += 1) {
    const target = (sums[gridSize]! * step) / steps;
    while (cell < gridSize - 1 && sums[cell + 1]! < target) cell += 1;
    points[step] = (cell + (target - sums[cell]!) / (sums[cell + 1]! - sums[cell]!)) / gridSize;
  }
  return points;
}

function interpolate(points: Float64Array, share: number): number {
  const position = share * steps;
  const below = Math.min(steps - 1, Math.floor(position));
  return points[below]! + (points[below + 1]! - points[below]!) * (position - below);
}

/**
 * When the orders of an event are placed: many near the launch and near the end, and most in the evening.
 *
 * @param sale the sales period, from the launch to the start of the event; orders are placed until `untilMs`
 * @returns a function that returns the time at which this share (0 to 1) of all orders is placed
 */
export function salesCurve(sale: {
  launchMs: number;
  startsMs: number;
  untilMs: number;
  timezone: string;
}): (share: number) => number {
  const { launchMs, startsMs, untilMs } = sale;
  const done = (untilMs - launchMs) / (startsMs - launchMs);
  const moments = inverse((moment) => salesDensity(moment * done));
  const offsetMs = zoneOffsetMs(sale.timezone, untilMs);
  return (share) => {
    const evenly = launchMs + interpolate(moments, share) * (untilMs - launchMs) + offsetMs;
    const day = startOfDay(evenly);
    const byHour = day + interpolate(dayMoments, (evenly - day) / dayMs) * dayMs - offsetMs;
    return Math.round(Math.min(Math.max(byHour, launchMs), untilMs - 1));
  };
}
