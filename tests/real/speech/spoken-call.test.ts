import { systemClock } from '@parley/kernel/clock.ts';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { makeRecordings } from '@parley/service/main/call-runtime.ts';
import { makeObjects, makeRecordingUrl } from '@parley/service/main/objects.ts';
import { makeReceipts } from '@parley/service/main/seals.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { sweepDocuments } from '@parley/service/workflows/cleanup.ts';
import { reapLostCalls } from '@parley/service/workflows/reap-lost-calls.ts';
import { Settlements } from '@parley/service/workflows/settle-calls.ts';
import { workerId } from '@parley/testing/calling-company.ts';
import { patience } from '@parley/testing/patience.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startS3Server } from '@parley/testing/s3-server.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { openSpokenCalls, type SpokenCalls } from '@parley/testing/spoken-calls.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let spoken: SpokenCalls;
beforeAll(async () => {
  // Without a worker nobody dials but the test.
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
  spoken = await openSpokenCalls(service);
});
afterAll(() => service.stop());

test('a spoken call has a transcript, turn latencies, and a recording that can be played from any position', async () => {
  const { id, status, callAttempts } = await spoken.hold(company, [
    { says: 'Hello? Yes, go on.' },
    { says: 'I live in Zurich.' },
  ]);
  expect(status).toBe('COMPLETED');
  const [attempt] = callAttempts;
  const said = attempt.transcript.map(
    ({ speaker, text }: { speaker: string; text: string }) => `${speaker}: ${text}`,
  );
  expect(said).toContain('CONTACT: I live in Zurich.');
  expect(said[0]).toBe('AI: Hello, I am an AI. May I ask you something?');

  const [row] = await service.services.database.all<{ turns: { ownMs: number }[] }>(
    sql`select turns from call_attempts where id = ${attempt.id}`,
  );
  expect(row?.turns.length).toBeGreaterThan(0);
  expect(await service.services.registry.getSingleMetricAsString('parley_turn_seconds')).toContain(
    'part="own"',
  );

  const whole = await fetch(attempt.recordingUrl);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'audio/wav',
    'bytes',
  ]);
  expect(bytes.length).toBe(58 + bytes.readUInt32LE(54));
  // As long as the call was, and both sides in it.
  expect(Math.abs(bytes.readUInt32LE(54) / 16_000 - attempt.duration)).toBeLessThan(2);
  for (const side of [0, 1])
    expect(new Set(bytes.subarray(58).filter((_, n) => n % 2 === side)).size).toBeGreaterThan(1);

  const ranged = (range: string) => fetch(attempt.recordingUrl, { headers: { range } });
  const part = await ranged('bytes=79000-81000');
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 79000-81000/${bytes.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(79_000, 81_001))).toBe(true);
  expect(Buffer.from(await (await ranged('bytes=-10')).arrayBuffer()).equals(bytes.subarray(-10))).toBe(true);
  expect((await ranged(`bytes=${bytes.length}-`)).status).toBe(416);
  const head = await fetch(attempt.recordingUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);

  await company.api.delete(`/conversations/${id}`);
  await sweepDocuments(
    service.services.database,
    {
      objects: await makeObjects(service.services, service.url),
      receipts: makeReceipts(service.services),
    },
    AbortSignal.timeout(60_000),
  );
  expect((await fetch(attempt.recordingUrl)).status).toBe(404);
}, 120_000);

test('with PARLEY_RECORDING=off only the transcript of a call is kept', async () => {
  const unrecorded = await openSpokenCalls(service, { PARLEY_RECORDING: 'off' });
  const { status, callAttempts } = await unrecorded.hold(company, [
    { says: 'Hello? Yes, go on.' },
    { says: 'I live in Zurich.' },
  ]);
  expect(status).toBe('COMPLETED');
  const [attempt] = callAttempts;
  expect(attempt.transcript.map(({ text }: { text: string }) => text)).toContain('I live in Zurich.');
  expect(attempt.recordingUrl ?? null).toBeNull();
  expect(await unrecorded.recordings.left(attempt.id)).toBeNull();
}, 120_000);

test('the recording of a call in a killed process is available from its attempt', async () => {
  const { id, attempt } = await spoken.claim(company);
  const lost = makeRecordings(await makeObjects(service.services, service.url));
  const recorder = lost.open(attempt.attemptId, 8000, () => undefined);
  for (let frame = 0; frame < 300; frame += 1)
    recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  const entries = [{ kind: 'plan', plan: { language: 'EN' } }];
  await appendJournals(service.services.database, [{ ...attempt, part: 0, entries }]);
  // The process dies here: only the part of five seconds was stored.
  await expect.poll(() => spoken.recordings.left(attempt.attemptId), patience).not.toBeNull();
  await service.services.database.run(
    sql`update live_calls set worker_id = ${service.services.database.newId()}`,
  );
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  expect(
    await reapLostCalls({ everywhere: service.services.database, recordings: spoken.recordings, onError }),
  ).toBe(1);
  expect(errors).toEqual([]);
  const { callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
  expect(callAttempts[0]).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
  const heard = await fetch(callAttempts[0].recordingUrl);
  expect((await heard.arrayBuffer()).byteLength).toBe(58 + 80_000);
}, 120_000);

test('deleting a conversation during its call deletes the recording', async () => {
  const { id, attempt } = await spoken.claim(company);
  const recorder = spoken.recordings.open(attempt.attemptId, 8000, () => undefined);
  recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  await company.api.delete(`/conversations/${id}`);
  const recordingKey = await spoken.recordings.close(attempt.attemptId);
  await new Settlements(service.services.database).settle({
    ...attempt,
    workerId,
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 1,
    transcript: [],
    findings: null,
    recordingKey,
  });
  const gone = await service.services.database.first(
    sql`select 1 as one from object_deletions where key = ${recordingKey}`,
  );
  expect(gone).toEqual({ one: 1 });
});

test('a recording stored in S3 is served by this service', async () => {
  const account = { region: 'eu-test-1', accessKeyId: 'AKTESTACCESS', secretAccessKey: 'TESTSECRET' };
  const s3 = await startS3Server({ bucket: 'calls', clock: systemClock, ...account });
  const abroad = await startTestService({
    roles: ['api'],
    environment: {
      PARLEY_S3_ENDPOINT: s3.endpoint,
      PARLEY_S3_BUCKET: 'calls',
      PARLEY_S3_REGION: account.region,
      PARLEY_S3_ACCESS_KEY_ID: account.accessKeyId,
      PARLEY_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
  });
  onTestFinished(async () => {
    await abroad.stop();
    await s3.close();
  });
  const objects = await makeObjects(abroad.services, abroad.url);
  const recordings = makeRecordings(objects);
  const { api, agentId, newContact } = await runningCompany(abroad);
  const { body } = await api.post('/conversations', { contactId: await newContact(), agentId });
  const id: string = body.callAttempts[0].id;
  const recorder = recordings.open(id, 8000, () => undefined);
  for (let frame = 0; frame < 300; frame += 1)
    recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  const key = (await recordings.close(id)) ?? '';
  expect(s3.keys()).toHaveLength(2);

  const url = await makeRecordingUrl(abroad.services, objects)(key);
  expect(url.startsWith(abroad.url)).toBe(true);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(whole).toHaveLength(58 + 96_000);
  const part = await fetch(url, { headers: { range: 'bytes=80000-80100' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(80_000, 80_101))).toBe(true);
  await objects.delete([key]);
  expect(s3.keys()).toEqual([]);
}, 120_000);
