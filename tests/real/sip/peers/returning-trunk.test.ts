import { freePort } from '@parley/testing/free-port.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { captureServer } from './capture-server.ts';
import { keyedQuestion, pressingOne, startKeyedServiceAt } from './keyed-contact.ts';
import { called, expectCompleted, overIn } from './service-call.ts';
import { numberDoes, recorded } from './spoken-person.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const ANYBODY = '+4144668195';
const CALLS = 4;
/** So long a call waits for the first word of a trunk. */
const FIRST_WORD_MS = 6000;

describe.skipIf(!hasAsterisk || !hasSpeech)('a trunk that is out of service, and comes back', () => {
  const opened: (() => unknown)[] = [];
  let port: number;
  let service: TestService;
  let sounds: Map<string, Buffer>;
  let capture: Awaited<ReturnType<typeof captureServer>>;
  beforeAll(async () => {
    sounds = await recorded({ hello: 'Hello, Ada speaking.' });
    port = await freePort();
    capture = await captureServer();
    opened.push(() => capture.close());
    service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${port};from-user=${USER}`, {
      PARLEY_RTP_PORTS: '24900-25000',
      PARLEY_HEP: `127.0.0.1:${capture.port}`,
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /**
   * Calls that were begun, since so many messages, at most as long as one waits before the trunk showed that it is back:
   * it answered OPTIONS or took a call. Invitations of calls that are given up are still sent again.
   */
  const probesAfter = (count: number): string[] => {
    const { packets } = capture;
    const isBack = /SIP\/2\.0 (\d{3} .*^CSeq: *\d+ OPTIONS|200 .*^CSeq: *\d+ INVITE)/ims;
    const at = packets.findIndex(({ text }) => isBack.test(text));
    const sinceMs = (packets[at]?.atMs ?? 0) - FIRST_WORD_MS;
    const begun = new Map<string, number>();
    for (const [index, { text, atMs }] of packets.slice(0, at).entries()) {
      const callId = /^Call-ID: *(\S+)/im.exec(text)?.[1] ?? '';
      if (text.includes(`INVITE sip:${ANYBODY}`) && !begun.has(callId))
        begun.set(callId, index >= count ? atMs : Number.NEGATIVE_INFINITY);
    }
    return [...begun].filter(([, atMs]) => atMs > sinceMs).map(([callId]) => callId);
  };

  test('calls that waited for it go out after one probe, and none of them has used an attempt', async () => {
    const telephone = async () => (await service.api(undefined).get('/healthz')).body.telephone;
    const waiting = await Promise.all(
      Array.from({ length: CALLS }, (_, at) =>
        called(service, `${ANYBODY}${at}`, { isWaiting: true, question: keyedQuestion }),
      ),
    );
    for (const { body, attempt, used, attempts } of waiting) {
      expect(attempt).toMatchObject({
        status: 'SCHEDULED',
        calledAt: null,
        transcript: [],
        recordingUrl: null,
      });
      expect(attempt.notes).toMatch(/does not answer|is paused/);
      expect([body.status, attempts, used]).toEqual(['SCHEDULED', 1, 0]);
    }
    expect(await telephone()).toBe('down');
    const whileDown = capture.packets.length;

    const numbers = numberDoes(`_${ANYBODY}X`, pressingOne('hello'));
    const asterisk = await startAsterisk({}, { numbers, sounds, port });
    opened.push(() => asterisk.stop());
    const done = await Promise.all(waiting.map(({ company, body }) => overIn(company, body.id)));
    for (const one of done) await expectCompleted(one);
    expect(probesAfter(whileDown).length).toBeLessThanOrEqual(1);
    expect(await telephone()).toBe('ok');
    expect(service.logged.join('\n')).toContain('The SIP trunk 127.0.0.1 works again.');
  });
});
