import { SpeechFailure } from '@parley/speech/speech-failure.ts';
import type { TextToSpeech, TtsRequest } from '@parley/speech/text-to-speech.ts';
import { expect, test } from 'vitest';
import { InstalledVoices, type VoiceProvider } from './voices.ts';

const limits = { atOnce: 2, atOnceEach: 1, mostWaiting: 2, mostWaitingEach: 1 };
const unspoken = {
  text: 'Hello.',
  language: 'EN',
  voice: { provider: null, voiceId: null, speed: 1 },
} as const;
const stays = new AbortController().signal;

const speaking = (said: TtsRequest[]): TextToSpeech => ({
  async *speak(request) {
    said.push(request);
    yield new Int16Array(2400);
  },
});

function installed(providers: readonly VoiceProvider[], more: { usual?: string[]; missing?: string } = {}) {
  const clock = { ms: 0 };
  const failures: string[] = [];
  const voices = new InstalledVoices({
    providers: () => providers,
    usual: more.usual ?? ['offline'],
    missing: () => more.missing,
    limits,
    patienceMs: 1000,
    nowMs: () => clock.ms,
    onFailure: (name, { message }) => failures.push(`${name}: ${message}`),
  });
  return { voices, clock, failures };
}

const provider = (name: string, more: Partial<VoiceProvider> = {}): VoiceProvider => ({
  name,
  tts: speaking([]),
  list: { known: [{ voiceId: 'one', name: 'One', note: null }] },
  speaks: () => true,
  ...more,
});

test('without an installed speech package the voice list is empty, and says how to install one', async () => {
  const missing = 'The offline TTS is not installed: npm start installs it.';
  const { voices } = installed([], { missing });
  expect(await voices.list('EN')).toEqual({ defaultProvider: null, voices: [], problems: [missing] });
  await expect(voices.speak('acme', unspoken, stays)).rejects.toMatchObject({
    kind: 'unavailable',
    message: missing,
  });
});

test('a vendor that cannot list its voices is asked again later, and until then the known voices are shown', async () => {
  let isDown = true;
  const read = async () => {
    if (isDown) throw new SpeechFailure('unavailable', 'no connection');
    return [{ voiceId: 'two', name: 'Two', note: null }];
  };
  const known = [{ voiceId: 'one', name: 'One', note: null }];
  const { voices, clock, failures } = installed([provider('vendor', { list: { known, read } })]);
  const idsNow = async () => (await voices.list('EN')).voices.map(({ voiceId }) => voiceId);
  const { problems } = await voices.list('EN');
  expect(problems).toEqual(['vendor did not list its voices. You can still name one by its id.']);
  expect(failures).toEqual(['vendor: no connection']);
  isDown = false;
  clock.ms = 29_000;
  expect(await idsNow()).toEqual(['one']);
  clock.ms = 31_000;
  expect(await idsNow()).toEqual(['two']);
  isDown = true;
  clock.ms = 600_000;
  expect(await idsNow()).toEqual(['two']);
});

test('a voice id without a provider is used only by the preferred provider', async () => {
  const [first, second]: TtsRequest[][] = [[], []];
  const english = provider('first', { tts: speaking(first ?? []), speaks: (code) => code === 'en' });
  const { voices } = installed([english, provider('second', { tts: speaking(second ?? []) })], {
    usual: ['absent', 'first', 'second'],
  });
  const voice = { provider: null, voiceId: 'mine', speed: 1 };
  await voices.speak('acme', { ...unspoken, voice }, stays);
  await voices.speak('acme', { ...unspoken, voice, language: 'DE' }, stays);
  expect(first?.map(({ voiceId }) => voiceId)).toEqual(['mine']);
  expect(second?.map(({ voiceId }) => voiceId)).toEqual([null]);
});

test('voice previews of one company run one after the other, and too many are refused', async () => {
  const gate = Promise.withResolvers<void>();
  const tts: TextToSpeech = {
    async *speak() {
      await gate.promise;
      yield new Int16Array(1);
    },
  };
  const { voices } = installed([provider('offline', { tts })]);
  const waiting = [voices.speak('acme', unspoken, stays), voices.speak('acme', unspoken, stays)];
  await expect(voices.speak('acme', unspoken, stays)).rejects.toMatchObject({ kind: 'unavailable' });
  gate.resolve();
  expect(await Promise.all(waiting)).toHaveLength(2);
});

test('a voice preview with endless audio is cut off', async () => {
  const endless: TextToSpeech = {
    async *speak() {
      for (;;) yield new Int16Array(100_000);
    },
  };
  const { voices, failures } = installed([provider('offline', { tts: endless })]);
  await expect(voices.speak('acme', unspoken, stays)).rejects.toMatchObject({ kind: 'unprocessable' });
  expect(failures).toEqual(['offline: The audio did not end within a minute']);
});
