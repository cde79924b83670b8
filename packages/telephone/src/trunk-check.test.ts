import type { Media } from '@parley/sip/media-session.ts';
import type { SipRequest } from '@parley/sip/sip-message.ts';
import {
  farSound,
  ScriptedMedia,
  type ScriptedTransport,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { checkTrunk, type TrunkFinding } from './trunk-check.ts';

/** Sound that comes back as `back` makes it of what is played. */
const echoing = (back: (frame: Int16Array) => Int16Array | undefined): Media => {
  const silent = new ScriptedMedia();
  return {
    async open() {
      const session = await silent.open();
      let hear: (frame: Int16Array) => void = () => undefined;
      const sound: typeof session.sound = {
        ...session.sound,
        onSound(listener) {
          hear = listener;
        },
        play(samples) {
          for (let at = 0; at < samples.length; at += 160) {
            const frame = back(samples.subarray(at, at + 160));
            if (frame) hear(frame);
          }
        },
      };
      return {
        local: session.local,
        sound,
        accept: () => {},
        press: () => {},
        onStarved: () => {},
        close: () => {},
      };
    },
  };
};

async function checked(media: Media, answer: (transport: ScriptedTransport, invite: SipRequest) => void) {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:198.51.100.1');
  const findings: TrunkFinding[] = [];
  const call = { to: '+41446681800', from: null, media };
  const done = (async () => {
    for await (const finding of checkTrunk({ agent, trunk, isRegistering: false, call }))
      findings.push(finding);
  })();
  await settled();
  transport.answer(transport.requests('OPTIONS')[0] as SipRequest, 200);
  await settled();
  answer(transport, transport.requests('INVITE')[0] as SipRequest);
  await time.advance(3000);
  const bye = transport.requests('BYE')[0];
  if (bye) transport.answer(bye, 200);
  await time.advance(2000);
  await done;
  return findings.map(({ isGood, words }) => `${isGood} ${words}`);
}

const answered = (transport: ScriptedTransport, invite: SipRequest) => {
  transport.answer(invite, 180);
  transport.answer(invite, 200, { body: farSound() });
};

test('the trunk check with a working echo number reports its codec', async () => {
  const words = await checked(
    echoing((frame) => frame),
    answered,
  );
  expect(words).toEqual([
    'true 198.51.100.1 is 198.51.100.1:5060 over UDP.',
    'true 198.51.100.1:5060 over UDP answers after 0 ms with 200 Said.',
    'true The telephone rings after 0.0 s.',
    'true It is answered after 0.0 s: PCMU, keys, not encrypted.',
    'true Audio arrives, and the test tone comes back as an echo (1000 ms of it).',
  ]);
});

test.each([
  ['nothing comes back', () => undefined, 'false No audio arrives'],
  [
    'only noise comes back',
    (frame: Int16Array) => frame.map((_, at) => (at * 7919) % 3001),
    'null Audio arrives, but the test tone does',
  ],
] as const)('the trunk check reports when %s', async (_, back, words) => {
  expect((await checked(echoing(back), answered)).at(-1)).toContain(words);
});

test('the trunk check reports a wrong password', async () => {
  const { transport, agent, trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:user:word@198.51.100.1');
  const findings: TrunkFinding[] = [];
  const done = (async () => {
    for await (const finding of checkTrunk({ agent, trunk, isRegistering: false })) findings.push(finding);
  })();
  for (let turn = 0; turn < 2; turn++) {
    await settled();
    const headers = [['www-authenticate', 'Digest realm="r", nonce="n"'] as const];
    transport.answer(transport.requests('OPTIONS').at(-1) as SipRequest, 401, { headers });
  }
  await done;
  expect(findings.at(-1)).toEqual({
    isGood: false,
    words: '198.51.100.1:5060 over UDP rejects the configured user and password (401 Said).',
  });
});

test('the trunk check with an unanswered call reports the reason that the network gave', async () => {
  const words = await checked(
    echoing(() => undefined),
    (transport, invite) => transport.answer(invite, 404, { reason: 'Not Found' }),
  );
  expect(words.at(-1)).toBe('false Nobody answered (invalid number): 404 Not Found.');
});

test.each([
  ['server', 'Asterisk PBX 22.5.1', undefined, true],
  ['user-agent', 'FPBX-16.0.40(18.20.2)', 'refer', true],
  ['server', 'Asterisk PBX 22.5.1', 'attended', false],
  ['server', 'Asterisk PBX 22.5.1', 'bridge', false],
  ['server', 'kamailio (5.8.4)', undefined, false],
] as const)(
  'the trunk check of a peer whose %s is "%s" and whose transfer is %s warns of transfers by REFER: %s',
  async (name, value, transfer, warns) => {
    const { transport, agent, trunkAt } = scriptedNetwork();
    const findings: TrunkFinding[] = [];
    const done = (async () => {
      const trunk = trunkAt('sip:198.51.100.1', undefined, transfer && { transfer });
      const parts = { agent, trunk, isRegistering: false };
      for await (const finding of checkTrunk(parts)) findings.push(finding);
    })();
    await settled();
    transport.answer(transport.requests('OPTIONS')[0] as SipRequest, 200, { headers: [[name, value]] });
    await done;
    const warnings = findings.filter(({ words }) => words.includes('transfer=attended'));
    expect(warnings.map(({ isGood }) => isGood)).toEqual(warns ? [null] : []);
  },
);
