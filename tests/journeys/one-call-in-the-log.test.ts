import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

const spans: SentSpan[] = [];
let collector: Server;
let receiver: Receiver;
let service: TestService;
let company: RunningCompany;

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
  receiver = await startReceiver();
  service = await startTestService({
    environment: {
      PARLEY_SIM_SPEED: '10000',
      PARLEY_LOG_LEVEL: 'debug',
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
  });
  company = await runningCompany(service);
});
afterAll(async () => {
  await receiver.stop();
  collector.close();
});

test('a call is one story in the log and one trace, from its dispatch to its webhook requests', {
  timeout: 60_000,
}, async () => {
  const { api } = company;
  const hook = { url: receiver.url, name: 'All', events: ['CONVERSATION_STARTED', 'CONVERSATION_COMPLETED'] };
  expect((await api.post('/webhooks', hook)).status).toBe(201);
  const runId = await company.newRun(1);
  await api.post(`/runs/${runId}/launch`);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
  const [{ id: conversationId }] = (await api.get(`/conversations?runId=${runId}`)).body.data;
  const [attempt] = (await api.get(`/conversations/${conversationId}`)).body.callAttempts;
  await service.stop();

  const attemptId: string = attempt.id;
  const traceId = attemptId.replaceAll('-', '');
  const lines = service.logged.map((line) => JSON.parse(line)).filter((line) => line.traceId === traceId);
  const named = { conversationId, attemptId, companyId: company.id, traceId };
  expect(lines.filter(({ level }) => level === 30)).toMatchObject([
    { ...named, runId, isSimulated: true, channel: 'outbound', msg: 'call placed' },
    { ...named, runId, msg: 'call answered' },
    { ...named, runId, status: 'COMPLETED', durationSeconds: attempt.duration, msg: 'call ended' },
  ]);
  expect(lines.every((line) => line.attemptId === attemptId && line.companyId === company.id)).toBe(true);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(
    new Set([
      'call placed',
      'call rings',
      'call answered',
      'agent spoke',
      'contact spoke',
      'agent decided',
      'call ended',
      'call analysed',
      'webhook request',
    ]),
  );

  const trace = spans.filter((span) => span.traceId === traceId);
  const [root, ...others] = trace.filter(({ name }) => name === 'call attempt');
  expect(others).toEqual([]);
  expect(trace.filter(({ parentSpanId }) => parentSpanId !== root?.spanId)).toEqual([root]);
  expect(new Set(trace.map(({ name }) => name))).toEqual(
    new Set([
      'call attempt',
      'dispatch',
      'dial',
      'agent turn',
      'contact turn',
      'analysis',
      'webhook delivery',
    ]),
  );
});
