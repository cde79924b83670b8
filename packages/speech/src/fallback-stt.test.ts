import { ScriptedTime } from '@parley/testing/scripted-time.ts';
import { expect, test } from 'vitest';
import { fallbackStt, type SttChoice } from './fallback-stt.ts';
import { SpeechFailure, speechCircuit } from './speech-failure.ts';
import type { SpeechRequest } from './speech-request.ts';
import type { RecognisedWords, SpeechToText, SttStream } from './speech-to-text.ts';

const RATE_HZ = 8000;
/** 100 ms each, so that they are easily counted. */
const frame = (value = 1) => new Int16Array(800).fill(value);

/** A scripted STT: it records what it receives, and emits the words that the test wants. */
class ScriptedStt implements SpeechToText {
  readonly told: string[] = [];
  readonly expected: string[] = [];
  opened = 0;
  throwsAtSound = false;
  #onWords: (words: RecognisedWords) => void = () => {};
  #onTrouble: (error: Error) => void = () => {};

  open(): SttStream {
    this.opened += 1;
    return {
      pushFrame: (sound) => {
        if (this.throwsAtSound) throw new Error('thrown');
        this.told.push(String(sound[0]));
      },
      expect: (phrases) => this.expected.push(...phrases),
      speechBegan: () => this.told.push('began'),
      speechPaused: () => this.told.push('paused'),
      onWords: (listener) => {
        this.#onWords = listener;
      },
      onError: (listener) => {
        this.#onTrouble = listener;
      },
      close: () => this.told.push('closed'),
    };
  }

  says(kind: RecognisedWords['kind'], text: string, startMs = 0, endMs = 0): void {
    this.#onWords({ kind, text, startMs, endMs });
  }

  fails(error: Error = new SpeechFailure('unavailable', 'gone')): void {
    this.#onTrouble(error);
  }
}

const time = new ScriptedTime();

function choiceOf(name: string, stt: SpeechToText, language?: string): SttChoice {
  return {
    name,
    stt,
    supports: (asked) => language === undefined || asked === language,
    circuit: speechCircuit(() => time.nowMs()),
  };
}

function listen(choices: readonly SttChoice[], language = 'en') {
  const notes: string[] = [];
  const words: RecognisedWords[] = [];
  const troubles: Error[] = [];
  const requests: SpeechRequest[] = [];
  const stt = fallbackStt(choices, {
    note: (_part, text, instead) => notes.push(`${text} → ${instead ?? 'nobody'}`),
    clock: time,
    finalMs: 4000,
    onRequest: (request) => requests.push(request),
  });
  const stream = stt.open({ rateHz: RATE_HZ, language, hints: [] });
  stream.onWords((heard) => words.push(heard));
  stream.onError((error) => troubles.push(error));
  return { stream, notes, words, troubles, requests };
}

test('when an STT vendor fails, the next one gets the audio that has no transcript yet', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream, words, notes, troubles } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  for (let value = 1; value <= 20; value += 1) stream.pushFrame(frame(value));
  stream.speechBegan();
  stream.pushFrame(frame(21));
  first.fails();
  stream.pushFrame(frame(22));
  stream.speechPaused();
  expect(second.told).toEqual(['16', '17', '18', '19', '20', 'began', '21', '22', 'paused']);
  second.says('final', 'yes', 500, 700);
  expect(words).toEqual([{ kind: 'final', text: 'yes', startMs: 2000, endMs: 2200 }]);
  expect(notes).toEqual(['vendor failed: gone → offline']);
  expect([first.told.at(-1), troubles]).toEqual(['closed', []]);
});

test('an STT vendor that sends no final transcript in time is replaced by the next, which gets the same audio', async () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.speechBegan();
  stream.pushFrame(frame());
  stream.speechPaused();
  await time.pass(4000);
  expect(second.told).toEqual(['began', '1', 'paused']);
  // The last one has all the time it wants.
  await time.pass(60_000);
  expect(second.told).toHaveLength(3);
});

