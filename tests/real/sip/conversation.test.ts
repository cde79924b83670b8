import { freePort } from '@parley/testing/free-port.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { startTestService } from '@parley/testing/service.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type TelephoneOptions } from './baresip.ts';
import { impairedRelay } from './impaired-relay.ts';
import { hasSpeech, wordsIn } from './offline-speech.ts';
import { talk } from './telephone-conversation.ts';

// A conversation takes as long as one takes, and a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

skipWhenOverloaded();

const NUMBER = '+41446681800';
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function telephoneWith(options: TelephoneOptions) {
  const telephone = await startBaresip({ user: NUMBER, ...options });
  opened.push(() => telephone.stop());
  return telephone;
}

/** The whole service with the sound and speech that it has of itself. */
async function serviceAt(trunk: string, more: Record<string, string> = {}) {
  const service = await startTestService({
    environment: {
      PARLEY_SIP_TRUNK: trunk,
      PARLEY_SIP_BIND: '127.0.0.1:0',
      // Placed at any hour, and the contact is not asked about the recording.
      PARLEY_CALLING_LAW: 'off',
      ...more,
    },
  });
  opened.push(() => service.stop());
  return service;
}

const missing = !hasBaresip
  ? 'apt-get install baresip-core'
  : hasSpeech
    ? undefined
    : 'npm install in speech';
const words = missing === undefined ? 'on a telephone' : `on a telephone (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(words, () => {
  // G.711 over UDP is what the worse network below carries; baresip.test.ts calls over every transport.
  test('a conversation over SRTP in G.722 is understood on both sides', async () => {
    const telephone = await telephoneWith({ codec: 'g722', isSecure: true });
    const service = await serviceAt(`sip:127.0.0.1:${telephone.tlsPort};transport=tls`, {
      PARLEY_SIP_CA: telephone.certificateFile,
    });
    const closed = telephone.next('CALL_CLOSED');
    const done = await talk(service, telephone, NUMBER);
    expect(done.status, JSON.stringify(done.callAttempts)).toBe('COMPLETED');
    expect(done.callAttempts).toMatchObject([{ status: 'COMPLETED', reasonCode: null }]);
    const found = JSON.stringify(done.analytics);
    expect(found).toMatch(/"years".*7/);
    expect(found).toMatch(/"car".*true/);
    expect(found).toMatch(/"city".*London/);
    await closed;
    const [heard] = await telephone.heard();
    expect(await wordsIn(heard as Buffer)).toMatch(/this is grace.*how many years have you driven/is);
  });

  test('an unexpected inbound caller hears a polite sentence and is hung up on', async () => {
    const telephone = await telephoneWith({});
    const port = await freePort();
    await serviceAt(`sip:127.0.0.1:${telephone.port}`, { PARLEY_SIP_BIND: `127.0.0.1:${port}` });
    const closed = telephone.next('CALL_CLOSED');
    await telephone.dial(`sip:+41446681801@127.0.0.1:${port}`);
    await closed;
    const [heard] = await telephone.heard();
    expect(await wordsIn(heard as Buffer)).toMatch(/can take your call.*we will call you/is);
  });

  test('a conversation completes with 5 % packet loss, 60 ms jitter and reordering', async () => {
    const telephone = await telephoneWith({});
    const relay = await impairedRelay(telephone.port, { loss: 0.05, jitterMs: 60, seed: 1 });
    opened.push(() => relay.close());
    const service = await serviceAt(`sip:127.0.0.1:${relay.port}`);
    const done = await talk(service, telephone, NUMBER);
    expect(done.status, JSON.stringify(done.callAttempts)).toBe('COMPLETED');
    expect(JSON.stringify(done.analytics)).toMatch(/"years".*7/);
    const { lost, carried } = relay.sound;
    expect(lost / (lost + carried)).toBeGreaterThan(0.03);
  });
});
