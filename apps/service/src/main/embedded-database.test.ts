import { expect, test } from 'vitest';
import { connectionsFor } from './embedded-database.ts';

test('the embedded database accepts more connections than PARLEY_DATABASE_CONNECTIONS sets', () => {
  expect([20, 150, 151, 1000].map(connectionsFor)).toEqual([100, 200, 201, 1050]);
});
