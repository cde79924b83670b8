import { expect, test } from 'vitest';
import { type BeamSearchOptions, beamSearch, type Decoder } from './beam-search.ts';
import { expectedWords } from './expected-words.ts';

const pieces = ['', '', '', ' lose', ' leave', ' my', ' number', ' name'];
const [START, END] = [1, 2];

/** What comes after which words, by likelihood; nothing else does. */
type Model = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Knows the words of each hypothesis by the parents that the search names, as a real decoder does. */
function decoderOf(model: Model): Decoder {
  let texts = [''];
  return {
    async step(tokens, parents) {
      texts = tokens.map((token, row) => `${texts[parents[row] as number] ?? ''}${pieces[token]}`);
      return texts.map((text) => {
        const logits = new Float32Array(pieces.length).fill(-30);
        for (const [piece, likelihood] of Object.entries(model[text.trim()] ?? { end: 1 }))
          logits[piece === 'end' ? END : pieces.indexOf(` ${piece}`)] = Math.log(likelihood);
        return logits;
      });
    },
  };
}

async function found(model: Model, given: Partial<BeamSearchOptions> = {}) {
  const hypotheses = await beamSearch(decoderOf(model), {
    startToken: START,
    endToken: END,
    width: 3,
    mostTokens: 10,
    textOf: (token) => pieces[token] ?? '',
    prior: expectedWords([]),
    endPenalty: 0,
    ...given,
  });
  return hypotheses.map(({ tokens, logProbability }) => ({
    text: tokens
      .map((token) => pieces[token])
      .join('')
      .trim(),
    logProbability,
  }));
}

const garden: Model = {
  '': { leave: 0.55, lose: 0.45 },
  leave: { my: 0.5, number: 0.25, name: 0.25 },
  lose: { my: 1 },
  'leave my': { number: 0.5, name: 0.5 },
  'lose my': { number: 1 },
};

test('an STT beam search of width one takes the likeliest token each time', async () => {
  expect((await found(garden, { width: 1 })).map(({ text }) => text)).toEqual(['leave my number']);
});

test('a wider STT beam search finds the likelier sentence behind a less likely token', async () => {
  const [best] = await found(garden);
  expect(best?.text).toBe('lose my number');
  // Four tokens with the end, of which only the first was in doubt.
  expect(best?.logProbability).toBeCloseTo(Math.log(0.45) / 4, 3);
});

test('expected phrases win over words that sound a little likelier to STT', async () => {
  const model: Model = {
    '': { leave: 0.6, lose: 0.4 },
    leave: { my: 1 },
    lose: { my: 1 },
    'leave my': { number: 1 },
    'lose my': { number: 1 },
  };
  const [usual] = await found(model);
  const [hinted] = await found(model, { prior: expectedWords(['lose my number']) });
  expect([usual?.text, hinted?.text]).toEqual(['leave my number', 'lose my number']);
});

test('expected phrases do not raise the confidence of a transcript', async () => {
  const prior = expectedWords(['lose my number']);
  const hinted = (await found(garden, { prior })).find(({ text }) => text === 'lose my number');
  const usual = (await found(garden)).find(({ text }) => text === 'lose my number');
  expect(hinted?.logProbability).toBe(usual?.logProbability);
});

test('an STT beam search without an end token stops at the maximum number of tokens', async () => {
  const endless: Model = new Proxy({}, { get: () => ({ my: 1 }) });
  const [best] = await found(endless, { mostTokens: 5 });
  expect(best?.text).toBe('my my my my my');
});
