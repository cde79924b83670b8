import { missingPackage, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { DENSE_LENGTH, featuresOf, VECTOR_LENGTH, WORD_BUCKETS, wordsOf } from './features.ts';
import { decodeModel, encodeModel, OUTPUTS } from './head-model.ts';
import { WANTS } from './labels.ts';
import { TurnReader } from './turn-reader.ts';

const missing = missingPackage();
if (missing !== undefined) console.warn(`Skipped: the package ${missing} is not installed.`);

describe.skipIf(missing !== undefined)('the trained understanding of English', { timeout: 90_000 }, () => {
  const embedder = new OfflineEmbedder(0);
  const reader = new TurnReader('en');
  afterAll(() => embedder.close());

  const read = async (say: string, question = '') => {
    const { vectors } = await embedder.embed([say, question], { deadlineMs: 60_000 });
    const [sayVector, questionVector] = vectors as [Float32Array, Float32Array];
    return reader.read({ say, question, sayVector, questionVector });
  };

  test.each([
    'I really would prefer that nobody rings this number again.',
    'take my name off your list and dont phone any more',
    'Could you please delete my phone number and never ring back?',
  ])('finds the do-not-call wish in "%s"', async (say) => {
    expect((await read(say)).found).toContain('never_call');
    expect((await read(say, 'Do you have a driving licence?')).found).toContain('never_call');
  });

  test.each([
    'Stop calling this house!',
    'I asked your colleague last month to strike me off.',
    "My father is poorly and it isn't right that you keep ringing him.",
    'leave my number out of your machine',
  ])('asks back at least after "%s"', async (say) => {
    expect((await read(say)).mayWantNoCalls).toBe(true);
  });

  test.each([
    ['Your people never phone back when they promise to.', 'What could we do better?'],
    ["Don't call me Steve, my name is Stephen.", 'Am I speaking with Steve?'],
    ['I never want to work at nights again.', 'Would you work nights?'],
    ['My sister told her bank to stop calling her.', ''],
    ["Don't call me at work, call me this evening.", 'Is now a good time to talk?'],
  ])('finds no do-not-call wish in "%s"', async (say, question) => {
    expect((await read(say, question)).found).not.toContain('never_call');
  });

  test('the same words are read differently after different questions', async () => {
    const opening = await read('Tomorrow.', 'Is now a good time to talk?');
    const start = await read('Tomorrow.', 'When could you start?');
    expect(opening.found).toContain('later');
    expect(start.found).toContain('answers');
    expect(start.found).not.toContain('later');
  });

  test.each([
    ['Yes, I have.', 'Do you have a driving licence?', 'yes'],
    ['I lost it two years ago.', 'Do you have a driving licence?', 'no'],
    ["I couldn't be happier.", 'Are you happy with our service?', 'yes'],
    ['Not that I know of.', 'Do you have any allergies?', 'no'],
    ['In Manchester.', 'Where do you live?', 'neither'],
  ] as const)('reads "%s" after "%s" as %s', async (say, question, answer) => {
    expect((await read(say, question)).answer).toBe(answer);
  });

  test.each([
    ['Can I speak to a real person please?', 'human'],
    ['Who is calling please?', 'asks_who'],
    ['Is this call being recorded?', 'asks_recorded'],
    ['Where did you get my number from?', 'asks_source'],
    ['Please leave a message after the tone.', 'machine'],
    ['Sorry, could you say that again?', 'repeat'],
    ['Sorry, you have the wrong number.', 'wrong_person'],
  ] as const)('understands "%s" as %s', async (say, want) => {
    expect((await read(say)).found).toContain(want);
  });
});

describe('the model of a turn', () => {
  const sayVector = new Float32Array(VECTOR_LENGTH).fill(1 / Math.sqrt(VECTOR_LENGTH));

  test('accepts any text', () => {
    const reader = new TurnReader('en');
    for (const say of ['', '???', '你好', '\u0000', 'word '.repeat(10_000)]) {
      const { wants, yesNo } = reader.read({ say, question: '', sayVector });
      for (const probability of [...Object.values(wants), ...Object.values(yesNo)]) {
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
    }
  });

  test('reads words the same with and without punctuation', () => {
    expect(wordsOf("Don't call me, Bob!")).toEqual(wordsOf('dont call me bob'));
  });

  test('uses a question only together with its vector', () => {
    const without = featuresOf({ say: 'Yes', question: '', sayVector });
    expect(featuresOf({ say: 'Yes', question: 'Really?', sayVector })).toEqual(without);
  });

  test('is the same after being written and read', () => {
    const hidden = 2;
    const thresholds = Object.fromEntries(WANTS.map((want) => [want, 0.5])) as Record<
      (typeof WANTS)[number],
      number
    >;
    const dense = new Float32Array(DENSE_LENGTH * hidden);
    dense[3] = 1.5;
    const file = encodeModel({
      thresholds,
      possibleNeverCall: 0.1,
      yesNoThreshold: 0.6,
      weights: {
        hidden,
        dense,
        hiddenBias: new Float32Array(hidden),
        output: new Float32Array(hidden * OUTPUTS).fill(-0.25),
        words: new Float32Array(WORD_BUCKETS * OUTPUTS),
        outputBias: new Float32Array(OUTPUTS).fill(-2),
      },
    });
    const { weights, yesNoThreshold, possibleNeverCall } = decodeModel(file);
    expect(weights.dense[3]).toBeCloseTo(1.5, 4);
    expect(weights.output[0]).toBeCloseTo(-0.25, 4);
    expect([yesNoThreshold, possibleNeverCall]).toEqual([0.6, 0.1]);
    expect(() => decodeModel(file.subarray(0, file.length - 1))).toThrow('bytes instead of');
  });
});
