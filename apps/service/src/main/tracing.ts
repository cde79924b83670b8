import type { Attributes, Span } from '@opentelemetry/api';
import { masked } from '@parley/kernel/text.ts';
import { type FinishedSpan, noTracing, type Tracing } from '../http/telemetry.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

const TRACEPARENT_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-([0-9a-f]{16})-([0-9a-f]{2})/;

/** OpenTelemetry, loaded only where traces are collected, because loading it slows the start. */
export async function startTracing(config: Config): Promise<Tracing> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return noTracing;
  const [
    { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace },
    sdk,
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  // A root span must carry the id that the response's x-trace-id says, and that of a call attempt an id that other
  // processes know: they are set just before the span starts.
  let nextTraceId = '';
  let nextSpanId: string | undefined;
  const random = new sdk.RandomIdGenerator();
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': version }),
    idGenerator: {
      generateTraceId: () => nextTraceId,
      generateSpanId: () => nextSpanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` }),
      ),
    ],
  });
  const tracer = provider.getTracer('parley');

  function begin(name: string, traceId: string, traceparent: string | undefined): Span {
    const [, spanId, flags] = TRACEPARENT_PARENT.exec(traceparent ?? '') ?? [];
    nextTraceId = traceId;
    if (spanId === undefined || !traceparent?.includes(traceId))
      return tracer.startSpan(name, { kind: SpanKind.SERVER, root: true });
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '1', 16), isRemote: true };
    return tracer.startSpan(name, { kind: SpanKind.SERVER }, trace.setSpanContext(ROOT_CONTEXT, parent));
  }

  return {
    async span(name, traceId, headers, work) {
      const traceparent = headers.traceparent;
      const span = begin(name, traceId, typeof traceparent === 'string' ? traceparent : undefined);
      try {
        return await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        // The kind of failure only: messages can hold what people sent.
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
        throw error;
      } finally {
        span.end();
      }
    },
    record({ name, traceId, spanId, parentSpanId, startMs, endMs, attributes, isFailed = false }) {
      const parent =
        parentSpanId === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId,
              spanId: parentSpanId,
              traceFlags: TraceFlags.SAMPLED,
              isRemote: true,
            });
      nextTraceId = traceId;
      nextSpanId = spanId;
      const span = tracer.startSpan(name, { startTime: startMs, attributes: told(attributes) }, parent);
      nextSpanId = undefined;
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(Math.max(startMs, endMs));
    },
    stop: () => provider.shutdown(),
  };
}

/** Without what is not known, and masked like the log: the far end's words may have numbers in them. */
const told = (attributes: FinishedSpan['attributes']): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, typeof value === 'string' ? masked(value) : value]),
  ) as Attributes;
