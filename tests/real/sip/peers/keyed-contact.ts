import type { TestService } from '@parley/testing/service.ts';
import { startOpenAiSpeechServer } from '@parley/testing/speech-servers/openai-speech-server.ts';
import { startServiceAt } from './service-call.ts';
import { says } from './spoken-person.ts';

/** Of the contacts below. */
export const keyedQuestion = {
  question: 'Do you like tea? Press one for yes.',
  answer: { type: 'yes_no', keys: true },
};

/** Somebody who says hello, and presses one again and again: whatever the agent heard of them, they answer by it. */
export const pressingOne = (hello: string, before: readonly string[] = []): string[] => [
  ...before,
  'Answer()',
  says(hello),
  'SendDTMF(1)',
  'Wait(2)',
  `Goto(${before.length + 3})`,
];

/** Of the agent; tones. */
const SENTENCE_SECONDS = 1;

/**
 * The whole service for calls to them. Audio is real, what is said does not matter: a server understands "Hello." whatever
 * it hears, and speaks in tones. So calls at the same time do not wait for each other's turn at the offline models.
 */
export async function startKeyedServiceAt(
  trunk: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const speech = await startOpenAiSpeechServer();
  speech.answers({ seconds: SENTENCE_SECONDS });
  const service = await startServiceAt(trunk, {
    isSpoken: true,
    environment: {
      PARLEY_STT: 'openai',
      PARLEY_TTS: 'openai',
      PARLEY_SPEECH_URL: speech.url,
      ...environment,
    },
  });
  return {
    ...service,
    async stop() {
      await service.stop();
      await speech.stop();
    },
  };
}
