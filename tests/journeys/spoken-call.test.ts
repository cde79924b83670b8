import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rulesBrain } from '../../src/calls/brain/rules.ts';
import type { DialOrder } from '../../src/calls/lines/line.ts';
import type { CallClock } from '../../src/calls/speech/call-clock.ts';
import { energyDetector } from '../../src/calls/speech/energy-detector.ts';
import { ScriptedEar } from '../../src/calls/speech/scripted-ear.ts';
import { type LegBeat, ScriptedLeg } from '../../src/calls/speech/scripted-leg.ts';
import { ScriptedVoice } from '../../src/calls/speech/scripted-voice.ts';
import { appendJournals } from '../../src/domains/conversations/call-journal.actions.ts';
import { CallMaterials } from '../../src/domains/conversations/call-material.actions.ts';
import { claimDue } from '../../src/domains/conversations/dispatch.actions.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { makeRecordings, makeSpokenParties } from '../../src/processes/spoken-calls.ts';
import { makeObjects, makeRecordingUrl } from '../../src/processes/wiring.ts';
import { sql } from '../../src/storage/sql.ts';
import { CallJournals } from '../../src/workflows/call-journals.ts';
import type { CallRecordings } from '../../src/workflows/call-recordings.ts';
import { conductCall } from '../../src/workflows/conduct-call.ts';
import { reapLostCalls } from '../../src/workflows/reap-lost-calls.ts';
import { Settlements } from '../../src/workflows/settle-calls.ts';
import type { MakeSpokenParty } from '../../src/workflows/spoken-parties.ts';
import { sweepDocuments } from '../../src/workflows/sweep-documents.ts';
import { workerId } from '../calling-company.ts';
import { startS3Server } from '../s3-server.ts';
import { startTestService, type TestCompany, type TestService } from '../service.ts';

/** A minute of a call in three seconds. */
const SPEED = 20;
const fast: CallClock = {
  nowMs: () => performance.now() * SPEED,
  after(ms, work) {
    const timer = setTimeout(work, ms / SPEED);
    return () => clearTimeout(timer);
  },
};

let service: TestService;
let company: TestCompany;
let recordings: CallRecordings;
let leg: ScriptedLeg;
let makeParty: MakeSpokenParty;
beforeAll(async () => {
  // Without a worker nobody dials but the test.
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
  recordings = makeRecordings(await makeObjects(service.house, service.url));
  makeParty = makeSpokenParties(service.house, scriptedSpeech());
});
afterAll(() => service.stop());

const scriptedSpeech = () => ({
  recordings,
  organsFor: () => ({ ear: new ScriptedEar(fast, leg.texts), voice: new ScriptedVoice(fast) }),
  detector: energyDetector,
  clock: fast,
});

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, I am an AI. May I ask you something?' },
  sections: [{ type: 'looping', questions: [{ question: 'In which city do you live?', key: 'city' }] }],
  lastMessage: { type: 'last_message', text: 'Thank you and goodbye.' },
};
const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

async function claimed() {
  const agent = { name: 'Grace', flow, callingWindow: null, retryPolicy: { maxAttempts: 1 } };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const { id } = (await company.api.post('/conversations', { agentId, contact })).body;
  const [attempt] = await claimDue(service.house.database, workerId, 1);
  if (!attempt) throw new Error('The call was not due');
  return { id, attempt };
}

/** The call of a conversation, over a line with sound. */
async function hold(script: readonly LegBeat[], partyOf: MakeSpokenParty = makeParty) {
  const { id, attempt } = await claimed();
  const { database } = service.house;
  const errors: Error[] = [];
  await conductCall(
    {
      everywhere: database,
      lineFor: () => ({
        async *dial(order: DialOrder) {
          leg = new ScriptedLeg(fast, script);
          yield { kind: 'answered', party: partyOf(leg, { note: () => undefined, ...order }) } as const;
        },
      }),
      brainOf: async () => rulesBrain(),
      materials: new CallMaterials(),
      journals: new CallJournals(
        (parts) => appendJournals(database, parts),
        (error) => errors.push(error),
      ),
      recordings,
      settle: new Settlements(database).settle,
      putBack: async () => false,
      seed: 1,
      onRinging: () => undefined,
      onError: (error) => errors.push(error),
    },
    attempt,
    { workerId, isTrusted: () => true },
    new AbortController().signal,
  );
  expect(errors).toEqual([]);
  return (await company.api.get(`/conversations/${id}`)).body;
}

