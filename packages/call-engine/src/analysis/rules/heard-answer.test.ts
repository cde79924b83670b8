import { expect, test } from 'vitest';
import { afterCorrection } from './heard-answer.ts';

test.each([
  ['Cinco, perdón, seis', 'seis'],
  ['Cinq, non pardon, six', 'six'],
  ['Perdóneme, son seis', undefined],
  ['Non, pardonnez-moi, six', undefined],
])('"%s" is corrected to %s', (text, meant) => {
  expect(afterCorrection(text)).toBe(meant);
});
