import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** A process asks the supervising process for the metrics of all processes. */
interface MetricsQuestion {
  readonly metricsQuestion: string;
}

/** The answer to the question with this id. */
interface MetricsAnswer {
  readonly metricsAnswer: string;
  readonly text?: string;
  readonly error?: string;
}

/**
 * Adds the metrics of this process to those of all processes that share the port.
 *
 * @returns a function that reads the metrics of all processes; in a process without others, its own metrics
 */
export function shareMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry(); // Answers the questions of `answerMetricsQuestions`.
  return askSupervisor;
}

/** @throws Error if a process does not answer within 5 s, because a sum without it would be too low */
async function askSupervisor(): Promise<string> {
  const id = randomUUID();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onMessage = ({ metricsAnswer, text, error }: Partial<MetricsAnswer>) => {
    if (metricsAnswer !== id) return;
    if (text === undefined) reject(new Error(error));
    else resolve(text);
  };
  process.on('message', onMessage);
  process.send?.({ metricsQuestion: id } satisfies MetricsQuestion);
  try {
    return await promise;
  } finally {
    process.off('message', onMessage);
  }
}

/** Lets the processes that this process supervises read the metrics of all of them. */
export function answerMetricsQuestions(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', async (worker, { metricsQuestion }: Partial<MetricsQuestion>) => {
    if (metricsQuestion === undefined) return;
    const answer = await registry.clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    );
    if (worker.isConnected()) worker.send({ metricsAnswer: metricsQuestion, ...answer } satisfies MetricsAnswer);
  });
}
