import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { eventually, WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { stt, tts } = findSpeechPackages();
const hasSpeech = 'files' in stt && 'files' in tts;

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};
const german = {
  name: 'Grete',
  type: 'ONLINE',
  language: 'DE',
  flow: {
    firstMessage: { type: 'first_message', text: 'Guten Tag, hier spricht ein KI-Assistent.' },
    sections: [{ type: 'looping', questions: [{ question: 'Wo wohnen Sie?', key: 'city' }] }],
  },
};
const chinese = {
  ...german,
  name: '小明',
  language: 'ZH',
  flow: {
    firstMessage: { type: 'first_message', text: '您好，我是人工智能助手。' },
    sections: [{ type: 'looping', questions: [{ question: '您住在哪里？', key: 'city' }] }],
  },
};
const english = { ...german, name: 'Grace', language: 'EN' };

async function opened(company: TestCompany, agent: object) {
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const { body } = await company.api.post('/conversations', { agentId, contact });
  return { id: body.id as string, page: new WebCaller(body.onlineUrl) };
}

const stateOf = async (company: TestCompany, agent: object) =>
  (await (await opened(company, agent)).page.state()).body;

describe('with the offline STT and TTS', () => {
  let service: TestService;
  let company: TestCompany;
  beforeAll(async () => {
    service = await startTestService();
    company = await service.newCompany();
  });
  afterAll(() => service.stop());

  test('with offline speech only English web calls are spoken; German and Chinese ones are typed', async () => {
    expect(await stateOf(company, english)).toMatchObject({ voice: hasSpeech, recording: hasSpeech });
    expect(await stateOf(company, german)).toMatchObject({ language: 'de', voice: false, recording: false });
    expect(await stateOf(company, chinese)).toMatchObject({ language: 'zh', voice: false, recording: false });
  });

  test('with offline speech a German web call whose page offers audio is typed from greeting to end', async () => {
    const { id, page } = await opened(company, german);
    const joined = await page.join({ offer: 'an offer that nobody opens' });
    expect(joined).toMatchObject({ status: 201, body: { callId: expect.any(String) } });
    expect(joined.body.answer).toBeUndefined();
    const again = await page.post('resume', { resumeKey: page.resumeKey, offer: 'and another' });
    expect(again).toMatchObject({ status: 200, body: { callId: joined.body.callId } });
    expect(again.body.answer).toBeUndefined();
    const events = await page.talk(await page.follow(), [
      [/KI-Assistent/, 'Guten Tag'],
      [/Wo wohnen Sie/, 'In Wien'],
    ]);
    expect(events.at(-1)?.data).toMatchObject({ type: 'call_ended', reason: 'finished' });
    const done = await eventually(async () => {
      const { body } = await company.api.get(`/conversations/${id}`);
      return body.status === 'COMPLETED' ? body : undefined;
    });
    const said = done.callAttempts[0].transcript.map(({ text }: { text: string }) => text);
    expect(said).toContain('In Wien');
    // Nothing was heard by an ear of another language.
    expect(done.callAttempts[0].recordingUrl ?? null).toBeNull();
  });
});

test('with vendors, a web call is spoken if STT and TTS know its language', async () => {
  // Nobody is asked anything: a link is only looked at.
  const environment = {
    PARLEY_STT: 'deepgram',
    PARLEY_TTS: 'deepgram',
    PARLEY_DEEPGRAM_KEY: 'd',
    PARLEY_ELEVENLABS_KEY: 'e',
  };
  const service = await startTestService({ environment });
  try {
    const company = await service.newCompany();
    expect(await stateOf(company, german)).toMatchObject({ voice: true, recording: true });
    expect(await stateOf(company, chinese)).toMatchObject({ voice: false, recording: false });
    const voiced = { ...chinese, voice: { provider: 'elevenlabs' } };
    expect(await stateOf(company, voiced)).toMatchObject({ voice: true, recording: true });
  } finally {
    await service.stop();
  }
});
