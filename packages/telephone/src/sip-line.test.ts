import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { AudioReport, DialOrder, LineEvent } from '@parley/call-engine/line.ts';
import type { SipRequest } from '@parley/sip/sip-message.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import {
  farSound,
  ScriptedMedia,
  type ScriptedSession,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { CallOrder, TrunkRoute } from './call-order.ts';
import { SipBridges } from './sip-bridge.ts';
import { sipLine } from './sip-line.ts';

const order: DialOrder = {
  attemptId: 'a',
  to: '+41446681800',
  from: null,
  attemptNumber: 1,
  ringTimeoutMs: 30_000,
  plan: scriptedPlan([]),
};

/** A call that is answered, with whatever is made of its leg. */
async function dialled(
  partyOf: (leg: AudioLeg, order: DialOrder) => ScriptedParty,
  more: Partial<DialOrder> = {},
) {
  const { agent, transport, trunkAt } = scriptedNetwork();
  const trunks = [trunkAt('sip:198.51.100.1')];
  const media = new ScriptedMedia();
  const placing = { agent, trunks, media, from: null, sessionSeconds: 180 };
  const line = sipLine({ ...placing, partyOf, bridges: new SipBridges(placing) });
  const events: LineEvent[] = [];
  const done = (async () => {
    for await (const event of line.dial({ ...order, ...more }, new AbortController().signal))
      events.push(event);
  })();
  await settled();
  transport.answer(transport.requests('INVITE')[0] as SipRequest, 200, { body: farSound() });
  await settled();
  const bye = transport.requests('BYE')[0];
  if (bye) transport.answer(bye, 200);
  return { events, done, transport, media };
}

test('an answered call is handed to the conversation together with its dial order', async () => {
  const party = new ScriptedParty([]);
  const orders: DialOrder[] = [];
  const { events, done } = await dialled((_, of) => {
    orders.push(of);
    return party;
  });
  await done;
  expect(events).toEqual([{ kind: 'placing' }, { kind: 'answered', party, speaksFirst: true }]);
  expect(orders).toEqual([order]);
});

test('an answered call is hung up when the conversation cannot start', async () => {
  const { done, transport } = await dialled(() => {
    throw new Error('no text to speech is configured');
  });
  await expect(done).rejects.toThrow('no text to speech is configured');
  expect(transport.requests('BYE')).toHaveLength(1);
});

test('a call reports its audio quality, and when no audio arrived', async () => {
  let audio: Promise<AudioReport | undefined> | undefined;
  let leg: AudioLeg | undefined;
  const notes: unknown[] = [];
  const { done, media, transport } = await dialled(
    (given) => {
      leg = given;
      return new ScriptedParty([]);
    },
    {
      onAudio: (report) => {
        audio = report;
      },
      note: (remark) => notes.push(remark),
    },
  );
  await done;
  const [session] = media.sessions;
  for (const gap of ['from them', 'to them', 'no sound'] as const) {
    session?.gap(gap, true);
    session?.gap(gap, false);
  }
  expect(notes).toEqual(
    [
      'No audio comes from the contact',
      'Audio comes from the contact again',
      "The agent's audio does not arrive at the contact's side",
      "The agent's audio arrives at the contact's side again",
      'Audio comes from the contact, but without any sound (digital silence)',
      'Sound comes from the contact',
    ].map((message) => ({ kind: 'trouble', part: 'line', message })),
  );
  const counts = { sent: 50, received: 90, lost: 10, late: 0, jitterMs: 3, strangers: 0, roundTripMs: 20 };
  if (session) session.statistics = { ...counts, quietMs: 4100, silentMs: 12_000 };
  const leaving = leg?.hangUp();
  await settled();
  transport.answer(transport.requests('BYE')[0] as SipRequest, 200);
  await leaving;
  expect(await audio).toMatchObject({
    lossShare: 0.1,
    roundTripMs: 20,
    quietMs: 4100,
    wasQuietAtEnd: true,
    isCutOff: false,
  });
});

test('the second leg of a handoff shows the caller id of its call, and is marked as a second leg', async () => {
  const { agent, transport, time, trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:198.51.100.1');
  const POOLED = '+41446681802';
  const orders: CallOrder[] = [];
  const extended: [string, number][] = [];
  const routesOf = async (asked: CallOrder): Promise<TrunkRoute[]> => {
    orders.push(asked);
    const extend = (minutes: number) => extended.push([asked.to, minutes]);
    const line = { from: asked.from ?? POOLED, extend, end: () => {} };
    return [{ trunk, admit: async () => ({ kind: 'admitted', line }) }];
  };
  const placing = {
    agent,
    trunks: [],
    routesOf,
    media: new ScriptedMedia(),
    from: null,
    sessionSeconds: 180,
  };
  let leg: AudioLeg | undefined;
  let audio: Promise<AudioReport | undefined> | undefined;
  const partyOf = (given: AudioLeg) => {
    leg = given;
    return new ScriptedParty([]);
  };
  const line = sipLine({ ...placing, partyOf, bridges: new SipBridges(placing) });
  const onAudio = (report: Promise<AudioReport | undefined>) => {
    audio = report;
  };
  const done = Array.fromAsync(line.dial({ ...order, onAudio }, new AbortController().signal));
  await settled();
  transport.answer(transport.requests('INVITE')[0] as SipRequest, 200, { body: farSound() });
  await done;
  void leg?.transfer('+41446681801');
  await settled();
  transport.answer(transport.requests('REFER')[0] as SipRequest, 603);
  await time.advance(10);
  expect(orders.map(({ to, from, isSecondLeg = false }) => ({ to, from, isSecondLeg }))).toEqual([
    { to: '+41446681800', from: null, isSecondLeg: false },
    { to: '+41446681801', from: POOLED, isSecondLeg: true },
  ]);
  expect(extended).toEqual([]);
  transport.answer(transport.requests('INVITE').at(-1) as SipRequest, 200, { body: farSound() });
  await settled();
  // Both talk, and both may go on for two hours; the second leg was ordered so.
  expect(extended).toEqual([['+41446681800', 120]]);
  // How the audio of both legs was is known once both have ended.
  const counts = { sent: 50, received: 90, late: 0, jitterMs: 3, strangers: 0, roundTripMs: 20, silentMs: 0 };
  const [first, second] = placing.media.sessions as [ScriptedSession, ScriptedSession];
  first.statistics = { ...counts, lost: 10, quietMs: 0 };
  second.statistics = { ...counts, lost: 30, quietMs: 7000 };
  void leg?.hangUp();
  await settled();
  for (const bye of transport.requests('BYE')) transport.answer(bye, 200);
  expect(await audio).toMatchObject({ lossShare: 0.1, handoff: { lossShare: 0.25, quietMs: 7000 } });
});
