import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasAsterisk, NUMBERS, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { hasKamailio, startKamailio } from './kamailio.ts';
import { called, startServiceAt } from './service-call.ts';

vi.setConfig({ testTimeout: 180_000 });

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const REFUSED = '+4144668050X';
const numbers = `exten => _${REFUSED},1,Answer()\n same => n,Milliwatt()\n`;

/** What everybody has who was called once and talked to. */
const complete = ({ body, attempt, used, attempts }: Awaited<ReturnType<typeof called>>) => {
  expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null, retryNumber: 0 });
  const speakers = attempt.transcript.map(({ speaker }: { speaker: string }) => speaker);
  expect(new Set(speakers)).toEqual(new Set(['AI', 'CONTACT']));
  expect([body.status, attempts, used]).toEqual(['COMPLETED', 1, Math.ceil(attempt.duration / 60)]);
};

describe.skipIf(!hasKamailio || !hasAsterisk)('with Kamailio as the first trunk', () => {
  test.each(['0500', '0503'])(
    'a call that it refuses (…%s) completes over Asterisk, the second',
    async (last) => {
      const [kamailio, asterisk] = await Promise.all([startKamailio(), startAsterisk({}, { numbers })]);
      opened.push(
        () => kamailio.stop(),
        () => asterisk.stop(),
      );
      const service = await startServiceAt(`sip:127.0.0.1:${kamailio.port}`, {
        environment: { PARLEY_SIP_TRUNK_2: `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}` },
      });
      opened.push(() => service.stop());
      complete(await called(service, `+4144668${last}`));
      expect(await asterisk.tell('core show channels count')).toContain('1 call processed');
    },
  );

  test('a call that it redirects (302) to a number at Asterisk is held there', async () => {
    const asterisk = await startAsterisk({}, { isOpen: true });
    opened.push(() => asterisk.stop());
    const kamailio = await startKamailio({ moved: `sip:${NUMBERS.tone}@127.0.0.1:${asterisk.port}` });
    opened.push(() => kamailio.stop());
    const service = await startServiceAt(`sip:127.0.0.1:${kamailio.port}`);
    opened.push(() => service.stop());
    complete(await called(service, '+41446680302'));
    expect(await asterisk.tell('core show channels count')).toContain('1 call processed');
  });
});
