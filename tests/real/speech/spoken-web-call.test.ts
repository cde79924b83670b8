import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { ScriptedBrowser } from '@parley/testing/scripted-browser.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { loudness } from '@parley/testing/tone.ts';
import { eventually, WebCaller } from '@parley/testing/web-caller.ts';
import { WEB_RATE_HZ } from '@parley/web-call/web-media-protocol.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareHeard } from '../sip/offline-speech.ts';

const { stt, tts } = findSpeechPackages();
const hasSpeech = 'files' in stt && 'files' in tts;
/** A machine that does much else besides needs its time to hear and to speak. */
const SLOW_MS = 300_000;
/** A microphone that nobody speaks into. */
const SILENT = { hz: 0 };

skipWhenOverloaded();

let service: TestService;
let company: TestCompany;
const browsers: ScriptedBrowser[] = [];
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_WEBRTC_ADDRESS: '127.0.0.1' } });
  company = await service.newCompany();
});
afterAll(async () => {
  for (const browser of browsers) await browser.kill();
  await service.stop();
});

/** As the offline voice says it. */
async function spoken(text: string): Promise<Int16Array> {
  if (!('files' in tts)) throw new Error('The offline voice is not installed');
  const made = offlineTts(tts.files, 1);
  const order = { text, rateHz: WEB_RATE_HZ, language: 'en', voiceId: null, speed: 1 } as const;
  const pieces: number[] = [];
  for await (const piece of made.tts.speak(order, new AbortController().signal)) pieces.push(...piece);
  await made.stop();
  return Int16Array.from(pieces);
}

async function opened() {
  const agent = {
    name: 'Grace',
    type: 'ONLINE',
    duration: 10,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [
        {
          type: 'looping',
          questions: [{ question: 'Where do you live?' }, { question: 'Do you own a car?' }],
        },
      ],
    },
  };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'a@example.com',
    gdprExpiryDate: '2099-12-31',
  };
  const { body } = await company.api.post('/conversations', { agentId, contact });
  return { id: body.id as string, page: new WebCaller(body.onlineUrl) };
}

const newBrowser = () => {
  const browser = new ScriptedBrowser();
  browsers.push(browser);
  return browser;
};

/** Something loud came out of the loudspeaker. */
const voiceIn = (browser: ScriptedBrowser) =>
  eventually(async () => (loudness(await browser.heard()) > 200 ? true : undefined));

test.skipIf(!hasSpeech)(
  'a contact talks, loses the connection, reconnects and types, and the call is completed and recorded',
  async () => {
    const { id, page } = await opened();
    const browser = newBrowser();
    const joined = await page.join({ offer: await browser.offer() });
    expect(joined.status).toBe(201);
    browser.answer(joined.body.answer);
    browser.speak(SILENT);
    const stream = await page.follow();
    await stream.until(({ type, text }) => type === 'update' && /AI assistant/.test(text));
    await voiceIn(browser);

    // The network is gone, and comes back with another connection.
    await browser.kill();
    const second = newBrowser();
    const resumed = await page.post('resume', { resumeKey: page.resumeKey, offer: await second.offer() });
    expect(resumed.body).toEqual({ callId: joined.body.callId, answer: expect.stringContaining('m=audio') });
    second.answer(resumed.body.answer);
    second.speak(SILENT);
    await stream.until(({ type, text }) => type === 'update' && /Where do you live/.test(text));
    await voiceIn(second);
    await page.type('In Zurich');

    // And from here on they only type.
    await stream.until(({ type, text }) => type === 'update' && /own a car/.test(text));
    expect((await page.post('resume', { resumeKey: page.resumeKey })).body).toEqual({
      callId: joined.body.callId,
    });
    await page.type('Yes, I do');
    expect((await stream.until(({ type }) => type === 'call_ended')).data).toMatchObject({
      reason: 'finished',
    });
    const { status, callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
    expect(status).toBe('COMPLETED');
    const [attempt] = callAttempts;
    const said = attempt.transcript.map(
      ({ speaker, text }: { speaker: string; text: string }) => `${speaker}: ${text}`,
    );
    expect(said).toContain('CONTACT: In Zurich');
    expect(said).toContain('CONTACT: Yes, I do');
    const recording = await fetch(attempt.recordingUrl);
    expect(recording.status).toBe(200);
    expect((await recording.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
  },
  SLOW_MS,
);

test.skipIf(!hasSpeech)(
  'a contact answers the questions by voice',
  async () => {
    // However it is asked: who was not understood is asked again in other words.
    const replies = [
      [/\blive\b/, 'I live in the middle of London.'],
      [/\bcar\b/, 'Yes, I have two of them.'],
    ] as const;
    const sounds = await Promise.all(
      replies.map(async ([asked, reply]) => ({ asked, sound: await spoken(reply) })),
    );
    const { id, page } = await opened();
    const browser = newBrowser();
    const joined = await page.join({ offer: await browser.offer() });
    browser.answer(joined.body.answer);
    browser.speak(SILENT);
    const stream = await page.follow();
    let agentSaid = '';
    const { data: end } = await stream.until(({ type, who, text }) => {
      if (type === 'update' && who === 'agent') agentSaid = text;
      const due = sounds.find(({ asked }) => asked.test(agentSaid));
      if (type === 'agent_stop_talking' && due) browser.say(due.sound);
      return type === 'call_ended';
    });
    expect(end).toMatchObject({ reason: 'finished' });
    const { status, callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
    expect(status).toBe('COMPLETED');
    const said = callAttempts[0].transcript
      .filter(({ speaker }: { speaker: string }) => speaker === 'CONTACT')
      .map(({ text }: { text: string }) => text)
      .join(' ');
    // Not each word: a machine that pauses for a moment garbles one.
    expect(shareHeard(replies.map(([, reply]) => reply).join(' '), said), said).toBeGreaterThan(0.5);
  },
  SLOW_MS,
);

test.skipIf(!hasSpeech)('an SDP offer that cannot be answered starts no call', async () => {
  const { id, page } = await opened();
  const refused = await page.join({ offer: 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n' });
  expectErrorBody(refused, 400);
  expect(refused.body.errors).toEqual(['offer must offer one audio track and nothing else']);
  expect((await company.api.get(`/conversations/${id}`)).body).toMatchObject({
    status: 'SCHEDULED',
    callAttempts: [],
  });
  expect((await page.state()).body.state).toBe('open');
});
