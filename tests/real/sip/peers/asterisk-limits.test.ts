import { systemRandom } from '@parley/sip/sip-random.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { hasKamailio, startKamailioProxy } from './kamailio.ts';
import { keyedQuestion, pressingOne, startKeyedServiceAt } from './keyed-contact.ts';
import {
  alarmsOf,
  type Called,
  called,
  expectCompleted,
  newTrunk,
  ordered,
  overIn,
  PLAN,
  sipMessagesOf,
} from './service-call.ts';
import { numberDoes, recorded } from './spoken-person.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const SWISS = '+414466819';
const GERMAN = '+493090182';
const AREA_NUMBER = '+41446681801';
const OTHER_NUMBER = '+41791234500';
/** Accounts at the same telephone system. */
const SECOND = 'second';

/** Writes down by which account a call came, what it shows, and how many calls are going on to numbers with the same beginning. */
const noted = [
  `Set(GROUP()=\${EXTEN:0:-1})`,
  `Set(GLOBAL(VIA_\${EXTEN:1})=\${CHANNEL(endpoint)} \${CALLERID(num)} \${GROUP_COUNT(\${EXTEN:0:-1})})`,
];
const numbers = [
  numberDoes(`_${SWISS}XX`, pressingOne('hello', noted)),
  numberDoes(`_${GERMAN}X`, pressingOne('hello', noted)),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech)(
  'limits, caller IDs and shares of trunks at Asterisk, with audio',
  () => {
    const opened: (() => Promise<unknown>)[] = [];
    let asterisk: Asterisk;
    let service: TestService;
    beforeAll(async () => {
      const sounds = await recorded({ hello: 'Hello, Ada speaking.' });
      asterisk = await startAsterisk({}, { numbers, sounds, users: new Map([[SECOND, '']]) });
      opened.push(() => asterisk.stop());
      service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
        PARLEY_RTP_PORTS: '25200-25300',
      });
      opened.push(() => service.stop());
    });
    afterAll(async () => {
      for (const close of opened.splice(0).reverse()) await close();
    });

    const trunkOf = (more: object = {}) => ({
      port: asterisk.port,
      username: USER,
      password: PASSWORD,
      fromUser: USER,
      ...more,
    });
    /** By which account Asterisk got a call to a number, what it showed, and how many there were; undefined: there was none. */
    const notedOf = async (number: string) => {
      const globals = await asterisk.tell('dialplan show globals');
      const [, account, shown, live] =
        new RegExp(`VIA_${number.slice(1)}=(\\S+) (\\S+) (\\d+)`).exec(globals) ?? [];
      return account === undefined ? undefined : { account, shown, live: Number(live) };
    };
    /** The variables are not always complete while other calls set some. */
    const awaitNoteOf = (number: string) =>
      vi.waitFor(
        async () => {
          const note = await notedOf(number);
          if (note === undefined) throw new Error(`No call to ${number}`);
          return note;
        },
        { timeout: 5000, interval: 200 },
      );
    const withTrunk = async (trunk: object = {}): Promise<TestCompany> => {
      const company = await service.newCompany();
      await service.admin.put(`/companies/${company.id}/plan`, PLAN);
      await newTrunk(company, trunkOf(trunk));
      return company;
    };
    const call = (company: TestCompany, number: string) =>
      called(service, number, { company, question: keyedQuestion });
    /** All of a company were completed, and each was charged once. */
    const expectAllCompleted = async (done: readonly Called[], company: TestCompany) => {
      const minutes = done.map(({ attempt }) => Math.ceil(attempt.duration / 60));
      for (const [at, one] of done.entries()) await expectCompleted({ ...one, used: minutes[at] ?? 0 });
      const { used, held } = (await company.api.get('/billing/usage')).body;
      expect([used, held]).toEqual([minutes.reduce((sum, each) => sum + each, 0), 0]);
    };
    const atOnce = async (company: TestCompany, numbers: readonly string[]) => {
      const ids = await Promise.all(
        numbers.map((number) => ordered(company, number, { question: keyedQuestion })),
      );
      return Promise.all(ids.map((id) => overIn(company, id)));
    };

    test.concurrent.each([
      ['its daily limit', 0, { maxCallsPerDay: 1 }, 'has reached its limit of 1 calls in 24 hours'],
      ['one call while it cools down', 1, { coolDownSeconds: 600 }, 'cools down for 600 s after each call'],
    ])(
      'the caller id is the number of the same area, after %s another one; then calls wait',
      async (_, row, limit, words) => {
        const company = await withTrunk();
        for (const phoneNumber of [AREA_NUMBER, OTHER_NUMBER])
          await service.admin.post('/phone-numbers', {
            companyId: company.id,
            phoneNumber,
            isPooled: true,
            ...limit,
          });
        const done: Called[] = [];
        for (const [at, shown] of [AREA_NUMBER, OTHER_NUMBER].entries()) {
          const number = `${SWISS}${row}${at}`;
          done.push(await call(company, number));
          expect((await awaitNoteOf(number)).shown).toBe(shown);
        }
        await expectAllCompleted(done, company);
        const used = done.at(-1)?.used;
        const waiting = await called(service, `${SWISS}${row}2`, { company, isWaiting: true });
        expect(waiting.attempt).toMatchObject({
          status: 'SCHEDULED',
          calledAt: null,
          notes: expect.stringContaining(words),
          transcript: [],
          recordingUrl: null,
        });
        expect([waiting.body.status, waiting.attempts, waiting.used]).toEqual(['SCHEDULED', 1, used]);
        expect(await notedOf(`${SWISS}${row}2`)).toBeUndefined();
      },
    );

    test.concurrent('the first call to a new country is reported to the company once, and is placed', async () => {
      const company = await withTrunk();
      const done = [await call(company, `${SWISS}20`)];
      // Its very first country is no news.
      expect(await alarmsOf(service, company)).toEqual([]);
      done.push(...(await atOnce(company, [`${GERMAN}1`, `${GERMAN}2`])));
      await expectAllCompleted(done, company);
      expect(await alarmsOf(service, company)).toEqual([
        { companyId: company.id, reason: 'NEW_COUNTRY', country: 'DE', limit: null, trunk: null },
      ]);
    });

    (hasKamailio ? test.concurrent : test.concurrent.skip)(
      'what the network says about the caller id (attestation) is at its SIP messages',
      async () => {
        const proxy = await startKamailioProxy('P-Attestation-Indicator: B');
        opened.push(() => proxy.stop());
        const company = await withTrunk({ outboundProxy: `127.0.0.1:${proxy.port}` });
        const done = await call(company, `${SWISS}30`);
        await expectCompleted(done);
        const messages = await sipMessagesOf(done);
        const answers = messages.filter(
          ({ direction, status }) => direction === 'RECEIVED' && status === 200,
        );
        expect(answers.length).toBeGreaterThan(0);
        for (const { attestation } of answers)
          expect(attestation).toEqual({ level: 'B', verification: null });
        const sent = messages.filter(({ direction }) => direction === 'SENT');
        expect(new Set(sent.map(({ attestation }) => attestation))).toEqual(new Set([null]));
      },
    );

    test.concurrent('a limit of one call at a time holds at Asterisk: the second call waits, and uses no attempt', async () => {
      const [wide, narrow] = [await withTrunk(), await withTrunk({ maxConcurrentCalls: 1 })];
      const [free, limited] = [
        [`${SWISS}40`, `${SWISS}41`],
        [`${SWISS}50`, `${SWISS}51`],
      ] as const;
      const [atWide, atNarrow] = await Promise.all([atOnce(wide, free), atOnce(narrow, limited)]);
      await expectAllCompleted(atWide, wide);
      await expectAllCompleted(atNarrow, narrow);
      const liveAt = async (numbers: readonly string[]) =>
        (await Promise.all(numbers.map(async (number) => (await awaitNoteOf(number)).live))).sort();
      // Without a limit they overlap: only then does the other line prove anything.
      expect(await liveAt(free)).toEqual([1, 2]);
      expect(await liveAt(limited)).toEqual([1, 1]);
    });

    test.concurrent('a limit of one call a second holds at Asterisk, and all calls complete', async () => {
      const company = await withTrunk({ maxCallsPerSecond: 1 });
      const done = await atOnce(company, [`${SWISS}60`, `${SWISS}61`, `${SWISS}62`]);
      await expectAllCompleted(done, company);
      const begun = await Promise.all(
        done.map(async (one) => Date.parse((await sipMessagesOf(one))[0]?.at ?? '')),
      );
      const [first = 0, second = 0, third = 0] = begun.sort((a, b) => a - b);
      expect(Math.min(second - first, third - second)).toBeGreaterThan(900);
    });

    // Not at the same time as the others: it decides what is random.
    test('trunks with the same prefix and priority get calls by their weight', async () => {
      const company = await withTrunk({ weight: 3, name: 'Heavy' });
      await newTrunk(company, trunkOf({ username: SECOND, fromUser: SECOND, weight: 1 }));
      const draws: number[] = [];
      const random = vi.spyOn(systemRandom, 'fraction').mockImplementation(() => draws.shift() ?? 0.5);
      const done: Called[] = [];
      try {
        // The second pair draws against the heavy one by more than its weight.
        for (const [at, { pair, account }] of [
          { pair: [0.6, 0.4], account: USER },
          { pair: [0.9, 0.1], account: SECOND },
        ].entries()) {
          draws.splice(0, 2, ...pair);
          const number = `${SWISS}7${at}`;
          done.push(await call(company, number));
          expect((await awaitNoteOf(number)).account).toBe(account);
        }
      } finally {
        random.mockRestore();
      }
      await expectAllCompleted(done, company);
    });
  },
);
