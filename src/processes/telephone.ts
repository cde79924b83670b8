import { appendFileSync } from 'node:fs';
import { Gauge } from 'prom-client';
import type { Line } from '../calls/lines/line.ts';
import { simulatedLine } from '../calls/lines/simulator/simulated-line.ts';
import { sipLine } from '../calls/lines/sip/sip-line.ts';
import type { TelephoneExchange } from '../calls/lines/sip/telephone-exchange.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { CallMaterials } from '../domains/conversations/call-material.actions.ts';
import { putBack } from '../domains/conversations/put-back.actions.ts';
import type { EndedCall } from '../domains/conversations/settlement.actions.ts';
import { SIMULATED_NUMBER } from '../kernel/phone-number.ts';
import { Troubles } from '../kernel/troubles.ts';
import { CallJournals } from '../workflows/call-journals.ts';
import { conductCall } from '../workflows/conduct-call.ts';
import { Dispatcher } from '../workflows/dispatch-calls.ts';
import { reapLostCalls } from '../workflows/reap-lost-calls.ts';
import { Settlements } from '../workflows/settle-calls.ts';
import { RunKeeper } from '../workflows/tend-runs.ts';
import { ConfigError } from './config.ts';
import { Minds } from './models.ts';
import { hasTrunk, openConfiguredExchange, type TelephoneSound } from './sip.ts';
import { type House, makeModelSeal } from './wiring.ts';

const REAP_MS = 5000;

export interface Telephone {
  start(): Promise<void>;
  stop(drainMs: number): Promise<void>;
}

/** The part of a process that calls people: it takes due calls, holds them, and settles those of lost processes. */
export function makeTelephone(
  house: House,
  { onSettled, sound }: { onSettled: () => void; sound?: TelephoneSound },
): Telephone {
  const { config, database, notifications, registry, log } = house;
  const onError = (error: Error) => log.error({ err: error }, 'work on calls failed');
  const dialLog = config.PARLEY_SIM_LOG;
  const simulated = simulatedLine({
    speed: config.PARLEY_SIM_SPEED,
    seed: config.PARLEY_SIM_SEED,
    ...(dialLog === undefined
      ? {}
      : { onDial: ({ attemptId, to }) => appendFileSync(dialLog, `${attemptId} ${to}\n`) }),
  });
  if (hasTrunk(config) && sound === undefined)
    throw new ConfigError('PARLEY_SIP_TRUNK is set, and this process has no sound to call with.');
  let exchange: TelephoneExchange | undefined;
  let real: Line | undefined;
  const minds = new Minds(config, database, makeModelSeal(house), onError);
  const materials = new CallMaterials();
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  const settlements = new Settlements(database);
  const settle = (call: EndedCall) => settlements.settle(call).finally(onSettled);
  const dispatcher: Dispatcher = new Dispatcher({
    everywhere: database,
    places: config.PARLEY_MAX_CALLS,
    conduct: (attempt, holder, signal) =>
      conductCall(
        {
          everywhere: database,
          // What a test key caused, and numbers that belong to nobody, never leave the machine.
          lineFor: (isSimulated, to) =>
            isSimulated || SIMULATED_NUMBER.test(to) ? simulated : (real ?? simulated),
          brainOf: minds.brainOf,
          materials,
          journals,
          settle,
          putBack: (call) => putBack(database, call),
          seed: config.PARLEY_SIM_SEED,
          onRinging: dispatcher.noteRinging,
          onError,
        },
        attempt,
        holder,
        signal,
      ),
    onError,
  });
  notifications.on('calls_due', () => dispatcher.wake());
  notifications.onGap(() => dispatcher.wake());
  new Gauge({
    name: 'parley_live_calls',
    help: 'Calls that this process holds',
    registers: [registry],
    collect() {
      this.set(dispatcher.liveCalls);
    },
  });
  const lostCauses = new Troubles(onError);
  const keeper = new RunKeeper(database, onError);
  let reaping: NodeJS.Timeout | undefined;
  return {
    async start() {
      if (sound && hasTrunk(config)) {
        exchange = await openConfiguredExchange(config, (words) => log.warn(words));
        exchange.start();
        const { agent, trunks } = exchange;
        const [from, sessionSeconds] = [config.PARLEY_SIP_FROM ?? null, config.PARLEY_SIP_SESSION_SECONDS];
        real = sipLine({ agent, trunks, ...sound, from, sessionSeconds });
      }
      await dispatcher.start();
      keeper.start();
      reaping = setInterval(() => {
        if (dispatcher.canJudge()) reapLostCalls(database, lostCauses).catch(onError);
      }, REAP_MS);
    },
    async stop(drainMs) {
      clearInterval(reaping);
      await keeper.stop();
      await dispatcher.stop(drainMs);
      await exchange?.close();
      journals.stop();
    },
  };
}
