import { countingRandom } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { authorization, challengeOf, SipLogin } from './sip-digest.ts';
import type { SipHeader, SipRequest, SipResponse } from './sip-message.ts';

const challenged = (...headers: SipHeader[]): SipResponse => ({ status: 401, reason: '', headers, body: '' });
const ask = (more: string): SipHeader => ['www-authenticate', `Digest realm="r", nonce="n", ${more}`];

/** The example of RFC 7616, section 3.9.1. */
const example = {
  method: 'GET',
  uri: '/dir/index.html',
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
};
test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the response to a digest challenge with %s equals the example of the standard', (algorithm, expected) => {
  const challenge = challengeOf(
    challenged([
      'www-authenticate',
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    ]),
  );
  if (!challenge) throw new Error('It was not understood');
  const [name, value] = authorization(challenge, { user: 'Mufasa', password: 'Circle of Life' }, example);
  expect(name).toBe('authorization');
  expect(value).toContain(`response="${expected}"`);
  expect(value).toContain('nc=00000001');
});

test('of several digest challenges the one with the strongest algorithm is answered', () => {
  const response = challenged(ask('algorithm=MD5'), ask('algorithm=SHA-256'), ask('algorithm=XYZ'));
  expect(challengeOf(response)?.algorithm).toBe('SHA-256');
});

test.each([
  ['another scheme', ['www-authenticate', 'Bearer realm="r"'] as const],
  ['an unknown algorithm', ask('algorithm=XYZ')],
  ['an unsupported quality of protection', ask('qop="auth-int"')],
])('a digest challenge with %s is not answered', (_, given) => {
  expect(challengeOf(challenged(given))).toBeUndefined();
});

const request: SipRequest = { method: 'INVITE', uri: 'sip:b@b', headers: [], body: '' };
const login = () => new SipLogin({ user: 'u', password: 'p' }, countingRandom());

test('a wrong SIP password is sent only once', () => {
  const one = login();
  expect(one.accepts(challenged(ask('qop="auth"')))).toBe(true);
  one.sign(request);
  expect(one.accepts(challenged(['www-authenticate', 'Digest realm="r", nonce="other"']))).toBe(false);
});

test('a digest challenge with a stale nonce is not taken for a wrong password', () => {
  const one = login();
  one.accepts(challenged(ask('qop="auth"')));
  one.sign(request);
  expect(one.accepts(challenged(['www-authenticate', 'Digest realm="r", nonce="new", stale=TRUE']))).toBe(
    true,
  );
  expect(one.sign(request).headers[0]?.[1]).toContain('nonce="new"');
});

test('the nonce count increases with each use, and without a password no request is signed', () => {
  const one = login();
  one.accepts(challenged(ask('qop="auth"')));
  one.sign(request);
  expect(one.sign(request).headers[0]?.[1]).toContain('nc=00000002');
  const nobody = new SipLogin(null, countingRandom());
  expect(nobody.accepts(challenged(ask('qop="auth"')))).toBe(false);
  expect(nobody.sign(request)).toBe(request);
});

test('challenges of a proxy and of the server behind it are both answered', () => {
  const one = login();
  one.accepts({ ...challenged(['proxy-authenticate', 'Digest realm="proxy", nonce="n"']), status: 407 });
  one.accepts(challenged(ask('qop="auth"')));
  expect(one.sign(request).headers.map(([name]) => name)).toEqual(['proxy-authorization', 'authorization']);
});
