import { appendFileSync } from 'node:fs';
import type { Line } from '@parley/call-engine/line.ts';
import { addressMatcher } from '@parley/kernel/ip-address.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { SipArrivals } from '@parley/sip/sip-arrivals.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { refusePolitely } from '@parley/telephone/polite-refusal.ts';
import { SipBridges } from '@parley/telephone/sip-bridge.ts';
import { arrivedLine, sipLine } from '@parley/telephone/sip-line.ts';
import { trunkTrouble } from '@parley/telephone/trunk-check.ts';
import { requeue } from '../domains/conversations/requeue.actions.ts';
import { CallAnswerer } from '../workflows/answer-calls.ts';
import { conductCall } from '../workflows/conduct-call.ts';
import { Dispatcher } from '../workflows/dispatch-calls.ts';
import { RunMaintenance } from '../workflows/maintain-runs.ts';
import { reapLostCalls } from '../workflows/reap-lost-calls.ts';
import type { CallRuntime } from './call-runtime.ts';
import { ConfigError } from './config.ts';
import { hasTrunk, openConfiguredExchange, ownNumberOf, type TelephoneSound } from './sip.ts';
import type { Services } from './wiring.ts';

const REAP_MS = 5000;

export interface Telephone {
  start(): Promise<void>;
  /** What keeps the trunks from answering, in words; undefined: they answer, or there are none. */
  trouble(): Promise<string | undefined>;
  /** Takes nothing new; calls on the line are the runtime's. */
  stop(): Promise<void>;
  /** Leaves the telephone network after the last call. Bridged calls may continue for so long. */
  close(withinMs: number): Promise<void>;
}

/** The part of a process that places calls: claims due calls, conducts them, and settles calls of processes that died. */
export function makeTelephone(
  services: Services,
  runtime: CallRuntime,
  sound: TelephoneSound | undefined,
  throughLine: (line: Line) => Line = (line) => line,
): Telephone {
  const { config, database, notifications } = services;
  const { slots, callServices, recordings, settle, onError } = runtime;
  const dialLog = config.PARLEY_SIM_LOG;
  const simulated = throughLine(
    simulatedLine({
      speed: config.PARLEY_SIM_SPEED,
      seed: config.PARLEY_SIM_SEED,
      recordsTranscript: config.PARLEY_RECORDING === 'on',
      ...(dialLog === undefined
        ? {}
        : { onDial: ({ attemptId, to }) => appendFileSync(dialLog, `${attemptId} ${to}\n`) }),
    }),
  );
  if (hasTrunk(config) && sound === undefined)
    throw new ConfigError(
      'PARLEY_SIP_TRUNK is set, but there is no STT or no TTS for calls: run npx parley speech check.',
    );
  let network: RealNetwork | undefined;
  const dispatcher: Dispatcher = new Dispatcher({
    everywhere: database,
    slots,
    conduct: (attempt, by, signal, ending) =>
      conductCall(
        {
          ...callServices,
          // Calls of test keys and to simulated numbers never leave the machine.
          lineFor: (isSimulated, to) =>
            isSimulated || SIMULATED_NUMBER.test(to) ? simulated : (network?.line ?? simulated),
          settle,
          requeue: (call) => requeue(database, call),
          onRinging: dispatcher.noteRinging,
        },
        attempt,
        by,
        signal,
        ending,
      ),
    onError,
  });
  notifications.on('calls_due', () => dispatcher.wake());
  notifications.onGap(() => dispatcher.wake());
  const reaper = { everywhere: database, recordings, onError };
  const lostCauses = new RowBackoff(onError);
  const maintenance = new RunMaintenance(database, onError);
  let reaping: NodeJS.Timeout | undefined;
  return {
    async start() {
      if (sound && hasTrunk(config)) network = await openNetwork(services, runtime, sound);
      dispatcher.start();
      maintenance.start();
      reaping = setInterval(() => {
        if (slots.canJudge()) reapLostCalls(reaper, lostCauses).catch(onError);
      }, REAP_MS);
    },
    trouble: async () => network?.trouble(),
    async stop() {
      clearInterval(reaping);
      network?.stop();
      await maintenance.stop();
      await dispatcher.stop();
    },
    async close(withinMs) {
      await network?.close(withinMs);
    },
  };
}

/** The telephone network of the trunks: calls go out to it, and come in from it. */
interface RealNetwork {
  readonly line: Line;
  /** What keeps trunks from answering, in sentences; undefined: all answer. */
  trouble(): Promise<string | undefined>;
  /** Takes no further calls from it. */
  stop(): void;
  /** Leaves the network. Bridged calls may continue for so long. */
  close(withinMs: number): Promise<void>;
}

async function openNetwork(
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
