import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { rtpPortTrouble } from './rtp-ports.ts';

const troubleOf = (ports: string, calls: string) =>
  rtpPortTrouble(loadConfig({ PARLEY_RTP_PORTS: ports, PARLEY_MAX_CALLS: calls }, {}).config);

test('the default settings have RTP ports for every call', () => {
  expect(rtpPortTrouble(loadConfig({}, {}).config)).toBeUndefined();
});

test('fewer RTP ports than calls need is reported, with how many calls they are enough for', () => {
  expect(troubleOf('20000-20199', '100')).toBeUndefined();
  expect(troubleOf('20000-20199', '101')?.words).toBe(
    'PARLEY_RTP_PORTS 20000-20199 has ports for 100 telephone calls, but PARLEY_MAX_CALLS is 101: further ones wait until one ends.',
  );
});

test('a port without its neighbour carries no call', () => {
  expect(troubleOf('20001-20004', '1')).toBeUndefined();
  expect(troubleOf('20001-20004', '2')?.words).toContain('has ports for 1 telephone calls');
  expect(troubleOf('20001-20002', '1')?.words).toContain('has ports for 0 telephone calls');
});
