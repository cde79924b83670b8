import type { IncomingHttpHeaders } from 'node:http';

/** Spans for those who collect traces; the id of the trace is the request's own, whoever made it. */
export interface Tracing {
  span<Result>(
    name: string,
    traceId: string,
    headers: IncomingHttpHeaders,
    work: () => Promise<Result>,
  ): Promise<Result>;
  stop(): Promise<void>;
}

export const noTracing: Tracing = { span: (_name, _traceId, _headers, work) => work(), stop: async () => {} };
