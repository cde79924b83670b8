import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasKamailio, type Kamailio } from './kamailio.ts';
import {
  alarmsOf,
  answersIn,
  type Called,
  called,
  expectTriedAgain,
  newTrunk,
  ordered,
  overIn,
  PLAN,
  sipMessagesOf,
  startWithKamailio,
} from './service-call.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** It is out of service after so many. */
const CALLS = 6;
const FAILS = '504 Server Time-out (Q.850 102)';
/** The first address, and three more. */
const MOST_INVITES = 4;

describe.skipIf(!hasKamailio)('a trunk (Kamailio) whose network fails, or that sends calls elsewhere', () => {
  let kamailio: Kamailio;
  let service: TestService;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ kamailio, service, stop } = await startWithKamailio());
  });
  afterAll(() => stop?.());

  /** Each company has a trunk of its own, with the password that Kamailio asks for. */
  const companyWithTrunk = async () => {
    const company = await service.newCompany();
    await service.admin.put(`/companies/${company.id}/plan`, PLAN);
    const trunk = await newTrunk(company, { port: kamailio.port, username: 'parley', password: 'word' });
    return { company, trunk };
  };
  const healthOf = async (company: TestCompany, trunk: string) =>
    (await company.api.get(`/trunks/${trunk}/health`)).body;
  /** Its messages, which are written soon after the call, once so many INVITEs and all answers to them are there. */
  const messagesOf = (done: Called, invites: number) =>
    vi.waitFor(
      async () => {
        const messages = await sipMessagesOf(done);
        // A busy machine sends some again.
        const branches = messages.flatMap(({ method, text }) =>
          method === 'INVITE' ? [/branch=[^;\s]+/.exec(text ?? '')?.[0]] : [],
        );
        expect(new Set(branches).size).toBe(invites);
        expect(messages.at(-1)?.method).toBe('ACK');
        return messages;
      },
      { timeout: 10_000, interval: 200 },
    );
  const expectInService = async (company: TestCompany, trunk: string) => {
    const { state, problem } = await healthOf(company, trunk);
    expect([state, problem]).not.toContain('DOWN');
    expect(problem).toBeNull();
    expect(await alarmsOf(service, company)).toEqual([]);
  };

  test.concurrent('conversations wait, and use no attempt, for a trunk that fails every call with 504 and the cause 102', async () => {
    const { company, trunk } = await companyWithTrunk();
    const ids = await Promise.all(
      Array.from({ length: CALLS }, (_, at) => ordered(company, `+41446${10 + at}0102`)),
    );
    const done = await Promise.all(ids.map((id) => overIn(company, id, { isWaiting: true })));
    for (const { body, attempt, attempts, used } of done) {
      expect([body.status, attempts, used]).toEqual(['SCHEDULED', 1, 0]);
      expect(attempt).toMatchObject({
        status: 'SCHEDULED',
        calledAt: null,
        transcript: [],
        recordingUrl: null,
      });
      expect(attempt.notes).toContain(FAILS);
    }
    await vi.waitFor(
      async () => {
        const { state, problem } = await healthOf(company, trunk);
        expect([state, problem?.message]).toEqual(['DOWN', `fails calls (${FAILS})`]);
      },
      { timeout: 10_000 },
    );
    await vi.waitFor(
      async () =>
        expect(await alarmsOf(service, company)).toEqual([expect.objectContaining({ reason: 'TRUNK_DOWN' })]),
      { timeout: 10_000 },
    );
  });

  test.concurrent('one number without a route (404, cause 3) fails as an error of the network, and its trunk stays in service', async () => {
    const { company, trunk } = await companyWithTrunk();
    const done = await called(service, '+41446680003', { company });
    expect(done.attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'CARRIER_ERROR',
      notes: '404 Not Found (Q.850 3)',
      transcript: [],
      recordingUrl: null,
    });
    expectTriedAgain(done);
    await expectInService(company, trunk);
  });

  test.concurrent('a call that a 302 leads to a server with a password fails alone: that server gets no password, and the trunk stays in service', async () => {
    const { company, trunk } = await companyWithTrunk();
    const done = await called(service, '+41446681302', { company });
    expect(done.attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'CARRIER_ERROR',
      transcript: [],
      recordingUrl: null,
    });
    expect(done.attempt.notes).toContain(
      'sent the call to a server that wants a user and a password (407 Proxy Authentication Required)',
    );
    expectTriedAgain(done);
    const messages = await messagesOf(done, 2);
    expect(answersIn(messages)).toEqual([302, 407]);
    expect(messages.map(({ text }) => text).join('\n')).not.toMatch(/^(proxy-)?authorization:/im);
    await expectInService(company, trunk);
  });

  test.concurrent.each([
    ['two numbers that redirect (302) to each other', '2302', 2],
    ['a number that redirects (302) to another address each time', '4302', MOST_INVITES],
  ])('a call to %s ends as an error of the network', async (_, last, invites) => {
    const { company, trunk } = await companyWithTrunk();
    const done = await called(service, `+4144668${last}`, { company });
    expect(done.attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'CARRIER_ERROR',
      notes: '302 Moved Temporarily',
      transcript: [],
      recordingUrl: null,
    });
    expectTriedAgain(done);
    expect(answersIn(await messagesOf(done, invites))).toEqual([302]);
    await expectInService(company, trunk);
  });
});
