import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { RecordingUrl } from '../domains/conversations/call-attempt.model.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { parseSimulatedRecordingKey } from '../storage/objects/recording-key.ts';
import { SimulatedRecordings } from '../workflows/simulated-recordings.ts';
import { makeRecordingUrl } from './objects.ts';
import type { Services } from './wiring.ts';

/** Two share the thread sentence by sentence, so that a long one does not hold up the others. */
const limits = { atOnce: 2, mostWaiting: 100, mostWaitingEach: 20 };
/** A minute of a call took 2.8 s of a core: long enough for twenty minutes. */
const PATIENCE_MS = 60_000;

/** Its voice is its own: a recording must not hold up what is said in a call. */
export function makeSimulatedRecordings(
  services: Services,
  objects: ObjectStore,
  { tts: installed }: Pick<SpeechPackages, 'tts'>,
) {
  const { config, database, log } = services;
  const speaker =
    config.PARLEY_RECORDING === 'on' && 'files' in installed ? offlineTts(installed.files, 1) : undefined;
  const recordings = new SimulatedRecordings({
    everywhere: database,
    objects,
    tts: speaker?.tts,
    limits,
    patienceMs: PATIENCE_MS,
    onError: (error) =>
      log.error(
        { err: error },
        'the recording of a simulated call could not be synthesised by the offline TTS',
      ),
  });
  const signed = makeRecordingUrl(services, objects);
  const recordingUrl: RecordingUrl = async (key) =>
    speaker === undefined && parseSimulatedRecordingKey(key) !== undefined ? null : signed(key);
  return {
    recordingUrl,
    objects: recordings.objects,
    async stop() {
      await Promise.all([recordings.stop(), speaker?.stop()]);
    },
  };
}
