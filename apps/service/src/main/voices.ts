import { type OfflineTts, offlineTts, offlineVoices } from '@parley/speech/offline/offline-tts.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { makeConnections } from '@parley/speech/vendors/vendor-socket.ts';
import { InstalledVoices, type VoiceProvider } from '../workflows/voices.ts';
import { missingTts } from './speech.ts';
import { offlineKnows, ttsVendors } from './speech-vendors.ts';
import type { Services } from './wiring.ts';

/** One of each company, so that nobody waits for another's. */
const limits = { atOnce: 4, atOnceEach: 1, mostWaiting: 40, mostWaitingEach: 5 };
const PATIENCE_MS = 20_000;

/** The voices of agents, for who chooses among them. Their threads and connections are their own: no call waits for a preview. */
export function makeVoices({ config, log }: Pick<Services, 'config' | 'log'>, packages: SpeechPackages) {
  let connections: ReturnType<typeof makeConnections> | undefined;
  const vendors: VoiceProvider[] = Object.entries(ttsVendors).flatMap(([name, configured]) => {
    const vendor = configured(config);
    if (vendor === undefined) return [];
    connections ??= makeConnections();
    return [{ name, tts: vendor.make(connections), list: vendor.voices(connections), speaks: vendor.knows }];
  });
  let speaker: OfflineTts | undefined;
  /** It may be installed while the service runs. */
  const offline = (): VoiceProvider[] => {
    if (!('files' in packages.tts)) return [];
    speaker ??= offlineTts(packages.tts.files, 1);
    return [{ name: 'offline', tts: speaker.tts, list: { known: offlineVoices }, speaks: offlineKnows }];
  };
  const usual = [...new Set([...config.PARLEY_TTS, 'offline'])];
  const voices = new InstalledVoices({
    providers: () => [...vendors, ...offline()],
    usual,
    missing: (language) => (offlineKnows(language.toLowerCase()) ? missingTts(packages) : undefined),
    limits,
    patienceMs: PATIENCE_MS,
    nowMs: () => performance.now(),
    onFailure: (provider, err) =>
      log.warn({ err, provider }, 'a text-to-speech vendor could not list its voices or speak a preview'),
  });
  return {
    voices,
    async stop() {
      await speaker?.stop();
      await connections?.destroy();
    },
  };
}
