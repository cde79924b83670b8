import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { lossyRelay } from './lossy-relay.ts';
import { hasSipp, type Sipp, type SippOptions, startSipp } from './sipp.ts';
import { openLine } from './telephone-line.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function farEnd(scenario: string, options: SippOptions = {}): Promise<Sipp> {
  const sipp = await startSipp(scenario, options);
  opened.push(() => sipp.stop());
  return sipp;
}

async function line(...trunks: string[]) {
  const made = await openLine(trunks);
  opened.push(() => made.close());
  return made;
}

/** Everything went as the scenario says. */
async function agrees(sipp: Sipp) {
  const { isRight, words, logged } = await sipp.result;
  expect(isRight, words).toBe(true);
  return logged;
}

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) at the other end', () => {
  test.each(['udp', 'tcp'] as const)('a call over %s rings, is answered and hung up', async (transport) => {
    const sipp = await farEnd('answer', { transport });
    const { dial } = await line(`sip:127.0.0.1:${sipp.port};transport=${transport}`);
    const { kinds, call } = await dial();
    expect(kinds).toEqual(['placing', 'ringing', 'answered']);
    await call().leg.hangUp();
    await agrees(sipp);
  });

  test.each([
    ['486 Busy Here', 'busy'],
    ['603 Decline', 'declined'],
    ['404 Not Found', 'invalid_number'],
    ['488 Not Acceptable Here', 'failed'],
  ])('SIP %s ends the call as %s and keeps the code', async (status, kind) => {
    const sipp = await farEnd('refuse', { keys: { status } });
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    expect((await dial()).last).toEqual({ kind, code: status });
    await agrees(sipp);
  });

  test('a call that nobody answers is cancelled', async () => {
    const sipp = await farEnd('ring');
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    const { kinds, last } = await dial({ ringTimeoutMs: 3000 });
    expect(kinds).toEqual(['placing', 'ringing', 'no_answer']);
    expect(last).toMatchObject({ code: expect.stringContaining('487 Request Terminated') });
    await agrees(sipp);
  });

  test('a full trunk fails over to the second trunk', async () => {
    const full = await farEnd('refuse', { keys: { status: '503 Service Unavailable' } });
    const free = await farEnd('answer');
    const { dial } = await line(`sip:127.0.0.1:${full.port}`, `sip:127.0.0.1:${free.port}`);
    const { kinds, call } = await dial();
    expect(kinds).toEqual(['placing', 'ringing', 'answered']);
    await call().leg.hangUp();
    await Promise.all([agrees(full), agrees(free)]);
  });

  test('a full trunk is not used until its Retry-After has passed', async () => {
    const sipp = await farEnd('overloaded');
    const { dial, exchange } = await line(`sip:127.0.0.1:${sipp.port}`);
    expect((await dial()).last).toMatchObject({ kind: 'not_placed', retryAfterMs: expect.any(Number) });
    expect((await dial()).last).toMatchObject({ kind: 'not_placed' });
    expect(exchange.trunks[0]?.breaker.restMs()).toBeGreaterThan(0);
    await agrees(sipp);
  });

  test('a trunk that asks for MD5 digest authentication gets it', async () => {
    const sipp = await farEnd('digest', { keys: { algorithm: 'MD5' } });
    const { dial } = await line(`sip:alice:open%20sesame@127.0.0.1:${sipp.port}`);
    await (await dial()).call().leg.hangUp();
    await agrees(sipp);
  });

  test('a trunk that asks for SHA-256 digest authentication gets it', async () => {
    const sipp = await farEnd('login', { keys: { algorithm: 'SHA-256' } });
    const { dial } = await line(`sip:alice:open%20sesame@127.0.0.1:${sipp.port}`);
    await (await dial()).call().leg.hangUp();
    const logged = await agrees(sipp);
    const part = (name: string) => new RegExp(`${name}="?([^",\\s]+)`).exec(logged)?.[1];
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const secret = hash('alice:sipp:open sesame');
    const what = hash(`INVITE:${part('uri')}`);
    expect(part('response')).toBe(hash(`${secret}:0123456789:${part('nc')}:${part('cnonce')}:auth:${what}`));
  });

  test('a wrong password fails the call and is not sent repeatedly', async () => {
    const sipp = await farEnd('digest', { keys: { algorithm: 'MD5' } });
    const { dial } = await line(`sip:alice:wrong@127.0.0.1:${sipp.port}`);
    expect((await dial()).last).toEqual({ kind: 'failed', code: '403 Forbidden' });
    await agrees(sipp);
  });

  test('a transferred call is hung up once the other number has answered', async () => {
    const sipp = await farEnd('refer', { keys: { outcome: '200 OK' } });
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    const call = (await dial()).call();
    expect(await call.leg.transfer('+41446681809')).toBe(true);
    expect(await call.ended).toBe('handed over');
    expect(await agrees(sipp)).toContain(`<sip:+41446681809@127.0.0.1:${sipp.port}>`);
  });

  test.each([
    ['refer', 'the other number is busy'],
    ['refer-refused', 'the trunk does not support transfers'],
  ])('a call whose transfer fails continues (%s: %s)', async (scenario) => {
    const sipp = await farEnd(scenario, { keys: { outcome: '486 Busy Here' } });
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    const call = (await dial()).call();
    expect(await call.leg.transfer('+41446681809')).toBe(false);
    await call.leg.hangUp();
    expect(await call.ended).toBe('we hung up');
    await agrees(sipp);
  });

  test('no audio is sent while a call is on hold', async () => {
    const sipp = await farEnd('hold');
    const { dial, media } = await line(`sip:127.0.0.1:${sipp.port}`);
    const call = (await dial()).call();
    const accepted = () => media.sessions[0]?.accepted.map(({ mayWeSend }) => mayWeSend) ?? [];
    while (accepted().length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(accepted()).toEqual([true, false, true]);
    await call.leg.hangUp();
    await agrees(sipp);
  });

  test('two BYEs that cross each other are both answered', async () => {
    const sipp = await farEnd('crossing');
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    await (await dial()).call().leg.hangUp();
    await agrees(sipp);
  });

  test('a hang-up by the other end ends the call', async () => {
    const sipp = await farEnd('hang-up');
    const { dial } = await line(`sip:127.0.0.1:${sipp.port}`);
    const call = (await dial()).call();
    await new Promise<void>((resolve) => call.leg.onLeft(resolve));
    expect(await call.ended).toBe('they hung up');
    await agrees(sipp);
  });

  test('a call survives a network that loses every message once', async () => {
    const relay = await lossyRelay();
    opened.push(() => relay.close());
    const sipp = await farEnd('answer', { keys: { contact: `127.0.0.1:${relay.port}`, lingerMs: '6000' } });
    relay.towards(sipp.port);
    const { dial } = await line(`sip:127.0.0.1:${relay.port}`);
    const call = (await dial()).call();
    await relay.acknowledged;
    await call.leg.hangUp();
    await agrees(sipp);
    expect(relay.lost).toEqual(expect.arrayContaining(['INVITE', 'ACK', 'BYE', '200']));
  });
});
