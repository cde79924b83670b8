import { cadence, faxAnswer, music, silence, tones } from '@parley/testing/openings/opening-sounds.ts';
import { vowels } from '@parley/testing/vowels.ts';
import { expect, test } from 'vitest';
import { MachineToneDetector } from './machine-tone.ts';

const RATE_HZ = 8000;
const FRAME = RATE_HZ / 50;
const speech = (seconds: number): Int16Array[] =>
  Array.from({ length: seconds }, () => vowels(RATE_HZ, () => 0.5));

interface Scene {
  readonly agentSpeaksUntilMs?: number;
  readonly hasAsked?: boolean;
}

/** What is found in a sound, in which all that is not silence is taken for speech. */
function found(
  parts: readonly Int16Array[],
  { agentSpeaksUntilMs = 0, hasAsked = false }: Scene = {},
): string[] {
  const detector = new MachineToneDetector(RATE_HZ);
  const kinds: string[] = [];
  let ms = 0;
  for (const part of [...parts, silence(8000)]) {
    const isVoice = part.length === RATE_HZ;
    for (let at = 0; at + FRAME <= part.length; at += FRAME) {
      // Tones are taken for speech, too.
      const isSpeech = isVoice || part[at + 1] !== 0;
      const around = { isSpeech, isAgentSpeaking: ms < agentSpeaksUntilMs, hasAsked };
      const tone = detector.hear(part.subarray(at, at + FRAME), around);
      if (tone !== undefined) kinds.push(tone.kind);
      ms += 20;
    }
  }
  return kinds;
}

const beep = tones([1000], 400);

test('a tone after a long greeting is a voicemail beep at once', () => {
  expect(found([...speech(5), silence(500), beep])).toEqual(['beep']);
});

test('a tone after a few words is a voicemail beep only if nobody speaks after it', () => {
  expect(found([...speech(1), silence(500), beep])).toEqual(['faint', 'beep']);
  expect(found([...speech(1), silence(500), beep, silence(1100), ...speech(1)])).toEqual(['faint']);
});

test('a tone after a question is a voicemail beep only if nobody speaks after it', () => {
  expect(found([...speech(5), silence(500), beep, silence(1100), ...speech(1)], { hasAsked: true })).toEqual([
    'faint',
  ]);
});

test('silence after a tone while the agent speaks does not make it a voicemail beep', () => {
  const parts = [...speech(1), beep, silence(6000), ...speech(1)];
  expect(found(parts, { agentSpeaksUntilMs: 7000 })).toEqual(['faint']);
});

test('a tone without any words is a voicemail beep once it is clear that it does not repeat', () => {
  expect(found([silence(900), beep])).toEqual(['faint', 'beep']);
});

test('a recording notice tone is a voicemail beep only after a long greeting', () => {
  const recorder = tones([1400], 200);
  expect(found([...speech(1), silence(500), recorder])).toEqual([]);
  expect(found([...speech(5), silence(500), recorder])).toEqual(['beep']);
});

test('a fax machine is recognised by its answer tone', () => {
  expect(found([silence(300), faxAnswer(1)])[0]).toBe('fax');
});

test.each<[string, Int16Array]>([
  ['ringing in Europe', cadence([425], [[1000, 4000]], 20_000)],
  ['ringing in Japan', cadence([400], [[1000, 2000]], 20_000)],
  ['a busy tone', cadence([425], [[500, 500]], 10_000)],
  ['a waiting tone', cadence([440], [[300, 5000]], 20_000)],
  [
    'a tone every quarter of a minute',
    cadence(
      [900],
      [
        [200, 2000],
        [200, 15_000],
      ],
      36_000,
    ),
  ],
  ['a dial tone', tones([425], 10_000)],
  ['music of pure notes', music({ noteMs: 350, overtones: [] }, 15_000, 1)],
  ['music', music({ noteMs: 500, overtones: [0.5, 0.3] }, 15_000, 2)],
])('%s is not a voicemail beep', (_, sound) => {
  expect(found([sound])).not.toContain('beep');
});
