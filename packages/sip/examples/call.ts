// Calls a number, plays a tone for three seconds, says how loud the other side was, and hangs up:
//   node packages/sip/examples/call.ts sip:pbx.example.com 1234 [user password]
import { randomBytes } from 'node:crypto';
import { allCodecs, startMedia } from '../src/media/media-service.ts';
import { readUri } from '../src/sip-address.ts';
import { SipLogin } from '../src/sip-digest.ts';
import { Invitation } from '../src/sip-invitation.ts';
import { systemRandom } from '../src/sip-random.ts';
import { systemTime } from '../src/sip-time.ts';
import { openExchange } from '../src/telephone-exchange.ts';

const TONE_HZ = 440;
const TALK_MS = 3000;

const [trunkUri = '', number = '', user, password] = process.argv.slice(2);
const uri = readUri(trunkUri);
if (uri === undefined || number === '')
  throw new Error('Usage: call.ts sip:host[:port] number [user password]');
const credentials = user === undefined ? null : { user, password: password ?? '' };

const exchange = await openExchange({
  trunks: [{ uri, credentials, isSoundSecure: false, callsPerSecond: 1, mostCalls: 1 }],
  bind: { host: '0.0.0.0', port: 0 },
  publicHost: undefined,
  authorities: undefined,
  isRegistering: false,
  name: 'sip-example',
  time: systemTime,
  random: systemRandom,
});
const media = startMedia({
  bindHost: '0.0.0.0',
  ports: { from: 20_000, to: 20_099 },
  codecs: allCodecs,
  random: randomBytes,
});

try {
  const { agent } = exchange;
  const [trunk] = exchange.trunks;
  const [hop] = trunk === undefined ? [] : await agent.hopsTo(trunk.address);
  if (trunk === undefined || hop === undefined) throw new Error(`${trunkUri} has no address`);
  const session = await media.open({ isSecure: false });
  const invitation = new Invitation(agent, {
    hop,
    local: await agent.stack.localTo(hop),
    session,
    login: new SipLogin(credentials, systemRandom),
    uriOf: trunk.uriOf,
    to: number,
    from: `<sip:${user ?? 'anonymous'}@${trunk.host}>`,
    headers: [],
    sessionSeconds: 1800,
    onRinging: () => console.log('Ringing'),
  });
  const end = await invitation.end;
  if (end.kind === 'answered') {
    const { leg } = end.call;
    console.log(`Answered at ${leg.rateHz} Hz`);
    let loudest = 0;
    leg.onSound((frame) => {
      for (const sample of frame) loudest = Math.max(loudest, Math.abs(sample));
    });
    const samples = (leg.rateHz * TALK_MS) / 1000;
    leg.play(
      Int16Array.from(
        { length: samples },
        (_, n) => 8000 * Math.sin((2 * Math.PI * TONE_HZ * n) / leg.rateHz),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, TALK_MS));
    console.log(`Loudest sample received: ${loudest}`);
    await leg.hangUp();
  } else {
    console.log('Not answered:', end);
    session.close();
  }
} finally {
  await media.close();
  await exchange.close();
}
