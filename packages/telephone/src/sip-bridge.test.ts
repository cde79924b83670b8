import { tagOf } from '@parley/sip/sip-address.ts';
import { header, type SipRequest } from '@parley/sip/sip-message.ts';
import { SipTrunk, type TrunkSettings } from '@parley/sip/sip-trunk.ts';
import {
  farSound,
  requestText,
  ScriptedMedia,
  type ScriptedSession,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { CallOrder, PlacingParts } from './call-order.ts';
import { MOST_BRIDGED_MINUTES, SipBridges } from './sip-bridge.ts';
import { placeCall } from './sip-placing.ts';

const [CONTACT, PERSON] = ['+41446681800', '+41446681801'];
const frame = (value: number) => new Int16Array(160).fill(value);

/** A contact on the line, and a network that is asked to pass them on. */
async function asked(more: Partial<PlacingParts> = {}, settings: Pick<TrunkSettings, 'dialling'> = {}) {
  const { time, transport, agent, stack, trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:198.51.100.1', undefined, settings);
  const media = new ScriptedMedia();
  const placing = { agent, trunks: [trunk], media, from: '+41446681802', sessionSeconds: 180 };
  const bridges = new SipBridges({ ...placing, ...more });
  const order = { to: CONTACT, from: null, ringTimeoutMs: 30_000 };
  const steps = placeCall(placing, order, new AbortController().signal);
  await steps.next();
  const next = steps.next();
  await settled();
  const invites = () => transport.requests('INVITE');
  const contact = invites()[0] as SipRequest;
  transport.answer(contact, 200, { body: farSound() });
  const { value } = await next;
  if (value?.kind !== 'answered') throw new Error('It was not answered');
  const leg = bridges.legOf(value.call, { from: null });
  const heard: Int16Array[] = [];
  leg.onSound((sound) => heard.push(sound));
  leg.play(frame(1));
  const passing = leg.transfer(PERSON);
  await settled();
  const refer = transport.requests('REFER')[0] as SipRequest;
  const [session] = media.sessions as [ScriptedSession];
  const person = () => invites()[1] as SipRequest;
  const answer = async () => {
    transport.answer(person(), 200, { body: farSound(), tag: 'person' });
    await settled();
  };
  return {
    time,
    transport,
    agent,
    stack,
    trunk,
    media,
    bridges,
    leg,
    heard,
    passing,
    session,
    contact,
    refer,
    invites,
    person,
    answer,
  };
}

/** It does not do that. */
async function waiting() {
  const made = await asked();
  made.transport.answer(made.refer, 603);
  // Its turn on the trunk comes a moment later.
  await made.time.advance(10);
  return made;
}

test.each<[string, Partial<PlacingParts>]>([
  ['may not be called', { blocked: async () => 'calls to the country CH are not allowed' }],
  ['is not called because the minutes are used up', { mayTransfer: async () => false }],
  ['cannot be checked', { mayTransfer: () => Promise.reject(new Error('no database')) }],
  ['cannot be written down', { onPassedOn: () => Promise.reject(new Error('no database')) }],
])('the agent transfers nobody to a number that %s', async (_case, more) => {
  const { transport, passing, invites } = await asked(more);
  expect(await passing).toBe(false);
  expect([transport.requests('REFER').length, invites().length]).toEqual([0, 1]);
});

test('a transfer has the other number as the trunk wants it, by REFER and as a second leg', async () => {
  const dialling = { format: 'E164_WITHOUT_PLUS', prefix: '00', country: null } as const;
  const { transport, refer, time, person } = await asked({}, { dialling });
  expect(header(refer, 'refer-to')).toBe('<sip:0041446681801@198.51.100.1>');
  transport.answer(refer, 603);
  await time.advance(10);
  expect(person().uri).toBe('sip:0041446681801@198.51.100.1');
});

test('when the network refuses a transfer, Parley calls the other number and bridges both legs', async () => {
  const { passing, media, session, heard, answer, person, bridges } = await waiting();
  expect(person().uri).toContain(PERSON);
  await answer();
  expect(await passing).toBe(true);
  const other = media.sessions[1] as ScriptedSession;
  session.say(frame(7));
  session.digit('5');
  other.say(frame(9));
  expect(other.pressed).toEqual(['5']);
  expect(other.played).toEqual([frame(7)]);
  expect(session.played.at(-1)).toEqual(frame(9));
  expect(heard).toEqual([]);
  expect(bridges.size).toBe(1);
});

test.each([
  ['when the REFER is never answered', async () => {}],
  [
    'when the REFER is answered with a timeout',
    async ({ transport, refer }: Asked) => transport.answer(refer, 408),
  ],
])('%s, Parley does not call the other number, because both may already be connected', async (_, goesOn) => {
  const made = await asked();
  await goesOn(made);
  await made.time.advance(33_000);
  expect(made.invites()).toHaveLength(1);
  expect(await made.passing).toBe(false);
  expect(made.trunk.liveCalls).toBe(1);
});
type Asked = Awaited<ReturnType<typeof asked>>;

test('Parley does not call the other number after a transfer that the network accepted and reported as 503', async () => {
  const { transport, refer, contact, time, passing, invites } = await asked();
  transport.answer(refer, 202);
  await settled();
  transport.receive(requestText(contact, 'NOTIFY', 1, { body: 'SIP/2.0 503 Service Unavailable' }));
  await time.advance(10);
  transport.receive(requestText(contact, 'BYE', 2));
  await time.advance(1000);
  expect(await passing).toBe(false);
  expect(invites()).toHaveLength(1);
});

test('during a transfer the contact hears a ringback tone, which does not count as speech of the agent', async () => {
  const { transport, time, session, person, leg, passing } = await waiting();
  const before = leg.playedSamples();
  transport.answer(person(), 180, { tag: 'person' });
  await settled();
  const rings = () => session.played.length - 1;
  expect(rings()).toBe(1);
  await time.advance(11_000);
  expect(rings()).toBe(3);
  transport.answer(person(), 486, { tag: 'person' });
  expect(await passing).toBe(false);
  expect(leg.playedSamples()).toBe(before);
  leg.play(frame(1));
  expect(leg.playedSamples()).toBe(before + 160);
  await time.advance(20_000);
  expect(rings()).toBe(4);
});

test('when the other number of a transfer does not answer, the call returns to the agent', async () => {
  const { time, transport, session, heard, passing, person, trunk } = await waiting();
  transport.answer(person(), 180, { tag: 'person' });
  await time.advance(30_000);
  transport.answer(transport.requests('CANCEL')[0] as SipRequest, 200);
  transport.answer(person(), 487, { tag: 'person' });
  expect(await passing).toBe(false);
  session.say(frame(7));
  expect(heard).toEqual([frame(7)]);
  expect(trunk.liveCalls).toBe(1);
});

test.each([
  ['the contact', 0],
  ['the other number', 1],
] as const)(
  'when %s of a bridged call hangs up, both legs end and all resources are freed',
  async (_, who) => {
    const { transport, time, passing, media, answer, contact, person, trunk, agent, stack, bridges } =
      await waiting();
    await answer();
    await passing;
    const [invite, tag] = who === 0 ? [contact, 'far'] : [person(), 'person'];
    transport.receive(requestText(invite, 'BYE', 1, { tag }));
    await settled();
    const [bye] = transport.requests('BYE');
    expect(bye?.uri).toBe('sip:far@198.51.100.1');
    transport.answer(bye as SipRequest, 200);
    await settled();
    expect(media.sessions.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    expect([trunk.liveCalls, bridges.size]).toEqual([0, 0]);
    await time.advance(120_000);
    expect([stack.transactions, agent.calls, time.waiting]).toEqual([0, 0, 0]);
  },
);

test('when the contact hangs up while the other number of a transfer rings, that call is cancelled', async () => {
  const { transport, passing, contact, person } = await waiting();
  transport.answer(person(), 180, { tag: 'person' });
  transport.receive(requestText(contact, 'BYE', 1));
  await settled();
  expect(transport.requests('CANCEL')).toHaveLength(1);
  transport.answer(person(), 487, { tag: 'person' });
  expect(await passing).toBe(false);
});

test('bridged calls are hung up after two hours, and the trunk reserves that time for the second leg', async () => {
  const orders: CallOrder[] = [];
  const made = await asked({
    routesOf: async (order) => {
      orders.push(order);
      return [{ trunk: made.trunk }];
    },
  });
  const { transport, time, passing, refer, contact, person, answer, bridges } = made;
  transport.answer(refer, 603);
  await time.advance(10);
  expect(orders.map(({ mostMinutes }) => mostMinutes)).toEqual([120]);
  await answer();
  await passing;
  const hungUp = () => new Set(transport.requests('BYE').map((bye) => header(bye, 'call-id')));
  await time.advance(MOST_BRIDGED_MINUTES * 60_000 - 1000);
  expect([hungUp().size, bridges.size]).toEqual([0, 1]);
  await time.advance(1000);
  expect(hungUp()).toEqual(new Set([contact, person()].map((invite) => header(invite, 'call-id'))));
});

test('late audio is dropped, so that the bridge adds no delay', async () => {
  const { passing, media, session, answer } = await waiting();
  await answer();
  await passing;
  const other = media.sessions[1] as ScriptedSession;
  other.sound.playedSamples = () => 0;
  for (let turn = 0; turn < 100; turn++) session.say(frame(turn));
  expect(other.played.length).toBe(7);
});

test('a stopping process lets bridged calls continue for a while, then hangs up', async () => {
  const { passing, answer, bridges, transport, time } = await waiting();
  await answer();
  await passing;
  const closing = bridges.close(5000);
  await time.advance(4000);
  expect(transport.requests('BYE')).toHaveLength(0);
  await time.advance(1000);
  for (const bye of transport.requests('BYE')) transport.answer(bye, 200);
  await settled();
  for (const bye of transport.requests('BYE')) transport.answer(bye, 200);
  await closing;
  expect(transport.requests('BYE')).toHaveLength(2);
});

/** A contact who is passed on over a trunk that transfers in another way than by REFER alone. */
async function consulted(transfer: 'attended' | 'bridge') {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const { settings } = trunkAt('sip:198.51.100.1');
  const trunk = new SipTrunk({ ...settings, transfer }, time);
  const placing = { agent, trunks: [trunk], media: new ScriptedMedia(), from: null, sessionSeconds: 180 };
  const order = { to: CONTACT, from: null, ringTimeoutMs: 30_000 };
  const steps = placeCall(placing, order, new AbortController().signal);
  await steps.next();
  const next = steps.next();
  await settled();
  const invites = () => transport.requests('INVITE');
  transport.answer(invites()[0] as SipRequest, 200, { body: farSound() });
  const { value } = await next;
  if (value?.kind !== 'answered') throw new Error('It was not answered');
  const passing = new SipBridges(placing).legOf(value.call, { from: null }).transfer(PERSON);
  await time.advance(1);
  const asked = transport.requests('REFER').length;
  transport.answer(invites()[1] as SipRequest, 200, {
    body: farSound(),
    tag: 'person',
    headers: [['contact', '<sip:person@198.51.100.7>']],
  });
  expect([asked, await passing]).toEqual([0, true]);
  await settled();
  return { transport, call: value.call, invites };
}

test('a trunk set to bridge is not sent a REFER', async () => {
  const { transport } = await consulted('bridge');
  expect(transport.requests('REFER')).toEqual([]);
});

test('an attended transfer calls the other number first, then asks the network to connect both', async () => {
  const { transport, call, invites } = await consulted('attended');
  const [refer] = transport.requests('REFER') as [SipRequest];
  const [contact, person] = invites() as [SipRequest, SipRequest];
  const replaces = `${header(person, 'call-id')};to-tag=person;from-tag=${tagOf(header(person, 'from'))}`;
  expect(header(refer, 'refer-to')).toBe(
    `<sip:person@198.51.100.7?Replaces=${encodeURIComponent(replaces)}>`,
  );
  transport.answer(refer, 202);
  transport.receive(requestText(contact, 'NOTIFY', 1, { body: 'SIP/2.0 200 OK' }));
  await settled();
  expect(await call.ended).toBe('handed over');
});

test('after the network refuses an attended transfer, both legs stay bridged', async () => {
  const { transport, call } = await consulted('attended');
  transport.answer(transport.requests('REFER')[0] as SipRequest, 603);
  await settled();
  expect(await Promise.race([call.ended, 'still there'])).toBe('still there');
});
