import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface SentSpan {
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

const spans: SentSpan[] = [];
let collector: Server;
let service: TestService;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startTestService({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
});
afterAll(() => collector.close());

test('requests are traced with the trace id that the client received, up to the stop of the service', async () => {
  const fresh = await service.admin.get('/api-keys');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const continued = await service.admin.get('/api-keys', {
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  });
  await service.stop();
  expect(spans.find((span) => span.traceId === fresh.headers.get('x-trace-id'))).toMatchObject({
    name: 'GET /api-keys',
  });
  expect(continued.headers.get('x-trace-id')).toBe(traceId);
  expect(spans.find((span) => span.traceId === traceId)).toMatchObject({ parentSpanId: '00f067aa0ba902b7' });
});
