import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import type { DialOrder, LineEvent } from '@parley/call-engine/line.ts';
import type { SipRequest } from '@parley/sip/sip-message.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { farSound, ScriptedMedia, scriptedNetwork, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
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
async function dialled(partyOf: (leg: AudioLeg, order: DialOrder) => ScriptedParty) {
  const { agent, transport, trunkAt } = scriptedNetwork();
  const trunks = [trunkAt('sip:198.51.100.1')];
  const placing = { agent, trunks, media: new ScriptedMedia(), from: null, sessionSeconds: 180 };
  const line = sipLine({ ...placing, partyOf, bridges: new SipBridges(placing) });
  const events: LineEvent[] = [];
  const done = (async () => {
    for await (const event of line.dial(order, new AbortController().signal)) events.push(event);
  })();
  await settled();
  transport.answer(transport.requests('INVITE')[0] as SipRequest, 200, { body: farSound() });
  await settled();
  const bye = transport.requests('BYE')[0];
  if (bye) transport.answer(bye, 200);
  return { events, done, transport };
}

test('an answered call is given to the conversation with the order that placed it', async () => {
  const party = new ScriptedParty([]);
  const orders: DialOrder[] = [];
  const { events, done } = await dialled((_, of) => {
    orders.push(of);
    return party;
  });
  await done;
  expect(events).toEqual([{ kind: 'placing' }, { kind: 'answered', party }]);
  expect(orders).toEqual([order]);
});

test('hangs up when the conversation cannot start', async () => {
  const { done, transport } = await dialled(() => {
    throw new Error('no text to speech is configured');
  });
  await expect(done).rejects.toThrow('no text to speech is configured');
  expect(transport.requests('BYE')).toHaveLength(1);
});
