import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import {
  type ElevenLabsServer,
  startElevenLabsServer,
} from '@parley/testing/speech-servers/elevenlabs-server.ts';
import {
  type OpenAiSpeechServer,
  startOpenAiSpeechServer,
} from '@parley/testing/speech-servers/openai-speech-server.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** `parley speech check`, as somebody runs it who has just configured a vendor. */
// A model is loaded, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let elevenlabs: ElevenLabsServer;
let openai: OpenAiSpeechServer;
beforeAll(async () => {
  elevenlabs = await startElevenLabsServer();
  openai = await startOpenAiSpeechServer();
});
afterAll(async () => {
  await elevenlabs.stop();
  await openai.stop();
});

const check = (environment: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../../apps/service/bin/parley.js'), 'speech', 'check'],
    { env: { PATH: process.env.PATH ?? '', ...environment } },
  ).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code: Number(code), text: `${stdout}${stderr}` }),
  );

test('parley speech check tests every configured STT and TTS and reports each in one line', async () => {
  openai.transcribes('The line is good.');
  const { text } = await check({
    PARLEY_TTS: 'elevenlabs',
    PARLEY_ELEVENLABS_KEY: 'k',
    PARLEY_ELEVENLABS_URL: elevenlabs.url,
    PARLEY_STT: 'openai',
    PARLEY_SPEECH_URL: openai.url,
  });
  expect(text).toMatch(
    /^Text to speech elevenlabs works: first audio after \d+ ms, all 1\.0 s of audio after \d+ ms\.$/m,
  );
  expect(text).toMatch(
    /^Speech to text openai works: final transcript "The line is good\.", \d+ ms after the end of the audio\.$/m,
  );
  expect(text).toContain('Calls use openai');
  // Of the 32, this vendor does not speak six.
  expect(text).toMatch(/^Calls are spoken in English, German, .*Chinese, and Korean\. In other languages/m);
});

test('parley speech check reports a vendor that refuses the key and exits with 1', async () => {
  elevenlabs.meets('refused');
  const { code, text } = await check({
    PARLEY_TTS: 'elevenlabs',
    PARLEY_ELEVENLABS_KEY: 'wrong',
    PARLEY_ELEVENLABS_URL: elevenlabs.url,
  });
  expect(text).toContain(
    'Text to speech elevenlabs refused the request: The connection was refused with 403\n',
  );
  expect(code).toBe(1);
});

test.runIf('files' in findSpeechPackages().stt)(
  'parley speech check without vendors tests the offline STT and TTS, and says that they need English',
  async () => {
    const { code, text } = await check({});
    expect(text).toMatch(
      /^Speech to text offline works: final transcript ".*line is good.*", \d+ ms after the end of the audio\.$/m,
    );
    expect(text).toContain('Calls are spoken in English. In other languages a web call is typed');
    expect(code).toBe(0);
  },
);
