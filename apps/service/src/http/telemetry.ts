import type { IncomingHttpHeaders } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Requests by method, route and status, and how long they took. */
export class HttpMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #seconds: Histogram<'method' | 'route'>;

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'parley_http_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    this.#seconds = new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Time from the arrival of a request to its response',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    });
  }

  observe(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.inc({ method, route, status });
    this.#seconds.observe({ method, route }, elapsedMs / 1000);
  }
}

/** Something that is over, with when it began and ended in milliseconds since 1970. */
export interface FinishedSpan {
  readonly name: string;
  readonly traceId: string;
  /** Absent: a random one. */
  readonly spanId?: string;
  /** Absent: it is the root of its trace. */
  readonly parentSpanId?: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Nothing that people said, and nothing that says who they are. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isFailed?: boolean;
}

/** Spans for OpenTelemetry. The trace id is that of the request, or that of the call attempt. */
export interface Tracing {
  span<Result>(
    name: string,
    traceId: string,
    headers: IncomingHttpHeaders,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Undefined: nobody collects traces. */
  readonly record: ((span: FinishedSpan) => void) | undefined;
  stop(): Promise<void>;
}

export const noTracing: Tracing = {
  span: (_name, _traceId, _headers, work) => work(),
  record: undefined,
  stop: async () => {},
};
