import { expect, test } from 'vitest';
import type { SipRequest } from './sip-message.ts';
import { causeOf } from './sip-reason.ts';

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
