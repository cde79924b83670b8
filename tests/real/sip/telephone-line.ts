import type { Media } from '@parley/sip/media-session.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import type { SipCall } from '@parley/sip/sip-call.ts';
import { systemRandom } from '@parley/sip/sip-random.ts';
import { systemTime } from '@parley/sip/sip-time.ts';
import type { TrunkSettings } from '@parley/sip/sip-trunk.ts';
import { openExchange } from '@parley/sip/telephone-exchange.ts';
import type { CallOrder, PlacingEvent } from '@parley/telephone/call-order.ts';
import { placeCall } from '@parley/telephone/sip-placing.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';

interface LineOptions {
  /** Absent: the sound goes nowhere. */
  readonly media?: Media;
  readonly isRegistering?: boolean;
  readonly trunk?: Partial<TrunkSettings>;
}

/** Our side of the telephone network on this machine, with real sockets; only the sound goes nowhere. */
export async function openLine(
  trunks: readonly string[],
  authorities?: string,
  { media: real, isRegistering = false, trunk: more = {} }: LineOptions = {},
) {
  const exchange = await openExchange({
    trunks: trunks.map((trunk) => {
      const uri = readUri(trunk) as SipUri;
      const { user, password } = uri;
      return {
        uri,
        credentials: user === null || password === null ? null : { user, password },
        isSoundSecure: false,
        callsPerSecond: 1000,
        mostCalls: 100,
        ...more,
      };
    }),
    bind: { host: '127.0.0.1', port: 0 },
    publicHost: undefined,
    authorities,
    isRegistering,
    name: 'Parley',
    time: systemTime,
    random: systemRandom,
  });
  const media = new ScriptedMedia();
  const parts = {
    agent: exchange.agent,
    trunks: exchange.trunks,
    media: real ?? media,
    from: null,
    sessionSeconds: 90,
  };
  return {
    exchange,
    media,
    /** Everything that becomes of a call up to its answer. */
    async dial(more: Partial<CallOrder> = {}, signal = new AbortController().signal) {
      const events: PlacingEvent[] = [];
      const order = { to: '+41446681800', from: '+41446681801', ringTimeoutMs: 30_000, ...more };
      for await (const event of placeCall(parts, order, signal)) events.push(event);
      const last = events.at(-1);
      return { kinds: events.map(({ kind }) => kind), last, call: callOf(last) };
    },
    close: () => exchange.close(),
  };
}

/** Whoever asks for the call of one that was not answered has a test that fails. */
const callOf = (last: PlacingEvent | undefined) => (): SipCall => {
  if (last?.kind !== 'answered') throw new Error(`The call was not answered: ${JSON.stringify(last)}`);
  return last.call;
};
