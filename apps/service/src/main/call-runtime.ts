import { Gauge } from 'prom-client';
import { CALLS_TO_END_CHANNEL } from '../domains/conversations/call-attempt.model.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import type { EndedCall, Settled } from '../domains/conversations/settlement.actions.ts';
import { CallJournals } from '../workflows/call-journals.ts';
import type { CallRecordings } from '../workflows/call-recordings.ts';
import { CallSlots } from '../workflows/call-slots.ts';
import type { CallServices } from '../workflows/conduct-call.ts';
import { Settlements } from '../workflows/settle-calls.ts';
import type { Services } from './wiring.ts';

/** What every call of a process needs, dialled, answered or joined. */
export interface CallRuntime {
  readonly slots: CallSlots;
  readonly callServices: Omit<CallServices, 'lineFor' | 'onRinging' | 'settle' | 'requeue'>;
  readonly recordings: CallRecordings;
  readonly settle: (call: EndedCall) => Promise<Settled>;
  readonly onError: (error: Error) => void;
  /** Live calls get this long to end by themselves; the rest are ended and tried again later. */
  stop(drainMs: number): Promise<void>;
}

interface CallRuntimeOptions {
  readonly recordings: CallRecordings;
  readonly onSettled: () => void;
}

export function makeCallRuntime(
  services: Services,
  { recordings, onSettled }: CallRuntimeOptions,
): CallRuntime {
  const { config, database, log, registry, modelRegistry, meaning, notifications } = services;
  const onError = (error: Error) => log.error({ err: error }, 'a background step of a call failed');
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  const settlements = new Settlements(database);
  const slots = new CallSlots({
    everywhere: database,
    capacity: config.PARLEY_MAX_CALLS,
    recordings,
    onError,
  });
  notifications.on(CALLS_TO_END_CHANNEL, (attemptId) => slots.end(attemptId));
  new Gauge({
    name: 'parley_live_calls',
    help: 'Live calls of this process',
    registers: [registry],
    collect() {
      this.set(slots.liveCalls);
    },
  });
  return {
    slots,
    callServices: {
      everywhere: database,
      dialogueModelOf: modelRegistry.dialogueModelOf,
      inputs: new CallInputsReader(),
      meaning,
      journals,
      recordings,
      seed: config.PARLEY_SIM_SEED,
      onError,
    },
    recordings,
    settle: (call) => settlements.settle(call).finally(onSettled),
    onError,
    async stop(drainMs) {
      await slots.stop(drainMs);
      journals.stop();
    },
  };
}
