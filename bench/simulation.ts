/** Work that a request does in one part. */
export interface Phase {
  readonly part: string;
  /** The mean processor time. */
  readonly milliseconds: number;
}

export interface Model {
  /** How many phases each part works on at the same time. */
  readonly capacities: Readonly<Record<string, number>>;
  /** The processors that all parts share; null if each part has its own. */
  readonly sharedProcessors: number | null;
  /** A fixed number of clients, each with its next request after its last response, or requests at random times. */
  readonly load: { readonly clients: number } | { readonly perSecond: number };
  readonly phases: readonly Phase[];
  readonly requests: number;
}

export interface SimulatedRun {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

interface Job {
  readonly startedMs: number;
  phase: number;
}

/**
 * Simulates queues: each phase of a request waits, in the order of arrival, until its part and a processor are free. Service times and
 * the times between requests are exponentially distributed. The random numbers are the same in each run.
 */
export function simulate({ capacities, sharedProcessors, load, phases, requests }: Model): SimulatedRun {
  const random = randomNumbers();
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const events: { atMs: number; run: () => void }[] = [];
  const busy = new Map(Object.keys(capacities).map((part) => [part, 0]));
  const latenciesMs: number[] = [];
  let waiting: Job[] = [];
  let freeProcessors = sharedProcessors ?? Number.POSITIVE_INFINITY;
  let nowMs = 0;

  const schedule = (delayMs: number, run: () => void) => {
    const atMs = nowMs + delayMs;
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (events[middle]!.atMs > atMs) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, { atMs, run }); // The next event is the last element.
  };
  const startWaiting = () => {
    waiting = waiting.filter((job) => {
      const { part, milliseconds } = phases[job.phase]!;
      if (freeProcessors === 0 || busy.get(part)! >= capacities[part]!) return true;
      busy.set(part, busy.get(part)! + 1);
      freeProcessors -= 1;
      schedule(exponential(milliseconds), () => finish(job, part));
      return false;
    });
  };
  const finish = (job: Job, part: string) => {
    busy.set(part, busy.get(part)! - 1);
    freeProcessors += 1;
    job.phase += 1;
    if (job.phase < phases.length) waiting.push(job);
    else {
      latenciesMs.push(nowMs - job.startedMs);
      if ('clients' in load) waiting.push({ startedMs: nowMs, phase: 0 });
    }
    startWaiting();
  };
  const arrive = (perSecond: number) => {
    waiting.push({ startedMs: nowMs, phase: 0 });
    startWaiting();
    schedule(exponential(1_000 / perSecond), () => arrive(perSecond));
  };

  if ('clients' in load) waiting = Array.from({ length: load.clients }, () => ({ startedMs: 0, phase: 0 }));
  else arrive(load.perSecond);
  startWaiting();
  while (latenciesMs.length < requests) {
    const event = events.pop()!;
    nowMs = event.atMs;
    event.run();
  }
  return { perSecond: latenciesMs.length / (nowMs / 1_000), latenciesMs };
}

/** Random numbers from 0 to 1 (mulberry32). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
