import { expect, test } from 'vitest';
import type { SipRequest } from './sip-message.ts';
import { causeOf, networkFailureIn } from './sip-reason.ts';

/** A BYE with these lines of Reason. */
const bye = (...reasons: readonly string[]): SipRequest => ({
  method: 'BYE',
  uri: 'sip:us@192.0.2.1',
  headers: reasons.map((reason) => ['reason', reason] as const),
  body: '',
});

test.each([
  [['Q.850;cause=17;text="User busy"'], 17],
  [['SIP;cause=503, Q.850;cause=17;text="User busy"'], 17],
  [['SIP;cause=503', 'Q.850;cause=17'], 17],
  [['Q.850;text="Call rejected, by user";cause=21'], 21],
  [['Q.850;text="a \\"cause=17\\"; b";cause=21'], 21],
  [['q.850 ; cause = 38'], 38],
  [['SIP;cause=200;text="Q.850;cause=41"'], undefined],
  [['Q.850;text="cause=41"'], undefined],
  [['garbage'], undefined],
  [[], undefined],
] as const)('of the Reason %j the cause of the telephone network is %s', (reasons, cause) => {
  expect(causeOf(bye(...reasons))).toBe(cause);
});

test.each([
  [['Q.850;cause=41'], 'Q.850 41'],
  [['Q.850;cause=38'], 'Q.850 38'],
  [['Q.850;cause=102;text="Recovery on timer expiry"'], 'Q.850 102'],
  [['Q.850;cause=3'], 'Q.850 3'],
  [['SIP;cause=408'], 'SIP 408'],
  [['SIP;cause=503;text="Service Unavailable"'], 'SIP 503'],
  [['Q.850;cause=127', 'SIP;cause=500'], 'SIP 500'],
  [['Q.850;cause=16', 'SIP;cause=503'], undefined],
  [['Q.850;cause=17'], undefined],
  [['Q.850;cause=21'], undefined],
  [['Q.850;cause=31'], undefined],
  [['Q.850;cause=127'], undefined],
  [['SIP;cause=200;text="Call completed elsewhere"'], undefined],
  [['SIP;cause=603'], undefined],
  [['text="cut"'], undefined],
  [[], undefined],
] as const)('a BYE with the Reason %j says that the network failed: %s', (reasons, failure) => {
  expect(networkFailureIn(bye(...reasons))).toBe(failure);
});
