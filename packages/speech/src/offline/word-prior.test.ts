import { expect, test } from 'vitest';
import { expectedWords } from './expected-words.ts';
import { bothPriors, englishTalk, talkPrior, type WordPrior } from './word-prior.ts';

/** What a whole text is worth, given in the pieces in which a model says it. */
function worth<State extends { readonly bonus: number }>(
  prior: WordPrior<State>,
  ...pieces: string[]
): number {
  const last = pieces.reduce((state, piece) => prior.follow(state, piece), prior.start);
  return prior.end(last).bonus;
}

test('an expected phrase gets the same bonus in STT however it is split into tokens', () => {
  const prior = expectedWords(['Lose my number']);
  const whole = worth(prior, ' lose my number');
  expect(whole).toBeGreaterThan(0);
  expect(worth(prior, ' lo', 'se', ' my num', 'ber')).toBeCloseTo(whole);
});

test('an expected phrase that is heard only in part gets no bonus in STT', () => {
  const prior = expectedWords(['Lose my number']);
  expect(worth(prior, ' lose', ' my', ' way')).toBe(0);
  expect(worth(prior, ' close', ' my', ' number')).toBe(0);
});

test('an expected phrase gets its bonus anywhere in a sentence, without regard to punctuation', () => {
  const prior = expectedWords(['Hull']);
  expect(worth(prior, ' Well,', ' Hull.')).toBeCloseTo(worth(prior, ' Hull'));
});

test('words that often follow each other get a larger bonus in STT', () => {
  const prior = talkPrior({
    words: { '': 4, lose: 2, my: 4, number: 4 },
    pairs: { ' lose': 2, 'lose my': 2 },
  });
  expect(worth(prior, ' lose', ' my')).toBeGreaterThan(worth(prior, ' my', ' lose'));
});

test('the word "constructor" is treated by STT like any other unknown word', () => {
  const prior = talkPrior({ words: { '': 1, yes: 1 }, pairs: {} });
  expect(worth(prior, ' constructor')).toBe(worth(prior, ' unheard'));
});

test('the bonuses of two lists of expected phrases add up in STT', () => {
  const [one, other] = [expectedWords(['Hull']), expectedWords(['York'])];
  expect(worth(bothPriors(one, other), ' Hull', ' York')).toBeCloseTo(
    worth(one, ' Hull') + worth(other, ' York'),
  );
});

test('word counts of telephone talk make STT prefer "lose my number" over "loose my number"', async () => {
  const talk = await englishTalk();
  expect(worth(talk, ' lose', ' my', ' number')).toBeGreaterThan(worth(talk, ' loose', ' my', ' number'));
});
