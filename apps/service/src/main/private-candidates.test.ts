import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { connectsInside } from './private-candidates.ts';

test.each([
  [{}, true],
  [{ HOST: '127.0.0.1' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PARLEY_TRUST_PROXY: '127.0.0.1' }, false],
  [{ HOST: '0.0.0.0', PARLEY_PUBLIC_URL: 'http://192.168.1.5:3000' }, true],
  [{ HOST: '0.0.0.0', PARLEY_PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ PARLEY_PUBLIC_URL: 'https://calls.example.com' }, false],
  [{ HOST: '0.0.0.0', PARLEY_WEBRTC_PRIVATE: 'true' }, true],
  [{ PARLEY_WEBRTC_PRIVATE: 'false' }, false],
])('with %o web calls connect to private networks: %s', (environment, expected) => {
  expect(connectsInside(loadConfig(environment as Record<string, string>, {}).config)).toBe(expected);
});
