import { SileroDetector } from '@parley/speech/offline/silero-detector.ts';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { energyDetector, type SpeechDetector } from '@parley/speech/speech-detector.ts';

/** Tells speech from noise as the service does it: by Silero, in a process of its own, where it is installed. */
export function serviceDetector(): { readonly detector: SpeechDetector; stop(): Promise<void> } {
  const { detector: found } = findSpeechPackages();
  if (!('files' in found)) {
    console.log('Silero is not installed: loudness alone separates speech from noise.');
    return { detector: energyDetector, stop: async () => {} };
  }
  const onTrouble = (error: Error) => console.log(error.message);
  const detector = new SileroDetector({ model: found.files, nowMs: () => performance.now(), onTrouble });
  return { detector, stop: () => detector.stop() };
}
