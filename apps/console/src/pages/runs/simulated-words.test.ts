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
  expect(simulatedWords({ placed, simulated, unknown: 0 })).toBe(words);
});

const ONE_EARLIER = 'Whether 1 earlier call was simulated is not known: Parley did not record it then.';
const FIVE_EARLIER = 'Whether 5 earlier calls were simulated is not known: Parley did not record it then.';

test.each([
  [5, 0, 5, undefined],
  [15, 0, 5, undefined],
  [
    15,
    10,
    5,
    `All 10 calls of which it is known were simulated: no telephone rang for them. ${FIVE_EARLIER}`,
  ],
  [6, 1, 5, `The only call of which it is known was simulated: no telephone rang for it. ${FIVE_EARLIER}`],
  [
    11,
    1,
    1,
    `1 of the 10 calls of which it is known was simulated: no telephone rang for it. ${ONE_EARLIER}`,
  ],
  [
    15,
    3,
    5,
    `3 of the 10 calls of which it is known were simulated: no telephone rang for them. ${FIVE_EARLIER}`,
  ],
])(
  'of %i calls, %i simulated and %i from before that was recorded, a run says: %s',
  (placed, simulated, unknown, words) => {
    expect(simulatedWords({ placed, simulated, unknown })).toBe(words);
  },
);
