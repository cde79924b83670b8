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

test('an expected phrase is worth the same in whatever pieces it comes', () => {
  const prior = expectedWords(['Lose my number']);
  const whole = worth(prior, ' lose my number');
  expect(whole).toBeGreaterThan(0);
  expect(worth(prior, ' lo', 'se', ' my num', 'ber')).toBeCloseTo(whole);
});

test('the beginning of an expected phrase is worth nothing in the end', () => {
  const prior = expectedWords(['Lose my number']);
  expect(worth(prior, ' lose', ' my', ' way')).toBe(0);
  expect(worth(prior, ' close', ' my', ' number')).toBe(0);
});

test('an expected phrase counts anywhere in a sentence, without its marks', () => {
  const prior = expectedWords(['Hull']);
  expect(worth(prior, ' Well,', ' Hull.')).toBeCloseTo(worth(prior, ' Hull'));
});

test('words that often follow each other are worth more', () => {
  const prior = talkPrior({
    words: { '': 4, lose: 2, my: 4, number: 4 },
    pairs: { ' lose': 2, 'lose my': 2 },
  });
  expect(worth(prior, ' lose', ' my')).toBeGreaterThan(worth(prior, ' my', ' lose'));
});

test('a word that objects inherit is a word like any other', () => {
  const prior = talkPrior({ words: { '': 1, yes: 1 }, pairs: {} });
  expect(worth(prior, ' constructor')).toBe(worth(prior, ' unheard'));
});

test('two priors add up', () => {
  const [one, other] = [expectedWords(['Hull']), expectedWords(['York'])];
  expect(worth(bothPriors(one, other), ' Hull', ' York')).toBeCloseTo(
    worth(one, ' Hull') + worth(other, ' York'),
  );
});

test('the counts of telephone talk prefer what people say over what sounds like it', async () => {
  const talk = await englishTalk();
  expect(worth(talk, ' lose', ' my', ' number')).toBeGreaterThan(worth(talk, ' loose', ' my', ' number'));
});
