import { expect, test } from 'vitest';
import { ConnectionWatch } from './connection-watch.ts';

test('when three hosts do not let us connect and no other does, our own network is at fault', () => {
  const watch = new ConnectionWatch();
  watch.connected(0);
  expect(['a', 'a', 'b', 'b', 'c', 'a', 'd'].map((host) => watch.timedOut(host, 1))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('a host that does not let us connect while another does is itself at fault', () => {
  const watch = new ConnectionWatch();
  for (const host of ['a', 'b', 'c']) watch.timedOut(host, 1);
  watch.connected(5);
  // Begun before that connection.
  for (const host of ['a', 'b', 'c', 'd']) expect(watch.timedOut(host, 4)).toBe(false);
  expect(watch.timedOut('a', 6)).toBe(false);
});
