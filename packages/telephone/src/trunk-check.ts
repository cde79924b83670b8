import { type AudioLeg, type AudioRate, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import type { AgreedMedia, Media } from '@parley/sip/media-session.ts';
import { isChallenge, loginRefusal } from '@parley/sip/sip-digest.ts';
import { header, headerList } from '@parley/sip/sip-message.ts';
import { askOptions } from '@parley/sip/sip-options.ts';
import { SipRegistration } from '@parley/sip/sip-register.ts';
import { inTime } from '@parley/sip/sip-time.ts';
import type { Hop } from '@parley/sip/sip-transport.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { SipUserAgent } from '@parley/sip/sip-user-agent.ts';
import { placeCall } from './sip-placing.ts';

/** One thing that was found out about a trunk, in a sentence. Null: it is neither good nor bad. */
export interface TrunkFinding {
  readonly isGood: boolean | null;
  readonly words: string;
}

export interface TrunkCheck {
  readonly agent: SipUserAgent;
  readonly trunk: SipTrunk;
  readonly isRegistering: boolean;
  /** A number that plays back what it hears. */
  readonly call?: { readonly to: string; readonly from: string | null; readonly media: Media };
}

/** FreePBX names itself instead. */
const asterisk = /asterisk|\bfpbx/i;
const LETS_GO =
  'It is Asterisk, which lets go of the contact when it is asked for a transfer (REFER): if the other number is busy or ' +
  'does not answer, the contact is gone. If an agent hands calls over, set the transfer of this trunk to ATTENDED or BRIDGE ' +
  '(transfer=attended or transfer=bridge in the settings).';

const OPTIONS_MS = 8000;
const CALL_MS = 30_000;
const LISTEN_MS = 3000;
const TONE_HZ = 1000;

/** Finds out what works, one thing after the other. Stops where nothing further can. */
export async function* checkTrunk({
  agent,
  trunk,
  isRegistering,
  call,
}: TrunkCheck): AsyncGenerator<TrunkFinding> {
  const hops = await trunk.hops(agent);
  const [first] = hops;
  if (first === undefined) {
    yield bad(withoutAddress(trunk));
    return;
  }
  yield good(`${trunk.host} is ${hops.map(inWords).join(', then ')}.`);
  let [isThere, isAsterisk] = [false, false];
  for (const hop of hops) {
    const { server, ...finding } = await reach(agent, trunk, hop);
    yield finding;
    isThere ||= finding.isGood === true;
    isAsterisk ||= asterisk.test(server ?? '');
  }
  if (isAsterisk && (trunk.settings.transfer ?? 'refer') === 'refer') yield { isGood: null, words: LETS_GO };
  if (!isThere) return;
  if (isRegistering) yield await register(agent, trunk);
  if (call) yield* callEcho(agent, trunk, call);
}

/** Why a trunk cannot be reached, in a sentence; undefined: one of its addresses answers. */
export async function trunkTrouble(agent: SipUserAgent, trunk: SipTrunk): Promise<string | undefined> {
  const hops = await trunk.hops(agent);
  const findings = await Promise.all(hops.map((hop) => reach(agent, trunk, hop)));
  if (findings.some(({ isGood }) => isGood === true)) return undefined;
  return findings[0]?.words ?? withoutAddress(trunk);
}

const withoutAddress = ({ host }: SipTrunk): string =>
  `${host} has no address: check its name, and whether this machine can reach a DNS server.`;

const good = (words: string): TrunkFinding => ({ isGood: true, words });
const bad = (words: string): TrunkFinding => ({ isGood: false, words });

const inWords = ({ transport, host, port }: Hop): string => `${host}:${port} over ${transport.toUpperCase()}`;

async function reach(
  agent: SipUserAgent,
  trunk: SipTrunk,
  hop: Hop,
): Promise<TrunkFinding & { readonly server?: string | undefined }> {
  const startMs = agent.time.nowMs();
  const reply = await inTime(askOptions(agent, trunk, hop), OPTIONS_MS, agent.time);
  if (reply === undefined || reply.kind === 'silence') {
    const why =
      reply?.kind === 'silence' && reply.why === 'unreachable' ? 'refuses the connection' : 'does not answer';
    return bad(`${inWords(hop)} ${why}: check the port, the transport and the firewalls on the way.`);
  }
  const { response } = reply;
  if (isChallenge(response.status) && trunk.settings.credentials)
    return bad(`${inWords(hop)} ${loginRefusal(response)}.`);
  const server = header(response, 'server') ?? header(response, 'user-agent');
  const tookMs = Math.round(agent.time.nowMs() - startMs);
  const allowed = headerList(response, 'allow');
  const can = allowed.length === 0 ? '' : ` It allows ${allowed.join(', ')}.`;
  const codecs = [...response.body.matchAll(/^a=rtpmap:\d+ ([\w.-]+)/gm)].map(([, name]) => name);
  const sound = codecs.length === 0 ? '' : ` Its codecs are ${[...new Set(codecs)].join(', ')}.`;
  const answered = `${response.status} ${response.reason}${server ? ` (${server})` : ''}`;
  return { ...good(`${inWords(hop)} answers after ${tookMs} ms with ${answered}.${can}${sound}`), server };
}

async function register(agent: SipUserAgent, trunk: SipTrunk): Promise<TrunkFinding> {
  const registration = new SipRegistration(agent, trunk);
  const state = await registration.once();
  if (state.kind === 'registered') {
    await registration.stop();
    return good(`It accepts the registration for ${state.seconds} s.`);
  }
  if (state.kind === 'unreachable') return bad('It does not respond to the registration.');
  return bad(`It refuses the registration: ${state.code}. Check the user and the password.`);
}

async function* callEcho(
  agent: SipUserAgent,
  trunk: SipTrunk,
  { to, from, media }: NonNullable<TrunkCheck['call']>,
): AsyncGenerator<TrunkFinding> {
  let agreed: AgreedMedia | undefined;
  const watched = watchedMedia(media, (now) => {
    agreed = now;
  });
  const startMs = agent.time.nowMs();
  const after = () => `${((agent.time.nowMs() - startMs) / 1000).toFixed(1)} s`;
  const order = { to, from, ringTimeoutMs: CALL_MS };
  const parts = { agent, trunks: [trunk], media: watched, from, sessionSeconds: 90 };
  for await (const event of placeCall(parts, order, new AbortController().signal)) {
    if (event.kind === 'placing') continue;
    if (event.kind === 'ringing') yield good(`The telephone rings after ${after()}.`);
    else if (event.kind !== 'answered')
      yield bad(`Nobody answered (${event.kind.replace('_', ' ')}): ${event.code}.`);
    else {
      const keys = agreed?.keysType === null ? 'no keys' : 'keys';
      const safe = agreed?.crypto ? 'encrypted' : 'not encrypted';
      yield good(`It is answered after ${after()}: ${agreed?.codec.name ?? 'no codec'}, ${keys}, ${safe}.`);
      yield await listen(agent, event.call.leg);
      await event.call.leg.hangUp();
    }
  }
}

/** Tells what is agreed on. */
const watchedMedia = (media: Media, onAgreed: (agreed: AgreedMedia) => void): Media => ({
  async open(order) {
    const session = await media.open(order);
    return {
      local: session.local,
      get sound() {
        return session.sound;
      },
      accept(agreed) {
        onAgreed(agreed);
        session.accept(agreed);
      },
      press: (keys) => session.press(keys),
      answered: () => session.answered?.(),
      onStarved: (listener) => session.onStarved(listener),
      ...(session.counts ? { counts: session.counts } : {}),
      close: () => session.close(),
    };
  },
});

/** Plays a tone, and looks for it in what comes back. */
async function listen({ time }: SipUserAgent, leg: AudioLeg): Promise<TrunkFinding> {
  let [frames, echoes] = [0, 0];
  leg.onSound((frame) => {
    frames += 1;
    if (isTone(frame, leg.rateHz)) echoes += 1;
  });
  leg.play(tone(leg.rateHz));
  await new Promise<void>((resolve) => time.after(LISTEN_MS, resolve));
  if (frames === 0) return bad('No audio arrives: check the RTP ports and the firewalls on the way.');
  return echoes >= 10
    ? good(`Audio arrives, and the test tone comes back as an echo (${echoes * FRAME_MS} ms of it).`)
    : {
        isGood: null,
        words: 'Audio arrives, but the test tone does not come back: is it the number of an echo test?',
      };
}

function tone(rateHz: AudioRate): Int16Array {
  const step = (2 * Math.PI * TONE_HZ) / rateHz;
  return Int16Array.from({ length: samplesIn(1000, rateHz) }, (_, at) =>
    Math.round(8000 * Math.sin(step * at)),
  );
}

/** Whether most of the sound is at that pitch (Goertzel). */
function isTone(frame: Int16Array, rateHz: AudioRate): boolean {
  const turn = 2 * Math.cos((2 * Math.PI * TONE_HZ) / rateHz);
  let [last, before, power] = [0, 0, 0];
  for (const sample of frame) {
    [last, before] = [sample + turn * last - before, last];
    power += sample * sample;
  }
  const atPitch = (last * last + before * before - turn * last * before) * (2 / frame.length);
  return power / frame.length > 100 * 100 && atPitch > power / 2;
}
