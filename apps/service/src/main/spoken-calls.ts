import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { CallRecordings } from '../workflows/call-recordings.ts';
import {
  type MakeSpokenParty,
  type SpokenPartiesOptions,
  spokenParties,
} from '../workflows/spoken-parties.ts';
import { turnMetrics } from './turn-metrics.ts';
import type { Services } from './wiring.ts';

/** Nobody who waits for a store keeps a process from ending. */
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
