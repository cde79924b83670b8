import { appendFileSync } from 'node:fs';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { requeue } from '../domains/conversations/requeue.actions.ts';
import { conductCall } from '../workflows/conduct-call.ts';
import { Dispatcher } from '../workflows/dispatch-calls.ts';
import { RunMaintenance } from '../workflows/maintain-runs.ts';
import { reapLostCalls } from '../workflows/reap-lost-calls.ts';
import type { CallRuntime } from './call-runtime.ts';
import { ConfigError } from './config.ts';
import { openNetwork, type RealNetwork } from './real-network.ts';
import { hasTrunk, type TelephoneSound } from './sip.ts';
import type { Services } from './wiring.ts';

const REAP_MS = 5000;

export interface Telephone {
  start(): Promise<void>;
  /** What keeps the trunks from answering, in words; undefined: they answer, or there are none. */
  trouble(): Promise<string | undefined>;
  /** Takes nothing new; calls on the line are the runtime's. */
  stop(): Promise<void>;
  /** Leaves the telephone network, once the last call is over. People who were put through may talk on for so long. */
  close(withinMs: number): Promise<void>;
}

/** The part of a process that calls people: it takes due calls, has them held, and settles those of lost processes. */
export function makeTelephone(
  services: Services,
  runtime: CallRuntime,
  sound: TelephoneSound | undefined,
): Telephone {
  const { config, database, notifications } = services;
  const { slots, callServices, recordings, settle, onError } = runtime;
  const dialLog = config.PARLEY_SIM_LOG;
  const simulated = simulatedLine({
    speed: config.PARLEY_SIM_SPEED,
    seed: config.PARLEY_SIM_SEED,
    recordsTranscript: config.PARLEY_RECORDING === 'on',
    ...(dialLog === undefined
      ? {}
      : { onDial: ({ attemptId, to }) => appendFileSync(dialLog, `${attemptId} ${to}\n`) }),
  });
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
          // What a test key caused, and numbers that belong to nobody, never leave the machine.
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
