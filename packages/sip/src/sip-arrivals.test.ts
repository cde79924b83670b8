import {
  farSound,
  ScriptedMedia,
  type ScriptedSession,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { type Arrival, callerOf, SipArrivals } from './sip-arrivals.ts';
import { header, isRequest, type SipHeader, type SipRequest } from './sip-message.ts';

const TRUNK = '198.51.100.1';

interface Invite {
  readonly headers?: readonly SipHeader[];
  readonly body?: string;
  readonly branch?: string;
  readonly callId?: string;
}

const inviteText = ({ headers = [], body = farSound(), branch = 'one', callId = 'theirs' }: Invite = {}) =>
  [
    'INVITE sip:+41446681801@192.0.2.1:5060 SIP/2.0',
    `via: SIP/2.0/UDP ${TRUNK}:5060;rport;branch=z9hG4bK${branch}`,
    'max-forwards: 70',
    'from: <sip:+41446681800@198.51.100.1>;tag=far',
    'to: <sip:+41446681801@192.0.2.1>',
    `call-id: ${callId}`,
    'cseq: 7 INVITE',
    `contact: <sip:far@${TRUNK}>`,
    'allow: INVITE, ACK, BYE, UPDATE',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'content-type: application/sdp',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

function telephone(limits?: { callsPerSecond: number; mostCalls: number }) {
  const network = scriptedNetwork();
  const { transport, agent, trunkAt } = network;
  const trunk = trunkAt(`sip:${TRUNK}`, limits);
  const media = new ScriptedMedia();
  const arrivals: Arrival[] = [];
  const incoming = new SipArrivals({
    agent,
    trunks: [trunk],
    media,
    isAllowed: (host) => host === '203.0.113.9',
    own: null,
    sessionSeconds: 180,
    onArrival: (arrival) => arrivals.push(arrival),
  });
  const statuses = () =>
    transport.sent.flatMap(({ message }) => (isRequest(message) ? [] : [message.status]));
  const last = () => transport.sent.at(-1)?.message;
  /** What they say next in the call that began with their INVITE. */
  const says = async (method: string, cseq: number, branch: string, body = '') => {
    const tag = header(last() ?? { headers: [], body: '' }, 'to')?.split('tag=')[1];
    transport.receive(
      inviteText({ branch, body })
        .replace('INVITE sip', `${method} sip`)
        .replace('7 INVITE', `${cseq} ${method}`)
        .replace(/^to: .*$/m, `to: <sip:+41446681801@192.0.2.1>${tag ? `;tag=${tag}` : ''}`),
    );
    await settled();
  };
  const ring = async (invite?: Invite, from?: string) => {
    transport.receive(inviteText(invite), from);
    await settled();
    return arrivals.at(-1) as Arrival;
  };
  return { ...network, trunk, media, arrivals, incoming, statuses, last, ring, says };
}

test('an incoming call is reported with both numbers, answered, acknowledged and carries audio', async () => {
  const { ring, statuses, last, media, says, time, trunk } = telephone();
  const arrival = await ring();
  expect(arrival.caller).toEqual({ from: '+41446681800', to: '+41446681801' });
  expect(statuses()).toEqual([100]);
  const answering = arrival.answer();
  await settled();
  expect(last()).toMatchObject({ status: 200, body: expect.stringContaining('m=audio 20000') });
  await says('ACK', 7, 'ack');
  const call = await answering;
  await time.advance(40_000);
  expect(statuses()).toEqual([100, 200]);
  expect((media.sessions[0] as ScriptedSession).accepted.at(-1)).toMatchObject({
    host: TRUNK,
    port: 4000,
    mayWeSend: true,
  });
  expect(trunk.liveCalls).toBe(1);
  await says('BYE', 8, 'bye');
  expect(await call?.ended).toBe('they hung up');
  expect(trunk.liveCalls).toBe(0);
});

test("an INVITE without an SDP offer is answered with our offer, and the ACK brings the caller's answer", async () => {
  const { ring, last, media, says, time, statuses } = telephone();
  const answering = (await ring({ body: '' })).answer();
  await settled();
  expect(last()).toMatchObject({
    status: 200,
    body: expect.stringContaining('m=audio 20000 RTP/AVP 0 8 101'),
  });
  const { accepted } = media.sessions[0] as ScriptedSession;
  expect(accepted).toEqual([]);
  await says('ACK', 7, 'ack', farSound([], '8 101'));
  const call = await answering;
  expect(call?.leg.rateHz).toBe(8000);
  expect(accepted).toMatchObject([
    { host: TRUNK, port: 4000, codec: { name: 'PCMA' }, mayWeSend: true, mayTheySend: true },
  ]);
  await time.advance(40_000);
  expect(statuses()).toEqual([100, 200]);
});

test.each([
  ['an unsupported codec', farSound([], '97')],
  ['nothing', ''],
])('a caller who accepts %s of our SDP offer is hung up on, and all resources are freed', async (_, body) => {
  const { ring, says, transport, trunk, media } = telephone();
  const answering = (await ring({ body: '' })).answer();
  await settled();
  await says('ACK', 7, 'ack', body);
  expect(await answering).toBeUndefined();
  await settled();
  expect(transport.requests('BYE')).toHaveLength(1);
  expect([trunk.liveCalls, media.sessions[0]?.isClosed]).toEqual([0, true]);
});

test('until our SDP offer is answered, other offers are refused and an ACK of another request is ignored', async () => {
  const { ring, says, statuses, media } = telephone();
  const answering = (await ring({ body: '' })).answer();
  await settled();
  await says('ACK', 6, 'stray', farSound());
  await says('UPDATE', 8, 'update', farSound());
  expect(statuses()).toEqual([100, 200, 491]);
  expect((media.sessions[0] as ScriptedSession).accepted).toEqual([]);
  await says('ACK', 7, 'ack', farSound());
  expect(await answering).toBeDefined();
});

test('an unacknowledged 200 is repeated until the call is given up, and no audio is sent', async () => {
  const { ring, statuses, time, transport, media, trunk } = telephone();
  const answering = (await ring()).answer();
  await time.advance(36_000);
  expect(statuses().filter((status) => status === 200).length).toBeGreaterThan(5);
  expect(await answering).toBeUndefined();
  expect((media.sessions[0] as ScriptedSession).accepted.every(({ mayWeSend }) => !mayWeSend)).toBe(true);
  expect(transport.requests('BYE').length).toBeGreaterThan(0);
  expect([trunk.liveCalls, media.sessions[0]?.isClosed]).toEqual([0, true]);
});

test('an incoming call that we answered can be hung up by us', async () => {
  const { ring, says, transport } = telephone();
  const answering = (await ring()).answer();
  await settled();
  await says('ACK', 7, 'ack');
  void (await answering)?.leg.hangUp();
  await settled();
  const [bye] = transport.requests('BYE');
  expect(bye?.uri).toBe(`sip:far@${TRUNK}`);
  expect(header(bye ?? { headers: [], body: '' }, 'to')).toContain('tag=far');
});

test('callers other than trunks are refused before media is opened', async () => {
  const { ring, statuses, arrivals, media } = telephone();
  await ring({}, '203.0.113.7');
  expect(statuses()).toEqual([403]);
  expect([arrivals.length, media.sessions.length]).toEqual([0, 0]);
});

test('a caller from an address that the operator allows is accepted', async () => {
  const { ring, arrivals } = telephone();
  await ring({}, '203.0.113.9');
  expect(arrivals).toHaveLength(1);
});

test('a caller who cancels gets 487, and the slot is freed', async () => {
  const { ring, says, statuses, trunk, media } = telephone();
  const arrival = await ring();
  await says('CANCEL', 7, 'one');
  expect(statuses()).toEqual([100, 200, 487]);
  expect(await arrival.answer()).toBeUndefined();
  expect(trunk.liveCalls).toBe(0);
  expect(media.sessions.every(({ isClosed }) => isClosed)).toBe(true);
});

test('the same INVITE over two paths is one call', async () => {
  const { ring, statuses, arrivals } = telephone();
  await ring();
  await ring({ branch: 'two' });
  expect(arrivals).toHaveLength(1);
  expect(statuses()).toEqual([100, 482]);
});

test('a call beyond the limit of the trunk is refused with 486', async () => {
  const { ring, statuses } = telephone({ callsPerSecond: 1, mostCalls: 1 });
  await ring();
  await ring({ branch: 'two', callId: 'another' });
  expect(statuses()).toEqual([100, 486]);
});

test('an SDP offer without a supported codec is refused, and all resources are freed', async () => {
  const { ring, statuses, trunk, media } = telephone();
  const arrival = await ring({ body: farSound([], '97') });
  expect(await arrival.answer()).toBeUndefined();
  expect(statuses()).toEqual([100, 488]);
  expect([trunk.liveCalls, media.sessions[0]?.isClosed]).toEqual([0, true]);
});

test('for callers with session timers our side refreshes the session', async () => {
  const { ring, last, says, time, transport } = telephone();
  void (await ring({ headers: [['supported', 'timer']] })).answer();
  await settled();
  expect(header(last() ?? { headers: [], body: '' }, 'session-expires')).toBe('180;refresher=uas');
  await says('ACK', 7, 'ack');
  await time.advance(90_000);
  expect(transport.requests('UPDATE').length).toBeGreaterThan(0);
});

test('our side refreshes the session that a proxy asks for and the caller knows nothing of', async () => {
  const { ring, last, says, time, transport } = telephone();
  const answering = (await ring({ headers: [['session-expires', '180']] })).answer();
  await settled();
  const answer = last() ?? { headers: [], body: '' };
  expect(header(answer, 'session-expires')).toBe('180;refresher=uas');
  // Only of whoever supports it may it be required (RFC 4028, section 9).
  expect(header(answer, 'require')).toBeUndefined();
  await says('ACK', 7, 'ack');
  const call = await answering;
  await time.advance(90_000);
  const [update] = transport.requests('UPDATE');
  transport.answer(update as SipRequest, 200);
  await time.advance(180_000);
  expect(await Promise.race([call?.ended, 'still there'])).toBe('still there');
});

test('calls that arrive after closing are refused', async () => {
  const { ring, incoming, statuses } = telephone();
  incoming.close();
  await ring();
  expect(statuses()).toEqual([480]);
});

const invite = (uri: string, headers: readonly SipHeader[]): SipRequest => ({
  method: 'INVITE',
  uri,
  headers,
  body: '',
});
const US = 'sip:+41446681801@192.0.2.1';
const from = (value: string): SipHeader => ['from', value];

test.each([
  ['in E.164', '"Ada" <sip:+41446681800@198.51.100.1;user=phone>;tag=1'],
  ['without the plus', '<sip:41446681800@198.51.100.1>;tag=1'],
  ['with an international prefix', '<sip:0041446681800@198.51.100.1>;tag=1'],
  ['in national format', '<sip:0446681800@198.51.100.1>;tag=1'],
  ['as a tel URI', '<tel:+41-44-668-18-00>;tag=1'],
  ['with parameters', '<sip:+41446681800;phone-context=ch@198.51.100.1>;tag=1'],
])("a caller's number written %s is recognised", (_, written) => {
  expect(callerOf(invite(US, [from(written)]), null)).toEqual({ from: '+41446681800', to: '+41446681801' });
});

test("the caller's number in P-Asserted-Identity takes precedence over the one in From", () => {
  const vouched: SipHeader = ['p-asserted-identity', '<sip:+41446681800@198.51.100.1>'];
  expect(callerOf(invite(US, [from('<sip:+41446681899@far>;tag=1'), vouched]), null).from).toBe(
    '+41446681800',
  );
});

test.each([
  ['asks for privacy', [from('"Anonymous" <sip:anonymous@anonymous.invalid>;tag=1')]],
  [
    'shows it to the network only',
    [
      from('<sip:anonymous@anonymous.invalid>;tag=1'),
      ['p-asserted-identity', '<sip:+41446681800@198.51.100.1>'],
      ['privacy', 'id'],
    ],
  ],
  ['has no number', [from('<sip:bob@198.51.100.1>;tag=1')]],
] as [string, SipHeader[]][])(
  'a caller who withholds the number or %s is reported without a number',
  (_, headers) => {
    expect(callerOf(invite(US, headers), null).from).toBeNull();
  },
);

test('in a call to an account name the called number is taken from To, or is unknown', () => {
  const to: SipHeader = ['to', '<sip:+41446681801@192.0.2.1>'];
  expect(callerOf(invite('sip:alice@192.0.2.1', [from('<sip:x@y>'), to]), null).to).toBe('+41446681801');
  expect(callerOf(invite('sip:alice@192.0.2.1', [from('<sip:x@y>')]), null).to).toBeNull();
});
