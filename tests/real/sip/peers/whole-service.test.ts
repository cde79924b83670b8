import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip } from '../baresip.ts';
import { hasSpeech } from '../offline-speech.ts';
import { order, talk } from '../telephone-conversation.ts';
import { hasAsterisk, NUMBERS, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { hasKamailio, startKamailio } from './kamailio.ts';
import { called, startServiceAt } from './service-call.ts';

vi.setConfig({ testTimeout: 400_000 });

const PERSON = '+41446681800';
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** The whole service, until the test is over. */
async function serviceAt(...wanted: Parameters<typeof startServiceAt>) {
  const service = await startServiceAt(...wanted);
  opened.push(() => service.stop());
  return service;
}

describe.skipIf(!hasKamailio)('the service with Kamailio (apt-get install kamailio) as its trunk', () => {
  test.each([
    ['0021', { status: 'BUSY', reasonCode: 'DECLINED', notes: '403 Forbidden (Q.850 21)' }, 2],
    ['0486', { status: 'BUSY', reasonCode: 'BUSY', notes: '486 Busy Here' }, 2],
    ['0302', { status: 'BUSY', reasonCode: 'BUSY', notes: '486 Busy Here' }, 2],
    ['0003', { status: 'FAILED', reasonCode: 'CARRIER_ERROR', notes: '404 Not Found (Q.850 3)' }, 2],
    [
      '0041',
      { status: 'SCHEDULED', calledAt: null, notes: expect.stringContaining('603 Decline (Q.850 41)') },
      1,
    ],
    ['0500', { status: 'SCHEDULED', calledAt: null, notes: expect.stringContaining('said 500') }, 1],
    ['0407', { status: 'SCHEDULED', calledAt: null, notes: expect.stringContaining('wants a user') }, 1],
  ])(
    'a call to …%s has its state and reason, is not charged, and has no transcript',
    async (last, expected, count) => {
      const kamailio = await startKamailio();
      opened.push(() => kamailio.stop());
      const service = await serviceAt(`sip:127.0.0.1:${kamailio.port}`);
      const { body, attempt, used, attempts } = await called(service, `+4144668${last}`);
      expect(attempt).toMatchObject({ ...expected, transcript: [], recordingUrl: null });
      // What failed is tried again; what was offered to nobody has used no attempt.
      expect([body.status, attempts, used]).toEqual(['SCHEDULED', count, 0]);
    },
  );
});

describe.skipIf(!hasAsterisk)('the service with Asterisk as its trunk', () => {
  test('an attended transfer reaches the other number, and the record says whom', async () => {
    const asterisk = await startAsterisk();
    opened.push(() => asterisk.stop());
    const trunk = `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port};transfer=attended`;
    const service = await serviceAt(trunk, { isRegistering: true });
    const handoff = { type: 'human_handoff', phoneNumber: NUMBERS.colleague };
    const { body, attempt, used } = await called(service, NUMBERS.person, { sections: [handoff] });
    expect(attempt).toMatchObject({
      status: 'COMPLETED',
      reasonCode: 'HANDED_OFF',
      notes: `Transferred to ${NUMBERS.colleague}`,
    });
    expect([body.status, used]).toEqual(['COMPLETED', Math.ceil(attempt.duration / 60)]);
    expect(await asterisk.tell('core show channels concise')).toContain(NUMBERS.colleague);
  });
});

const isHeard = hasAsterisk && hasBaresip && hasSpeech;
describe.skipIf(!isHeard)('a conversation with a telephone behind Asterisk', () => {
  skipWhenOverloaded();

  test('has its outcome, attempt, charge, transcript and recording', async () => {
    const telephone = await startBaresip({ user: 'phone' });
    opened.push(() => telephone.stop());
    const asterisk = await startAsterisk(
      {},
      { phones: new Map([[PERSON, `sip:phone@127.0.0.1:${telephone.port}`]]) },
    );
    opened.push(() => asterisk.stop());
    const trunk = `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`;
    const service = await serviceAt(trunk, { isSpoken: true, isRegistering: true });
    const ordered = await order(service, PERSON);
    const done = await talk(service, telephone, PERSON, Promise.resolve(ordered));
    const [attempt] = done.callAttempts;
    expect(done.status, JSON.stringify(done.callAttempts)).toBe('COMPLETED');
    expect(done.callAttempts).toHaveLength(1);
    expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null, retryNumber: 0 });
    expect(JSON.stringify(done.analytics)).toMatch(/"years".*7/);
    const speakers = attempt.transcript.map(({ speaker }: { speaker: string }) => speaker);
    expect(new Set(speakers)).toEqual(new Set(['AI', 'CONTACT']));
    expect(attempt.audio.silentSeconds).toBeLessThan(4);
    const seconds = attempt.duration as number;
    const usage = (await ordered.company.api.get('/billing/usage')).body;
    expect([usage.used, usage.held]).toEqual([Math.ceil(seconds / 60), 0]);
    const recording = Buffer.from(await (await fetch(attempt.recordingUrl)).arrayBuffer());
    // Of its header: channels, and bytes per second.
    expect([recording.toString('latin1', 8, 12), recording.readUInt16LE(22)]).toEqual(['WAVE', 2]);
    expect((recording.length - 44) / recording.readUInt32LE(28)).toBeGreaterThan(0.9 * seconds);
  });
});
