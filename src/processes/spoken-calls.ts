import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemCallClock } from '../calls/speech/call-clock.ts';
import { energyDetector } from '../calls/speech/energy-detector.ts';
import { findSileroModel, SileroDetector } from '../calls/speech/silero-detector.ts';
import type { SpeechDetector } from '../calls/speech/speech-detector.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { CallRecordings } from '../workflows/call-recordings.ts';
import {
  type MakeSpokenParty,
  type SpokenPartiesOptions,
  spokenParties,
} from '../workflows/spoken-parties.ts';
import { turnMetrics } from './turn-metrics.ts';
import type { House } from './wiring.ts';

/** Nobody who waits for a store keeps a process from ending. */
export const makeRecordings = (objects: ObjectStore): CallRecordings =>
  new CallRecordings({ objects, sleep: (ms) => sleep(ms, undefined, { ref: false }) });

/** Tests bring their own time, and a detector for the sound that they make. */
type Speech = Omit<SpokenPartiesOptions, 'onTurn' | 'clock' | 'detector'> &
  Partial<Pick<SpokenPartiesOptions, 'clock' | 'detector'>>;

/** What lines that carry sound make their parties with; one for all of a process. */
export const makeSpokenParties = (
  { config, registry, log }: Pick<House, 'config' | 'registry' | 'log'>,
  { recordings, clock = systemCallClock, detector = makeDetector(log), ...speech }: Speech,
): MakeSpokenParty =>
  spokenParties({
    ...speech,
    clock,
    detector,
    recordings: config.PARLEY_RECORDING === 'on' ? recordings : undefined,
    onTurn: turnMetrics(registry),
  });

/** Loudness alone where the model's packages were left out. */
function makeDetector(log: Logger): SpeechDetector {
  const model = findSileroModel();
  if (model === undefined) return energyDetector;
  return new SileroDetector(model, (error) =>
    log.error({ err: error }, 'speech is told from noise by loudness alone: the model is gone'),
  );
}
