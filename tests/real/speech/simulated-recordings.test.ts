import { decodeG711, muLaw } from '@parley/audio/g711.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { makeReceipts } from '@parley/service/main/seals.ts';
import { makeSimulatedRecordings } from '@parley/service/main/simulated-recordings.ts';
import { recordingPart, simulatedRecordingKey } from '@parley/service/storage/objects/recording-key.ts';
import { sweepDocuments } from '@parley/service/workflows/cleanup.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { patience } from '@parley/testing/patience.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const isInstalled = 'files' in findSpeechPackages().tts;
const environment = { PARLEY_SIM_SPEED: '1000000', PARLEY_ALLOW_PRIVATE_URLS: 'true' };

let service: TestService;
let company: TestCompany;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService({ environment });
  company = await service.newCompany();
  receiver = await startReceiver();
  const events = ['ANALYSIS_COMPLETED'];
  await company.api.post('/webhooks', { url: receiver.url, name: 'Ours', events });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

/** Calls somebody on the simulated network; the conversation once it is over. */
async function called(number: string, { language = 'EN', by = company } = {}) {
  const text = { EN: 'Hello, I am an AI.', EL: 'Καλημέρα σας, είμαι βοηθός τεχνητής νοημοσύνης.' }[language];
  const question = { EN: 'When could you start?', EL: 'Πότε μπορείτε να ξεκινήσετε;' }[language];
  const flow = {
    firstMessage: { type: 'first_message', text },
    sections: [{ type: 'looping', questions: [{ question }] }],
  };
  const retryPolicy = { maxAttempts: 1, delaySeconds: 1 };
  const agent = await by.api.post('/agents', {
    name: 'Grace',
    language,
    flow,
    callingWindow: null,
    retryPolicy,
  });
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  const contact = { ...names, phoneNumber: `+1500555${number}`, gdprExpiryDate: '2099-12-31' };
  const { id } = (await by.api.post('/conversations', { agentId: agent.body.id, contact })).body;
  const read = async () => (await by.api.get(`/conversations/${id}`)).body;
  await expect.poll(async () => (await read()).finishedDate ?? null, patience).not.toBeNull();
  return read();
}

const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** Whether somebody is heard on a side between two seconds. */
function isLoud(wav: Buffer, side: 0 | 1, from: number, to: number): boolean {
  const coded = wav.subarray(58 + from * 16_000, 58 + to * 16_000).filter((_, at) => at % 2 === side);
  const sound = new Int16Array(coded.length);
  decodeG711(muLaw, coded, sound);
  return sound.some((sample) => Math.abs(sample) > 1000);
}

describe.skipIf(!isInstalled)('the recording of a simulated call', () => {
  test('the recording of a simulated call has both sides at their times and is served like a real recording', async () => {
    const { id: conversationId, callAttempts } = await called('0000');
    const [{ id, recordingUrl, transcript, duration }] = callAttempts;
    expect(recordingUrl).toContain(`${service.url}/objects/recordings/${id}/`);
    const objects = await makeObjects(service.services, service.url);
    // Nobody has asked for it yet.
    expect(await objects.head(recordingPart(id, 0))).toBeUndefined();

    const [{ response, bytes }, simultaneous] = await Promise.all([
      bytesAt(recordingUrl),
      bytesAt(recordingUrl),
    ]);
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('accept-ranges'),
    ]).toEqual([200, 'audio/wav', 'bytes']);
    expect(simultaneous.bytes.equals(bytes)).toBe(true);
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24)]).toEqual([7, 2, 8000]);
    expect(bytes.length).toBe(58 + bytes.readUInt32LE(54));
    expect(bytes.readUInt32LE(54) / 16_000).toBeGreaterThanOrEqual(duration);
    // The contact left and the agent right, and neither while the other has the word for the first time.
    const [first, second] = transcript;
    expect([first.speaker, second.speaker]).toEqual(['AI', 'CONTACT']);
    expect(isLoud(bytes, 1, first.startTime, first.endTime)).toBe(true);
    expect(isLoud(bytes, 0, 0, second.startTime)).toBe(false);
    expect(isLoud(bytes, 0, second.startTime, second.startTime + 1)).toBe(true);

    const fresh = (await company.api.get(`/conversations/${conversationId}`)).body;
    const again = await bytesAt(fresh.callAttempts[0].recordingUrl);
    expect(again.bytes.equals(bytes)).toBe(true);
    const part = await bytesAt(recordingUrl, { range: 'bytes=100-199' });
    expect([part.response.status, part.response.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ]);
    expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
    expect((await bytesAt(recordingUrl, { range: `bytes=${bytes.length}-` })).response.status).toBe(416);
  });

  test('the recording of a simulated call is made when its size is first requested, and its URL is in events', async () => {
    const { id, callAttempts } = await called('0000');
    const head = await fetch(callAttempts[0].recordingUrl, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const told = () =>
      receiver.received
        .map(({ body }) => JSON.stringify(body))
        .find((text) => text.includes(id) && text.includes('recordingUrl'));
    await expect.poll(told, patience).toBeDefined();
    const { bytes } = await bytesAt(JSON.parse(told() ?? '').data.callAttempts[0].recordingUrl);
    expect(String(bytes.length)).toBe(head.headers.get('content-length'));
  });

  test('the recording of a simulated call is deleted with its conversation', async () => {
    const { id, callAttempts } = await called('0000');
    const [{ id: attemptId, recordingUrl }] = callAttempts;
    expect((await bytesAt(recordingUrl)).response.status).toBe(200);
    const objects = await makeObjects(service.services, service.url);
    expect(await objects.head(recordingPart(attemptId, 0))).toBeDefined();
    await company.api.delete(`/conversations/${id}`);
    await sweepDocuments(
      service.services.database,
      { objects, receipts: makeReceipts(service.services) },
      AbortSignal.timeout(60_000),
    );
    expect(await objects.head(recordingPart(attemptId, 0))).toBeUndefined();
    expect((await bytesAt(recordingUrl)).response.status).toBe(404);
  });

  test('a simulated call has a recording even if the TTS does not support its language', async () => {
    const { callAttempts } = await called('0000', { language: 'EL' });
    const { response, bytes } = await bytesAt(callAttempts[0].recordingUrl);
    expect(response.status).toBe(200);
    expect(isLoud(bytes, 1, 0, 5)).toBe(true);
  });

  test.each(['0001', '0002', '0010'])(
    'a simulated call that nobody answered has no recording (%s)',
    async (number) => {
      const { callAttempts } = await called(number);
      expect(callAttempts[0].recordingUrl ?? null).toBeNull();
    },
  );

  test('a simulated call has no recording with PARLEY_RECORDING=off', async () => {
    const silent = await startTestService({ environment: { ...environment, PARLEY_RECORDING: 'off' } });
    try {
      const by = await silent.newCompany();
      const { callAttempts } = await called('0000', { by });
      expect(callAttempts[0].transcript).not.toEqual([]);
      expect(callAttempts[0].recordingUrl ?? null).toBeNull();
    } finally {
      await silent.stop();
    }
  });
});

test('without speech packages simulated calls have no recording, and other calls have one', async () => {
  const objects = await makeObjects(service.services, service.url);
  const { recordingUrl } = makeSimulatedRecordings(service.services, objects, {
    tts: { missing: ['flite'] },
  });
  expect(await recordingUrl(simulatedRecordingKey('an-attempt'))).toBeNull();
  expect(await recordingUrl('recordings/an-attempt/8000-80000-100.wav')).toContain('/objects/recordings/');
});
