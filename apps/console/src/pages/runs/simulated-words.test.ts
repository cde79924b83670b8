import { expect, test } from 'vitest';
import { simulatedWords } from './simulated-words.ts';

test.each([
  [0, 0, undefined],
  [200, 0, undefined],
  [1, 1, 'The only call was simulated: nobody was called.'],
  [200, 1, '1 of 200 calls was simulated: no telephone rang for it.'],
  [200, 12, '12 of 200 calls were simulated: no telephone rang for them.'],
  [200, 200, 'All 200 calls were simulated: nobody was called.'],
])('of %i calls, %i of them simulated, a run says: %s', (placed, simulated, words) => {
  expect(simulatedWords({ placed, simulated })).toBe(words);
});
