import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { patience } from '@parley/testing/patience.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasBaresip, startBaresip } from '../baresip.ts';
import { hasSpeech } from '../offline-speech.ts';
import { order, talk } from '../telephone-conversation.ts';
import { hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { hasKamailio, type Kamailio, startKamailio } from './kamailio.ts';
import {
  alarmsOf,
  called,
  expectTriedAgain,
  newTrunk,
  ordered,
  overIn,
  PLAN,
  startServiceAt,
  startWithKamailio,
} from './service-call.ts';

vi.setConfig({ testTimeout: 400_000 });

const PERSON = '+41446681800';
const CONVERSATIONS = 60;
const UNCONNECTED = 'did not ring within 45 s (no response to the cancellation)';

describe.skipIf(!hasKamailio)('the service with Kamailio (apt-get install kamailio) as its trunk', () => {
  let kamailio: Kamailio;
  let service: TestService;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ kamailio, service, stop } = await startWithKamailio());
  });
  afterAll(() => stop?.());

  test.concurrent.each([
    ['0021', { status: 'BUSY', reasonCode: 'DECLINED', notes: '403 Forbidden (Q.850 21)' }],
    ['0486', { status: 'BUSY', reasonCode: 'BUSY', notes: '486 Busy Here' }],
    ['0302', { status: 'BUSY', reasonCode: 'BUSY', notes: '486 Busy Here' }],
    ['0003', { status: 'FAILED', reasonCode: 'CARRIER_ERROR', notes: '404 Not Found (Q.850 3)' }],
  ])(
    'a call to …%s ends with its state and reason, is not charged or recorded, and is tried again',
    async (last, expected) => {
      const done = await called(service, `+4144668${last}`);
      expect(done.attempt).toMatchObject({ ...expected, transcript: [], recordingUrl: null });
      expectTriedAgain(done);
    },
  );

  // Each company has a trunk of its own: what one of them meets takes the trunk out of use for the others.
  test.concurrent.each([
    ['0041', '603 Decline (Q.850 41)'],
    ['0500', 'said 500'],
    ['0407', 'wants a user'],
  ])('a call to …%s that the trunk does not connect waits and uses no attempt', async (last, notes) => {
    const trunk = { port: kamailio.port };
    const done = await called(service, `+4144668${last}`, { trunk, isWaiting: true });
    expect(done.attempt).toMatchObject({
      status: 'SCHEDULED',
      calledAt: null,
      transcript: [],
      recordingUrl: null,
    });
    expect(done.attempt.notes).toContain(notes);
    expect([done.body.status, done.attempts, done.used]).toEqual(['SCHEDULED', 1, 0]);
  });

  test.concurrent.each([
    ['has something dead behind it (408)', '0408', '408 Request Timeout', 'said 408 Request Timeout'],
    ['takes calls and only says 100', '0100', UNCONNECTED, UNCONNECTED],
  ])(
    'of eight calls over a trunk that %s five count as not answered; the others wait and use no attempt',
    async (_, last, words, said) => {
      const company = await service.newCompany();
      await service.admin.put(`/companies/${company.id}/plan`, PLAN);
      const trunk = await newTrunk(company, { port: kamailio.port });
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_, at) => ordered(company, `+41446${10 + at}${last}`)),
      );
      const done = await Promise.all(ids.map((id) => overIn(company, id, { isWaiting: true })));
      const ended = done.filter(({ attempts }) => attempts === 2);
      for (const one of ended) {
        expectTriedAgain(one);
        expect(one.attempt).toMatchObject({
          status: 'NO_ANSWER',
          notes: words,
          transcript: [],
          recordingUrl: null,
        });
      }
      const waiting = done.filter((one) => !ended.includes(one));
      expect([ended.length, waiting.length]).toEqual([5, 3]);
      for (const { body, attempt, attempts, used } of waiting) {
        expect([body.status, attempts, used]).toEqual(['SCHEDULED', 1, 0]);
        expect(attempt).toMatchObject({
          status: 'SCHEDULED',
          calledAt: null,
          transcript: [],
          recordingUrl: null,
        });
        expect(attempt.notes).toMatch(
          /^Waiting for the trunk since .*(did not ring|said 408|takes calls and connects none)/,
        );
      }
      await vi.waitFor(
        async () =>
          expect(await alarmsOf(service, company)).toEqual([
            expect.objectContaining({ reason: 'TRUNK_DOWN' }),
          ]),
        patience,
      );
      // Written together with the alarm.
      const { state, problem } = (await company.api.get(`/trunks/${trunk}/health`)).body;
      expect([state, problem.message]).toEqual(['DOWN', `takes calls and connects none: it ${said}`]);
    },
  );
});

