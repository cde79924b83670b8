import { appendFileSync } from 'node:fs';
import { simulatedLine } from '../calls/lines/simulator/simulated-line.ts';
import { Troubles } from '../kernel/troubles.ts';
import { conductCall } from '../workflows/conduct-call.ts';
import { Dispatcher } from '../workflows/dispatch-calls.ts';
import { reapLostCalls } from '../workflows/reap-lost-calls.ts';
import { RunKeeper } from '../workflows/tend-runs.ts';
import type { CallHall } from './call-hall.ts';
import type { House } from './wiring.ts';

const REAP_MS = 5000;

export interface Telephone {
  start(): void;
  /** Takes nothing new; calls on the line are the hall's. */
  stop(): Promise<void>;
}

/** The part of a process that calls people: it takes due calls, has them held, and settles those of lost processes. */
export function makeTelephone(
  house: House,
  { holder, room, recordings, settle, onError }: CallHall,
): Telephone {
  const { config, database, notifications } = house;
  const dialLog = config.PARLEY_SIM_LOG;
  const line = simulatedLine({
    speed: config.PARLEY_SIM_SPEED,
    seed: config.PARLEY_SIM_SEED,
    ...(dialLog === undefined
      ? {}
      : { onDial: ({ attemptId, to }) => appendFileSync(dialLog, `${attemptId} ${to}\n`) }),
  });
  const dispatcher: Dispatcher = new Dispatcher({
    everywhere: database,
    holder,
    recordings,
    conduct: (attempt, by, signal) =>
      conductCall(
        { ...room, lineFor: () => line, settle, onRinging: dispatcher.noteRinging },
        attempt,
        by,
        signal,
      ),
    onError,
  });
  notifications.on('calls_due', () => dispatcher.wake());
  notifications.onGap(() => dispatcher.wake());
  const lostCauses = new Troubles(onError);
  const keeper = new RunKeeper(database, onError);
  let reaping: NodeJS.Timeout | undefined;
  return {
    start() {
      dispatcher.start();
      keeper.start();
      reaping = setInterval(() => {
        if (holder.canJudge()) reapLostCalls(database, recordings, lostCauses).catch(onError);
      }, REAP_MS);
    },
    async stop() {
      clearInterval(reaping);
      await keeper.stop();
      await dispatcher.stop();
    },
  };
}
