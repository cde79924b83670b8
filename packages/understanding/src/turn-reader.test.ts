import { missingPackage, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { wordFeatures, wordsOf } from './features.ts';
import { decodeModel, encodeModel, type HeadModel, OUTPUTS } from './head-model.ts';
import { WANTS, type Want } from './labels.ts';
import { plainText, spokenText } from './plain-text.ts';
import { type HeardTurn, pairsOf, readTurn, TurnReader } from './turn-reader.ts';

const missing = missingPackage();
if (missing !== undefined) console.warn(`Skipped: the package ${missing} is not installed.`);

const turn = (heard: string, question = ''): HeardTurn => ({
  heard,
  question,
  stage: question === '' ? 'talk' : 'question',
});

describe.skipIf(missing !== undefined)('the trained understanding of English', { timeout: 90_000 }, () => {
  const reader = new TurnReader('en');
  const embedder = new OfflineEmbedder(0, reader.network);
  afterAll(() => embedder.close());

  const read = async (heard: string, question = '') => {
    const scores = await embedder.score(pairsOf(turn(heard, question)), { deadlineMs: 60_000 });
    return reader.read(turn(heard, question), scores);
  };

  test.each([
    'I really would prefer that nobody rings this number again.',
    'take my name off your list and dont phone any more',
    'Could you please delete my phone number and never ring back?',
    'Stop calling this house!',
  ])('the trained model is sure of the do-not-call request in "%s"', async (say) => {
    expect((await read(say)).wishes.never_call.level).toBe('sure');
    expect((await read(say, 'Do you have a driving licence?')).wishes.never_call.level).toBe('sure');
  });

  test.each([
    'I asked your colleague last month to strike me off.',
    "My father is poorly and it isn't right that you keep ringing him.",
    'leave my number out of your machine',
  ])('the trained model finds a do-not-call request at least possible in "%s"', async (say) => {
    expect((await read(say)).wishes.never_call.level).not.toBe('no');
  });

  test.each([
    ['Your people never phone back when they promise to.', 'What could we do better?'],
    ["Don't call me Steve, my name is Stephen.", 'Am I speaking with Steve?'],
    ['I never want to work at nights again.', 'Would you work nights?'],
    ['My sister told her bank to stop calling her.', ''],
    ["Don't call me at work, call me this evening.", 'Is now a good time to talk?'],
  ])('the trained model is not sure of a do-not-call request in "%s"', async (say, question) => {
    expect((await read(say, question)).wishes.never_call.level).not.toBe('sure');
  });

  test('the trained model reads the same words differently after different questions', async () => {
    const opening = await read('Tomorrow.', 'Is now a good time to talk?');
    const start = await read('Tomorrow.', 'When could you start?');
    expect(opening.wishes.later.level).toBe('sure');
    expect(start.wishes.answers.level).toBe('sure');
    expect(start.wishes.later.level).not.toBe('sure');
  });

  test.each([
    ['Yes, I have.', 'Do you have a driving licence?', 'yes'],
    ['I lost it two years ago.', 'Do you have a driving licence?', 'no'],
    ['Not that I know of.', 'Do you have any allergies?', 'no'],
    ['In Manchester.', 'Where do you live?', 'neither'],
  ] as const)('the trained model reads "%s" after "%s" as %s', async (say, question, answer) => {
    expect((await read(say, question)).polarity[answer]).toBeGreaterThan(0.5);
  });

  test.each([
    ['Can I speak to a real person please?', 'human'],
    ['Who is calling please?', 'asks_who'],
    ['Is this call being recorded?', 'asks_recorded'],
    ['Where did you get my number from?', 'asks_source'],
    ['Please leave a message after the tone.', 'machine'],
    ['Sorry, could you say that again?', 'repeat'],
    ['Sorry, you have the wrong number.', 'wrong_person'],
  ] as const)('the trained model understands "%s" as %s', async (say, want) => {
    expect((await read(say)).wishes[want].level).toBe('sure');
  });

  test('the trained model finds a do-not-call request in the middle of a story', async () => {
    const story =
      'Well my daughter was here on Sunday and we had a lovely lunch. Please do not ring this number ever again. ' +
      'And then we went for a walk down by the river with the dog.';
    expect((await read(story)).wishes.never_call.level).not.toBe('no');
  });
});

describe('the trained model without the neural network', () => {
  const reader = new TurnReader('en');

  test('without the neural network the trained model says that only the word model was used', () => {
    expect(reader.read(turn('Hello')).basis).toBe('words');
  });

  test('without the neural network the trained model finds a plain do-not-call request at least possible', () => {
    expect(reader.read(turn('Please stop calling me.')).wishes.never_call.level).not.toBe('no');
  });

  test('without the neural network the trained model accepts any text', () => {
    for (const heard of ['', '???', '你好', '\u0000', 'word '.repeat(10_000)]) {
      const { wishes, polarity } = reader.read(turn(heard));
      const scores = [...Object.values(wishes).map(({ score }) => score), ...Object.values(polarity)];
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the texts that the neural network scores', () => {
  test('a short turn is scored by the neural network as one text', () => {
    expect(pairsOf(turn("Don't ring.", 'May I?'))).toEqual([{ question: 'may i ?', say: 'do not ring' }]);
  });

  test('each sentence of a long turn is scored by the neural network', () => {
    const pairs = pairsOf(
      turn(`${'one two three four five six '.repeat(3)}. Stop calling me. ${'a b c '.repeat(4)}`),
    );
    expect(pairs.map(({ say }) => say)).toContain('stop calling me');
  });

  test('every word of a long turn without punctuation is scored by the neural network', () => {
    const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
    const [, ...parts] = pairsOf(turn(words.join(' ')));
    for (const word of words) expect(parts.some(({ say }) => say.split(' ').includes(word))).toBe(true);
  });

  test('a reply to the greeting is scored by the neural network after the question "is it a good time?"', () => {
    expect(pairsOf({ heard: 'Tomorrow', stage: 'opening' })[0]?.question).toContain('good time');
  });
});

describe('texts normalised for the trained model', () => {
  test.each([
    ["Don't call me, Bob!", 'do not call me, bob'],
    ['dont call me', 'do not call me'],
    ["I can't. WON'T!", 'i can not. will not'],
    ["Who's this?", 'who is this ?'],
    ["O'Brien's, it’s me", "o'brien's, it is me"],
  ])('the trained model gets "%s" normalised as "%s"', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test('the trained model gets the words of a turn without punctuation', () => {
    expect(spokenText(plainText('Yes. No, really?'))).toBe('yes no really');
  });

  test('the trained model gets the same words with and without punctuation', () => {
    expect(wordsOf("Don't call me, Bob!")).toEqual(wordsOf('dont call me bob'));
  });
});

describe('a trained model file', () => {
  const everywhere = (value: number) =>
    Object.fromEntries(WANTS.map((want) => [want, value])) as Record<Want, number>;
  const bias = new Float32Array(OUTPUTS);
  bias[WANTS.indexOf('later')] = 1;
  const [hello = 0] = wordFeatures('hello', '');
  const rows = new Map([[hello, 0]]);
  const words = new Float32Array(OUTPUTS);
  words[0] = 2;
  const model: HeadModel = {
    settings: {
      wordShare: { wants: 0.5, yesNo: 0 },
      withNetwork: { sure: everywhere(0.9), possible: everywhere(0.6), yesNo: 0.8 },
      wordsOnly: { sure: everywhere(0.7), possible: everywhere(0.4), yesNo: 0.8 },
    },
    words: { rows, words, bias },
    network: new Map([['layer.in', { shape: [2, 3], values: Float32Array.of(1, 2, 3, -4, 0, 6) }]]),
  };

  test('a trained model file is read back as it was written', () => {
    const file = encodeModel(model);
    const read = decodeModel(file);
    expect(read.settings).toEqual(model.settings);
    expect(
      [...(read.network.get('layer.in')?.values ?? [])].map((value) => Number(value.toFixed(1))),
    ).toEqual([1, 2, 3, -4, 0, 6]);
    expect(read.words.bias).toEqual(bias);
    expect(read.words.rows).toEqual(rows);
    expect(() => decodeModel(file.subarray(0, file.length - 1))).toThrow();
  });

  test('the thresholds in a trained model file turn each score into a level', () => {
    const levels = (scores?: readonly Float32Array[]) => readTurn(model, turn('hi'), scores).wishes;
    expect(levels().later.level).toBe('sure');
    expect(levels().human.level).toBe('possible');
    const network = new Float32Array(OUTPUTS).fill(-1);
    network[WANTS.indexOf('human')] = 5;
    expect(levels([network]).human.level).toBe('sure');
    expect(levels([network]).later.level).toBe('no');
  });
});