describe.skipIf(!hasKamailio)('a trunk that dies', () => {
  test('60 conversations wait without using an attempt when their trunk dies; health, metrics and log report it', async () => {
    const kamailio = await startKamailio();
    const service = await startServiceAt(`sip:127.0.0.1:${kamailio.port}`);
    try {
      const company = await service.newCompany();
      await service.admin.put(`/companies/${company.id}/plan`, PLAN);
      const health = async () => (await service.api(undefined).get('/healthz')).body;
      expect(await health()).toMatchObject({ telephone: 'ok' });
      await kamailio.stop();
      const ids = await Promise.all(
        Array.from({ length: CONVERSATIONS }, (_, at) => ordered(company, `+4144668${1000 + at}`)),
      );
      const read = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;
      await expect.poll(async () => (await health()).telephone, patience).toBe('down');
      for (const id of ids)
        await expect.poll(async () => (await read(id)).callAttempts[0].notes, patience).not.toBeNull();
      const all = await Promise.all(ids.map(read));
      for (const { status, callAttempts } of all) {
        expect([status, callAttempts.length]).toEqual(['SCHEDULED', 1]);
        expect(callAttempts[0]).toMatchObject({
          status: 'SCHEDULED',
          calledAt: null,
          transcript: [],
          recordingUrl: null,
        });
      }
      expect((await company.api.get('/billing/usage')).body.used).toBe(0);
      const metrics = await service.services.registry.metrics();
      expect(metrics).toMatch(/parley_trunk_up\{trunk="127\.0\.0\.1[^"]*"\} 0/);
      expect(metrics).toMatch(/parley_trunk_outages_total\{.*fault="dead"\} 1/);
      expect(service.logged.join('\n')).toMatch(/127\.0\.0\.1.*(does not answer|dead|down)/i);
      // Which trunk of the operator that is, the company is not told.
      await expect
        .poll(() => alarmsOf(service, company), patience)
        .toEqual([{ companyId: company.id, reason: 'TRUNK_DOWN', country: null, limit: null, trunk: null }]);
    } finally {
      await service.stop();
    }
  });
});

const isHeard = hasAsterisk && hasBaresip && hasSpeech;
describe.skipIf(!isHeard)('a conversation with a telephone behind Asterisk', () => {
  skipWhenOverloaded();

  test('a spoken conversation through Asterisk has its outcome, attempt, charge, transcript and recording', async () => {
    const telephone = await startBaresip({ user: 'phone' });
    onTestFinished(() => telephone.stop());
    const asterisk = await startAsterisk(
      {},
      { phones: new Map([[PERSON, `sip:phone@127.0.0.1:${telephone.port}`]]) },
    );
    onTestFinished(() => asterisk.stop());
    const trunk = `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`;
    const service = await startServiceAt(trunk, { isSpoken: true, isRegistering: true });
    onTestFinished(() => service.stop());
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
    // What Asterisk reports (RTCP) while it passes the audio on.
    expect(attempt.audio, JSON.stringify(attempt.audio)).toMatchObject({
      outbound: { lossPercent: expect.any(Number), mos: expect.any(Number) },
      unheardSeconds: 0,
    });
    const seconds = attempt.duration as number;
    const usage = (await ordered.company.api.get('/billing/usage')).body;
    expect([usage.used, usage.held]).toEqual([Math.ceil(seconds / 60), 0]);
    await expectRecording(attempt, ['AI', 'CONTACT']);
  });
});
