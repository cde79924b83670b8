import { freePort } from '@parley/testing/free-port.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { hasKamailio, startKamailio } from './kamailio.ts';
import { keyedQuestion, pressingOne, startKeyedServiceAt } from './keyed-contact.ts';
import { alarmsOf, answersIn, called, expectCompleted, newTrunk, sipMessagesOf } from './service-call.ts';
import { numberDoes, recorded } from './spoken-person.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Where 302 leads. */
const MOVED = '+41446681600';
const numbers = numberDoes('_+4144668XXXX', pressingOne('hello'));
const WRONG = { username: 'parley', password: 'wrong' };
const REJECTED = 'rejects the configured user and password (407 Proxy Authentication Required)';

describe.skipIf(!hasKamailio || !hasAsterisk || !hasSpeech)('with Kamailio as the first trunk', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let asterisk: Asterisk;
  let kamailio: Awaited<ReturnType<typeof startKamailio>>;
  let service: TestService;
  let closedPort: number;
  beforeAll(async () => {
    const sounds = await recorded({ hello: 'Hello, Ada speaking.' });
    asterisk = await startAsterisk({}, { numbers, sounds, isOpen: true });
    opened.push(() => asterisk.stop());
    kamailio = await startKamailio({ moved: `sip:${MOVED}@127.0.0.1:${asterisk.port}` });
    opened.push(() => kamailio.stop());
    closedPort = await freePort();
    const { username, password } = WRONG;
    service = await startKeyedServiceAt(`sip:${username}:${password}@127.0.0.1:${kamailio.port}`, {
      // It also takes calls of strangers, which redirected ones are: by its user this one is none.
      PARLEY_SIP_TRUNK_2: `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port};from-user=${USER}`,
      PARLEY_RTP_PORTS: '24700-24800',
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** Each company has trunks of its own: what one of them meets takes its first trunk out of use for the others. */
  const companyWith = async (first: object) => {
    const company = await service.newCompany();
    const firstId = await newTrunk(company, { port: kamailio.port, priority: 1, ...first });
    const account = { username: USER, password: PASSWORD, fromUser: USER };
    await newTrunk(company, { port: asterisk.port, priority: 2, ...account });
    return { company, firstId };
  };
  const healthOf = async (company: TestCompany, id: string) =>
    (await company.api.get(`/trunks/${id}/health`)).body;
  const logged = () => service.logged.join('\n');

  test.concurrent('a call that the first trunk redirects (302) to a number at Asterisk is conducted there', async () => {
    const { company } = await companyWith({});
    const done = await called(service, '+41446680302', { company, question: keyedQuestion });
    await expectCompleted(done);
    expect(answersIn(await sipMessagesOf(done))).toEqual([302, 200]);
  });

  test.concurrent.each([
    ['forbids it (403)', '0403', {}, [403]],
    ['refuses it (500)', '0500', {}, [500]],
    ['refuses it (502)', '0502', {}, [502]],
    ['has no capacity (503)', '0503', {}, [503]],
    ['refuses it (504)', '0504', {}, [504]],
    ['rejects user and password (407)', '0407', WRONG, [407]],
    ['has something dead behind it (408)', '0408', {}, [408]],
    [
      'redirects it (302) to a server with a password (407)',
      '1302',
      { ...WRONG, password: 'word' },
      [302, 407],
    ],
    ['takes it, and only says 100', '0100', {}, []],
    ['does not answer', '9999', {}, []],
  ])('a call completes over the second trunk when the first trunk %s', async (_, last, account, refusals) => {
    const { company, firstId } = await companyWith(account);
    const done = await called(service, `+4144668${last}`, { company, question: keyedQuestion });
    await expectCompleted(done);
    // Asterisk wants the password first.
    const messages = await sipMessagesOf(done);
    expect(answersIn(messages)).toEqual([...refusals, 401, 200]);
    const invited = messages.flatMap(({ method, remote }) => (method === 'INVITE' ? [remote?.port] : []));
    const ports = [kamailio.port, ...(last === '1302' ? [kamailio.otherPort] : []), asterisk.port];
    expect([...new Set(invited)]).toEqual(ports);
    const health = await healthOf(company, firstId);
    expect(health).toMatchObject({
      calls: 1,
      answeredCalls: 0,
      responses: [{ code: refusals.at(-1) ?? null, calls: 1 }],
    });
    if (account === WRONG) {
      expect(health.problem.message).toBe(REJECTED);
      expect(logged()).toContain(`of the company ${company.id} is down: it ${REJECTED}`);
      const trunk = { id: firstId, name: 'Own', problem: REJECTED };
      expect(await alarmsOf(service, company)).toEqual([
        expect.objectContaining({ reason: 'TRUNK_DOWN', trunk }),
      ]);
    } else expect(health.problem).toBeNull();
  });

  test.concurrent('a call completes over the second trunk when the first trunk refuses the connection', async () => {
    const { company, firstId } = await companyWith({ port: closedPort, transport: 'TCP' });
    const done = await called(service, '+41446681601', { company, question: keyedQuestion });
    await expectCompleted(done);
    expect(answersIn(await sipMessagesOf(done))).toEqual([401, 200]);
    expect(await healthOf(company, firstId)).toMatchObject({
      calls: 1,
      responses: [{ code: null, calls: 1 }],
    });
  });

  test.concurrent("a wrong password of the operator's first trunk is in health, metrics and log, and calls complete", async () => {
    const done = await called(service, '+41446680407', { question: keyedQuestion });
    await expectCompleted(done);
    expect(answersIn(await sipMessagesOf(done))).toEqual([407, 401, 200]);
    expect((await service.api(undefined).get('/healthz')).body).toMatchObject({ telephone: 'degraded' });
    expect(await service.services.registry.metrics()).toMatch(
      /parley_trunk_outages_total\{.*fault="login"\} 1/,
    );
    expect(logged()).toContain(`The SIP trunk 127.0.0.1 is down: it ${REJECTED}`);
    // Its calls went over the second trunk: nobody waits.
    expect(await alarmsOf(service, done.company)).toEqual([]);
  });
});
