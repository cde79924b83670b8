import { probeTrunk } from '@parley/sip/sip-options.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openLine } from '../telephone-line.ts';
import { hasKamailio, type Kamailio, startKamailio } from './kamailio.ts';

describe.skipIf(!hasKamailio)('with Kamailio (apt-get install kamailio) as a trunk', () => {
  let kamailio: Kamailio;
  const opened: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    kamailio = await startKamailio();
  });
  afterAll(() => kamailio.stop());
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });

  async function line(account = '') {
    const made = await openLine([`sip:${account}127.0.0.1:${kamailio.port}`]);
    opened.push(() => made.close());
    return made;
  }

  test.each([
    ['+41446680021', { kind: 'declined', code: '403 Forbidden (Q.850 21)' }],
    ['+41446680003', { kind: 'failed', code: '404 Not Found (Q.850 3)' }],
    ['+41446680486', { kind: 'busy', code: '486 Busy Here' }],
    ['+41446680302', { kind: 'busy', code: '486 Busy Here' }],
    ['+41446680041', { kind: 'not_placed', retryAfterMs: 60_000 }],
    ['+41446680500', { kind: 'not_placed', retryAfterMs: 60_000 }],
  ])("a call to %s gets the outcome that the network's codes mean", async (to, end) => {
    const { dial } = await line();
    expect((await dial({ to })).last).toMatchObject(end);
  });

  test('a correct password is accepted, and a wrong one takes the trunk out of use', async () => {
    const right = await line('user:word@');
    expect((await right.dial({ to: '+41446680407' })).last).toMatchObject({ kind: 'busy' });
    const wrong = await line('user:wrong@');
    expect((await wrong.dial({ to: '+41446680407' })).last).toMatchObject({
      kind: 'not_placed',
      isTrunkDown: true,
    });
    expect(wrong.exchange.trunks[0]?.breaker.trouble?.words).toContain(
      'rejects the configured user and password (407',
    );
  });

  test('calls wait instead of failing when the trunk dies', async () => {
    const own = await startKamailio();
    const made = await openLine([`sip:127.0.0.1:${own.port}`]);
    opened.push(() => made.close());
    const [trunk] = made.exchange.trunks;
    if (!trunk) throw new Error('There is no trunk');
    expect(await probeTrunk(made.exchange.agent, trunk)).toBe(true);
    await own.stop();
    const ends = await Promise.all(
      Array.from({ length: 60 }, (_, at) => made.dial({ to: `+4144668${1000 + at}` })),
    );
    expect(new Set(ends.map(({ last }) => last?.kind))).toEqual(new Set(['not_placed']));
    await probeTrunk(made.exchange.agent, trunk);
    expect(trunk.breaker.trouble?.fault).toBe('dead');
  });
});