test('the final words of each pause are reported with the time they took, and those that never came', async () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream, requests } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.speechBegan();
  stream.speechPaused();
  await time.pass(300);
  first.says('final', 'yes');
  stream.speechBegan();
  stream.speechPaused();
  await time.pass(4000);
  second.says('final', 'no');
  expect(requests).toEqual([
    { part: 'stt', vendor: 'vendor', ms: 300, isFailed: false },
    { part: 'stt', vendor: 'vendor', ms: 4000, isFailed: true },
    { part: 'stt', vendor: 'offline', ms: 4000, isFailed: false },
  ]);
});

test('every STT vendor gets the phrases that are expected now', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.expect?.(['Hull']);
  expect([first.expected, second.expected]).toEqual([['Hull'], []]);
  first.fails();
  expect(second.expected).toEqual(['Hull']);
});

test('audio that has been transcribed is not sent again to the next STT vendor', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.speechBegan();
  stream.pushFrame(frame(1));
  stream.speechPaused();
  first.says('final', 'yes');
  stream.pushFrame(frame(2));
  first.fails();
  expect(second.told).toEqual(['2']);
});

test('late transcripts of an STT vendor that was replaced are dropped', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { words, stream } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.pushFrame(frame());
  first.fails();
  first.says('final', 'late');
  expect(words).toEqual([]);
});

test('an STT vendor that does not support the language is tried last, and the journal says so', () => {
  const [english, any] = [new ScriptedStt(), new ScriptedStt()];
  const choices = [choiceOf('offline', english, 'en'), choiceOf('vendor', any)];
  const { notes } = listen(choices, 'de');
  expect([any.opened, english.opened, notes]).toEqual([1, 0, []]);
  any.fails();
  expect(notes).toEqual([
    'No available speech to text supports de; offline transcribes it as English → nobody',
    'vendor failed: gone → offline',
  ]);
});

test('an STT vendor that failed a moment ago is not tried first by the next call', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const choices = [choiceOf('vendor', first), choiceOf('offline', second)];
  for (let call = 0; call < 2; call += 1) {
    listen(choices);
    first.fails();
  }
  listen(choices);
  expect([first.opened, second.opened]).toEqual([2, 3]);
});

test('an error is reported when the last STT vendor fails', () => {
  const only = new ScriptedStt();
  const { troubles, notes } = listen([choiceOf('offline', only)]);
  only.fails();
  expect([troubles.length, notes]).toEqual([1, ['offline failed: gone → nobody']]);
});

test('an error is reported when no STT vendor is configured', async () => {
  const { troubles } = listen([]);
  await Promise.resolve();
  expect(troubles.map(({ message }) => message)).toEqual(['no speech to text is configured']);
});

test('an STT vendor that cannot be opened is skipped, and one that throws later is replaced', () => {
  const broken: SpeechToText = {
    open() {
      throw new Error('no room');
    },
  };
  const [second, third] = [new ScriptedStt(), new ScriptedStt()];
  const { stream, notes } = listen([
    choiceOf('broken', broken),
    choiceOf('vendor', second),
    choiceOf('offline', third),
  ]);
  second.throwsAtSound = true;
  stream.pushFrame(frame(1));
  expect(third.told).toEqual(['1']);
  expect(notes).toEqual(['broken could not be opened: no room → vendor', 'vendor failed: thrown → offline']);
});

test('the only STT vendor is reopened if it has worked for a while, and not if it fails at once', async () => {
  const only = new ScriptedStt();
  const { troubles } = listen([choiceOf('offline', only)]);
  await time.pass(5000);
  only.fails();
  expect([only.opened, troubles]).toEqual([2, []]);
  only.fails();
  expect([only.opened, troubles.map(({ message }) => message)]).toEqual([
    2,
    ['every speech to text has failed'],
  ]);
});

test('at most 20 s of audio are kept for the next STT vendor', () => {
  const [first, second] = [new ScriptedStt(), new ScriptedStt()];
  const { stream } = listen([choiceOf('vendor', first), choiceOf('offline', second)]);
  stream.speechBegan();
  for (let value = 1; value <= 300; value += 1) stream.pushFrame(frame(value));
  first.fails();
  expect([second.told.length, second.told[0], second.told[1]]).toEqual([201, 'began', '101']);
});
