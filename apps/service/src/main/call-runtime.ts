import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { heardLatencyMs, type TurnRecord } from '@parley/call-engine/turn-record.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CALLS_TO_END_CHANNEL } from '../domains/conversations/call-attempt.model.ts';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { reportOneWayAudio } from '../domains/conversations/one-way-audio.actions.ts';
import type { EndedCall, Settled } from '../domains/conversations/settlement-outcome.actions.ts';
import { DialLedger } from '../storage/dial-ledger.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { AgentHeard } from '../workflows/agent-heard.ts';
import { CallJournals } from '../workflows/call-journals.ts';
import type { CallLog, LogFields } from '../workflows/call-log.ts';
import { CallRecordings } from '../workflows/call-recordings.ts';
import { CallSlots } from '../workflows/call-slots.ts';
import type { CallServices } from '../workflows/conduct-call.ts';
import { HeartbeatThread } from '../workflows/heartbeat.ts';
import { Settlements } from '../workflows/settle-calls.ts';
import {
  type MakeSpokenParty,
  type SpokenPartiesOptions,
  spokenParties,
} from '../workflows/spoken-parties.ts';
import { followsLaw } from './sip.ts';
import type { Speech } from './speech.ts';
import type { Services } from './wiring.ts';

/** What every call of a process needs, dialled, answered or joined. */
export interface CallRuntime {
  readonly slots: CallSlots;
  /** What this process and others have dialled. */
  readonly ledger: DialLedger;
  readonly objects: ObjectStore;
  readonly callServices: Omit<CallServices, 'lineFor' | 'onRinging' | 'settle' | 'requeue'>;
  /** What is known of the trunks while the process runs: records of them may be created at any time. */
  readonly law: { hasTrunkRecords: boolean };
  readonly recordings: CallRecordings;
  /** What happens in the calls, for the log. */
  readonly calls: CallLog;
  readonly settle: (call: EndedCall) => Promise<Settled>;
  readonly onError: (error: Error) => void;
  /** Live calls get this long to end by themselves; the rest are ended and tried again later. */
  stop(drainMs: number): Promise<void>;
}

interface CallRuntimeOptions {
  readonly objects: ObjectStore;
  readonly recordings: CallRecordings;
  readonly calls: CallLog;
  readonly onSettled: () => void;
}

export function makeCallRuntime(
  services: Services,
  { objects, recordings, calls, onSettled }: CallRuntimeOptions,
): CallRuntime {
  const { config, database, log, registry, modelRegistry, meaning, notifications } = services;
  const onError = (error: Error, call: LogFields = {}) =>
    log.error({ ...call, err: error }, 'a step of placing, recording or settling calls failed');
  const neverHeard = new Counter({
    name: 'parley_never_heard_calls_total',
    help: 'Telephone calls in which nothing of the agent arrived at the other side from the answer on, as its reports (RTCP) show, and nobody answered anything',
    registers: [registry],
  });
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  const settlements = new Settlements(database);
  const ledger = new DialLedger({
    objects,
    folder: join(config.PARLEY_DATA_DIR, 'dial-ledger'),
    newId: database.newId,
    now: () => database.now(),
  });
  const slots = new CallSlots({
    everywhere: database,
    capacity: config.PARLEY_MAX_CALLS,
    recordings,
    ledger,
    onError,
    heartbeatOf: (workerId) => new HeartbeatThread({ url: services.databaseUrl, workerId, onError }),
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
  const law = { hasTrunkRecords: false };
  return {
    slots,
    ledger,
    objects,
    callServices: {
      everywhere: database,
      dialogueModelOf: modelRegistry.dialogueModelOf,
      inputs: new CallInputsReader(),
      meaning,
      journals,
      recordings,
      isRecorded: config.PARLEY_RECORDING === 'on',
      get followsLaw() {
        return followsLaw(config, law.hasTrunkRecords);
      },
      seed: config.PARLEY_SIM_SEED,
      calls,
      agentHeard: new AgentHeard({
        warn: (fields, words) => log.warn(fields, words),
        fieldsOf: (attemptId) => calls.fieldsOf(attemptId),
        report: (attemptId, direction) => reportOneWayAudio(database, attemptId, direction),
        count: () => neverHeard.inc(),
        onError,
      }),
      onError,
    },
    law,
    recordings,
    calls,
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
    help: "Reply latency from the end of the contact's speech to the first audio of the agent's reply, by part; all: their sum. It ends when the audio is handed over for sending: the next packet leaves up to 20 ms later, and the network and the other side's jitter buffer come on top",
    labelNames: ['part'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (turn) => {
    const { sttMs, modelMs, ttsMs, ownMs, endpointingMs = 0, leadMs = 0 } = turn;
    const parts = {
      stt: sttMs,
      model: modelMs,
      tts: ttsMs,
      own: ownMs,
      endpointing: endpointingMs,
      lead: leadMs,
    };
    for (const [part, ms] of Object.entries(parts)) histogram.observe({ part }, ms / 1000);
    histogram.observe({ part: 'all' }, heardLatencyMs(turn) / 1000);
  };
}

/** Adds the configured STT and TTS to a leg that carries audio. */
export function makeSpeaking(
  services: Services,
  speech: Speech,
  { recordings, calls }: Pick<CallRuntime, 'recordings' | 'calls'>,
): MakeSpokenParty {
  return makeSpokenParties(services, {
    recordings,
    detector: speech.detector,
    clock: systemCallClock,
    speechFor: ({ voice }, note, onRequest) => speech.forCall(voice, note, onRequest),
    onSpeech: (attemptId, request) => calls.live(attemptId)?.speech(request),
  });
}
