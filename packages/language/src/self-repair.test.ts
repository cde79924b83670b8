import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { repairsIn } from './self-repair.ts';

test.each<[Language, string, string | undefined]>([
  ['ES', 'Cinco, perdón, seis', 'seis'],
  ['FR', 'Cinq, non pardon, six', 'six'],
  ['ES', 'Perdóneme, son seis', undefined],
  ['FR', 'Non, pardonnez-moi, six', undefined],
  ['EN', 'three years, sorry, I mean four', 'four'],
  ['EN', 'it used to be sixty but now a hundred', 'a hundred'],
  ['EN', 'about five years', undefined],
  ['DE', 'drei Jahre, Quatsch, vier', 'vier'],
])('in %s "%s" is corrected to %s', (language, text, meant) => {
  expect(repairsIn(text, language).find(({ isSure }) => isSure)?.rest).toBe(meant);
});

test('a hesitation is a possible correction only if the speaker starts again', () => {
  expect(repairsIn('thirty, er, thirty five', 'EN')).toEqual([
    { before: 'thirty, ', rest: 'thirty five', isSure: false },
  ]);
});
