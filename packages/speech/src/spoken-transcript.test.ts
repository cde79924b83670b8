import { decodeG711, muLaw } from '@parley/audio/g711.ts';
import type { TranscriptLine } from '@parley/call-engine/outcome.ts';
import { expect, test } from 'vitest';
import { SpeechFailure } from './speech-failure.ts';
import { spokenTranscript } from './spoken-transcript.ts';
import type { TextToSpeech, TtsRequest } from './text-to-speech.ts';

const RATE = 8000;

/** A loud constant, a tenth of a second for each letter, with silence around it; without a Latin letter it refuses. */
class LetterTts implements TextToSpeech {
  readonly orders: TtsRequest[] = [];

  async *speak(order: TtsRequest): AsyncGenerator<Int16Array> {
    this.orders.push(order);
    const letters = order.text.match(/[a-z]/gi)?.length ?? 0;
    if (letters === 0) throw new SpeechFailure('unusable', 'No letters');
    yield new Int16Array(1600);
    yield new Int16Array(Math.round((letters * RATE) / 10 / order.speed)).fill(8000);
    yield new Int16Array(1600);
  }
}

const line = (speaker: TranscriptLine['speaker'], startTime: number, endTime: number, text: string) =>
  ({ speaker, startTime, endTime, text, language: 'en' }) as const;

async function recorded(lines: readonly TranscriptLine[], durationSeconds: number) {
  const tts = new LetterTts();
  const { signal } = new AbortController();
  const pieces = await Array.fromAsync(spokenTranscript({ tts, lines, durationSeconds, signal }));
  const bytes = Buffer.concat(pieces);
  const side = (index: number) => {
    const coded = bytes.filter((_, at) => at % 2 === index);
    const sound = new Int16Array(coded.length);
    decodeG711(muLaw, coded, sound);
    return stretches(sound);
  };
  return {
    seconds: bytes.length / 2 / RATE,
    longestPiece: Math.max(...pieces.map(({ length }) => length)),
    contact: side(0),
    agent: side(1),
    orders: tts.orders,
  };
}

/** When it is loud, in tenths of a second. */
function stretches(sound: Int16Array): [from: number, to: number][] {
  const found: [number, number][] = [];
  let from: number | undefined;
  for (let at = 0; at <= sound.length; at += 1) {
    const isLoud = Math.abs(sound[at] ?? 0) > 1000;
    if (isLoud) from ??= at;
    if (isLoud || from === undefined) continue;
    found.push([Math.round(from / 800), Math.round(at / 800)]);
    from = undefined;
  }
  return found;
}

test('a transcript is spoken at its times, contact left and agent right, each in their own voice', async () => {
  const lines = [line('AI', 0, 1, 'Hello'), line('CONTACT', 1.5, 2, 'Yes'), line('AI', 2.5, 4, 'Goodbye')];
  const { seconds, contact, agent, orders } = await recorded(lines, 5);
  expect(seconds).toBe(5);
  expect(agent).toEqual([
    [0, 5],
    [25, 32],
  ]);
  expect(contact).toEqual([[15, 18]]);
  expect(orders.map(({ voiceId }) => voiceId)).toEqual(['slt', 'rms', 'slt']);
});

test('a transcript line that takes too long is spoken faster and never overlaps the next of that side', async () => {
  const lines = [
    line('CONTACT', 0, 1, 'elevenlette'),
    line('CONTACT', 1, 2, 'a very long line that does not fit'),
    line('CONTACT', 2, 3, 'end'),
  ];
  const { contact, orders } = await recorded(lines, 3);
  const [first, second, third] = contact;
  expect(first).toEqual([0, 10]);
  expect(second?.[0]).toBeGreaterThanOrEqual(10);
  expect(third?.[0]).toBeGreaterThanOrEqual(second?.[1] as number);
  expect((third?.[1] as number) - (third?.[0] as number)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...orders.map(({ speed }) => speed))).toBe(1.5);
});

test('a transcript line in a script that the voice cannot read is announced by its language', async () => {
  const greek = { ...line('AI', 0, 4, 'Καλημέρα σας'), language: 'el' };
  const { agent, orders } = await recorded([greek, line('CONTACT', 5, 6, 'Yes')], 7);
  expect(agent).toHaveLength(1);
  expect(orders.map(({ text }) => text)).toEqual(['Καλημέρα σας', 'In Greek.', 'Yes']);
});

test('a long silence of a spoken transcript is written in chunks', async () => {
  const { seconds, longestPiece } = await recorded([line('AI', 0, 1, 'Hello')], 300);
  expect(seconds).toBe(300);
  expect(longestPiece).toBeLessThanOrEqual(2 * RATE);
});

test('aborting the synthesis of a transcript throws instead of ending early', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  const lines = [line('AI', 0, 1, 'Hello')];
  const spoken = spokenTranscript({ tts: new LetterTts(), lines, durationSeconds: 1, signal: stopped });
  await expect(Array.fromAsync(spoken)).rejects.toThrow('stopped');
});
