import type { Line } from '@parley/call-engine/line.ts';
import { addressMatcher } from '@parley/kernel/ip-address.ts';
import { SipArrivals } from '@parley/sip/sip-arrivals.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { refusePolitely } from '@parley/telephone/polite-refusal.ts';
import { SipBridges } from '@parley/telephone/sip-bridge.ts';
import { arrivedLine, sipLine } from '@parley/telephone/sip-line.ts';
import { trunkTrouble } from '@parley/telephone/trunk-check.ts';
import { CallAnswerer } from '../workflows/answer-calls.ts';
import type { CallRuntime } from './call-runtime.ts';
import { openConfiguredExchange, ownNumberOf, type TelephoneSound } from './sip.ts';
import type { Services } from './wiring.ts';

/** The telephone network of the trunks: calls go out to it, and come in from it. */
export interface RealNetwork {
  readonly line: Line;
  /** What keeps trunks from answering, in sentences; undefined: all answer. */
  trouble(): Promise<string | undefined>;
  /** Takes no further calls from it. */
  stop(): void;
  /** Leaves it; people who were put through may talk on for so long. */
  close(withinMs: number): Promise<void>;
}

export async function openNetwork(
  { config, database, log }: Services,
  { slots, callServices, settle, onError }: CallRuntime,
  sound: TelephoneSound,
): Promise<RealNetwork> {
  const exchange = await openConfiguredExchange(config, (words) => log.warn(words));
  const { agent, trunks } = exchange;
  const [from, sessionSeconds] = [config.PARLEY_SIP_FROM ?? null, config.PARLEY_SIP_SESSION_SECONDS];
  const placing = { agent, trunks, media: sound.media, from, sessionSeconds };
  const talk = { bridges: new SipBridges(placing), partyOf: sound.partyOf };
  const own = ownNumberOf(config);
  const answerer = new CallAnswerer({
    everywhere: database,
    slots,
    callServices,
    settle,
    ownNumber: own,
    lineOf: (arrival) => arrivedLine(talk, arrival),
    decline: (leg, language) =>
      sound.tts ? refusePolitely(leg, sound.tts, language, systemCallClock) : leg.hangUp(),
    onError,
  });
  const arrivals = new SipArrivals({
    agent,
    trunks,
    media: sound.media,
    isAllowed: addressMatcher(config.PARLEY_SIP_ALLOW),
    own,
    sessionSeconds,
    onArrival: answerer.take,
  });
  exchange.start();
  return {
    line: sipLine({ ...placing, ...talk }),
    async trouble() {
      const troubles = await Promise.all(trunks.map((trunk) => trunkTrouble(agent, trunk)));
      return troubles.filter((trouble) => trouble !== undefined).join(' ') || undefined;
    },
    stop: () => arrivals.close(),
    async close(withinMs) {
      await Promise.all([answerer.stop(), talk.bridges.close(withinMs)]);
      await exchange.close();
    },
  };
}
