import { setTimeout as sleep } from 'node:timers/promises';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { CallMaterials } from '../domains/conversations/call-material.actions.ts';
import type { EndedCall, Settled } from '../domains/conversations/settlement.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { CallJournals } from '../workflows/call-journals.ts';
import { CallRecordings } from '../workflows/call-recordings.ts';
import type { CallRoom } from '../workflows/conduct-call.ts';
import { CallHolder } from '../workflows/hold-calls.ts';
import { Settlements } from '../workflows/settle-calls.ts';
import { Minds } from './models.ts';
import { type House, makeModelSeal } from './wiring.ts';

/** What every call of a process needs, whoever began it. */
export interface CallHall {
  readonly holder: CallHolder;
  readonly room: Omit<CallRoom, 'lineFor' | 'onRinging' | 'settle'>;
  readonly recordings: CallRecordings;
  readonly settle: (call: EndedCall) => Promise<Settled>;
  readonly onError: (error: Error) => void;
  /** Calls on the line may end by themselves for so long; the rest are ended and tried again later. */
  stop(drainMs: number): Promise<void>;
}

interface CallHallOptions {
  readonly objects: ObjectStore;
  readonly onSettled: () => void;
}

/** Nobody who waits for a store keeps a process from ending. */
const restingSleep = (ms: number) => sleep(ms, undefined, { ref: false });

export function makeCallHall(house: House, { objects, onSettled }: CallHallOptions): CallHall {
  const { config, database, log } = house;
  const onError = (error: Error) => log.error({ err: error }, 'work on calls failed');
  const minds = new Minds(config, database, makeModelSeal(house), onError);
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  const recordings = new CallRecordings({ objects, sleep: restingSleep });
  const settlements = new Settlements(database);
  const holder = new CallHolder({ everywhere: database, places: config.PARLEY_MAX_CALLS, onError });
  return {
    holder,
    room: {
      everywhere: database,
      brainOf: minds.brainOf,
      materials: new CallMaterials(),
      journals,
      recordings,
      seed: config.PARLEY_SIM_SEED,
      onError,
    },
    recordings,
    settle: (call) => settlements.settle(call).finally(onSettled),
    onError,
    async stop(drainMs) {
      await holder.stop(drainMs);
      journals.stop();
    },
  };
}
