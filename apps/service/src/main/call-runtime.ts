import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { CALLS_TO_END_CHANNEL } from '../domains/conversations/call-attempt.model.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import type { EndedCall, Settled } from '../domains/conversations/settlement.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { CallJournals } from '../workflows/call-journals.ts';
import { CallRecordings } from '../workflows/call-recordings.ts';
import { CallSlots } from '../workflows/call-slots.ts';
import type { CallServices } from '../workflows/conduct-call.ts';
import { Settlements } from '../workflows/settle-calls.ts';
import {
  type MakeSpokenParty,
  type SpokenPartiesOptions,
  spokenParties,
} from '../workflows/spoken-parties.ts';
import type { Speech } from './speech.ts';
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
      isRecorded: config.PARLEY_RECORDING === 'on',
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

/** Retries against the object store do not keep the process alive. */
export const makeRecordings = (objects: ObjectStore): CallRecordings =>
  new CallRecordings({ objects, sleep: (ms) => sleep(ms, undefined, { ref: false }) });

/** What lines that carry sound make their parties with; one for all of a process. */
export const makeSpokenParties = (
  { config, registry }: Pick<Services, 'config' | 'registry'>,
  { recordings, ...speech }: Omit<SpokenPartiesOptions, 'onTurn'>,
): MakeSpokenParty =>
  spokenParties({
    ...speech,
    recordings: config.PARLEY_RECORDING === 'on' ? recordings : undefined,
    onTurn: turnMetrics(registry),
  });

/** Perception of a delay changes at 0.3, 0.5 and 0.8 seconds. */
const SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 4];

/** Reply latency as metrics. */
function turnMetrics(registry: Registry): (turn: TurnRecord) => void {
  const histogram = new Histogram({
    name: 'parley_turn_seconds',
    help: 'Reply latency from the detected end of turn to our first audio, by stage',
    labelNames: ['part'],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ sttMs, modelMs, ttsMs, ownMs }) => {
    for (const [part, ms] of Object.entries({ stt: sttMs, model: modelMs, tts: ttsMs, own: ownMs }))
      histogram.observe({ part }, ms / 1000);
  };
}

/** Adds the configured STT and TTS to a leg that carries audio; undefined when there are none. */
export function makeSpeaking(
  services: Services,
  speech: Speech,
  recordings: CallRecordings,
): MakeSpokenParty | undefined {
  if (speech.sttChoices.length === 0 || speech.ttsChoices.length === 0) return undefined;
  return makeSpokenParties(services, {
    recordings,
    detector: speech.detector,
    clock: systemCallClock,
    speechFor: ({ voice }, note) => speech.forCall(voice, note),
  });
}