test('a spoken call has a transcript, times of its turns, and a recording that can be heard from any place', async () => {
  const { id, status, callAttempts } = await hold([
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

  const [row] = await service.house.database.all<{ turns: { ownMs: number }[] }>(
    sql`select turns from call_attempts where id = ${attempt.id}`,
  );
  expect(row?.turns.length).toBeGreaterThan(0);
  expect(await service.house.registry.getSingleMetricAsString('parley_turn_seconds')).toContain('part="own"');

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
    service.house.database,
    await makeObjects(service.house, service.url),
    AbortSignal.timeout(60_000),
  );
  expect((await fetch(attempt.recordingUrl)).status).toBe(404);
}, 120_000);

test('with PARLEY_RECORDING=off nothing of a call is kept but its words', async () => {
  const config = { ...service.house.config, PARLEY_RECORDING: 'off' as const };
  const unrecorded = makeSpokenParties({ config, registry: new Registry() }, scriptedSpeech());
  const { status, callAttempts } = await hold(
    [{ says: 'Hello? Yes, go on.' }, { says: 'I live in Zurich.' }],
    unrecorded,
  );
  expect(status).toBe('COMPLETED');
  const [attempt] = callAttempts;
  expect(attempt.transcript.map(({ text }: { text: string }) => text)).toContain('I live in Zurich.');
  expect(attempt.recordingUrl ?? null).toBeNull();
  expect(await recordings.left(attempt.id)).toBeNull();
}, 120_000);

test('what a lost process recorded of a call is heard through the attempt', async () => {
  const { id, attempt } = await claimed();
  const lost = makeRecordings(await makeObjects(service.house, service.url));
  const recorder = lost.open(attempt.attemptId, 8000, () => undefined);
  for (let frame = 0; frame < 300; frame += 1)
    recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  // The process dies here: only the part of five seconds was stored.
  await expect.poll(() => recordings.left(attempt.attemptId), { timeout: 30_000 }).not.toBeNull();
  await service.house.database.run(sql`update live_calls set worker_id = ${service.house.database.newId()}`);
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  expect(await reapLostCalls({ everywhere: service.house.database, recordings, onError })).toBe(1);
  expect(errors).toEqual([]);
  const { callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
  expect(callAttempts[0]).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
  const heard = await fetch(callAttempts[0].recordingUrl);
  expect((await heard.arrayBuffer()).byteLength).toBe(58 + 80_000);
}, 120_000);

test('the recording of a conversation that was deleted during its call goes as well', async () => {
  const { id, attempt } = await claimed();
  const recorder = recordings.open(attempt.attemptId, 8000, () => undefined);
  recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  await company.api.delete(`/conversations/${id}`);
  const recordingKey = await recordings.close(attempt.attemptId);
  await new Settlements(service.house.database).settle({
    ...attempt,
    workerId,
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 1,
    transcript: [],
    findings: null,
    recordingKey,
  });
  const gone = await service.house.database.first(
    sql`select 1 as one from object_deletions where key = ${recordingKey}`,
  );
  expect(gone).toEqual({ one: 1 });
});

test('where objects lie in S3 a recording is heard through this service as well', async () => {
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
  const objects = await makeObjects(abroad.house, abroad.url);
  const recordings = makeRecordings(objects);
  const id = abroad.house.database.newId();
  const recorder = recordings.open(id, 8000, () => undefined);
  for (let frame = 0; frame < 300; frame += 1)
    recorder.add(new Int16Array(160).fill(5000), new Int16Array(0));
  const key = (await recordings.close(id)) ?? '';
  expect(s3.keys()).toHaveLength(2);

  const url = await makeRecordingUrl(abroad.house, objects)(key);
  expect(url.startsWith(abroad.url)).toBe(true);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(whole).toHaveLength(58 + 96_000);
  const part = await fetch(url, { headers: { range: 'bytes=80000-80100' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(80_000, 80_101))).toBe(true);
  await objects.delete([key]);
  expect(s3.keys()).toEqual([]);
}, 120_000);
