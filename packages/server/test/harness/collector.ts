import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

/** A span, as the JSON of OTLP contains it. */
export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface ExportedMetric {
  readonly name: string;
  readonly histogram?: {
    readonly dataPoints: readonly { readonly attributes: readonly Attribute[]; readonly count: number }[];
  };
}

type Request = {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ExportedMetric[] }[];
  }[];
};

/** A collector of OpenTelemetry, which receives traces and metrics as JSON. */
export class Collector {
  /** The bodies of all requests. */
  readonly bodies: string[] = [];
  /** Whether requests are rejected. Rejected requests are not repeated. */
  rejectsAll = false;
  /** The paths of the rejected requests. */
  readonly rejectedPaths: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.bodies.push(await text(request));
      if (this.rejectsAll) this.rejectedPaths.push(request.url ?? '');
      response.writeHead(this.rejectsAll ? 400 : 200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  /** The settings of a server that exports to this collector. */
  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    };
  }

  spans(): ExportedSpan[] {
    return this.#requests().flatMap(({ resourceSpans = [] }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  metrics(): ExportedMetric[] {
    return this.#requests().flatMap(({ resourceMetrics = [] }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    );
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #requests(): Request[] {
    return this.bodies.map((body) => JSON.parse(body) as Request);
  }
}

/** The attributes as an object. */
export function attributesOf({ attributes }: { readonly attributes: readonly Attribute[] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
