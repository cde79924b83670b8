import { availableParallelism } from 'node:os';
import type { NoteTrouble } from '@parley/call-engine/journal.ts';
import type { PlanVoice } from '@parley/call-engine/plan.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { fallbackStt, type SttChoice } from '@parley/speech/fallback-stt.ts';
import { fallbackTts, type TtsChoice } from '@parley/speech/fallback-tts.ts';
import { offlineStt } from '@parley/speech/offline/offline-stt.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { SileroDetector } from '@parley/speech/offline/silero-detector.ts';
import type { Found, SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { cachedTts, SoundCache } from '@parley/speech/sound-cache.ts';
import { energyDetector, type SpeechDetector } from '@parley/speech/speech-detector.ts';
import { speechCircuit } from '@parley/speech/speech-failure.ts';
import type { OnSpeechRequest } from '@parley/speech/speech-request.ts';
import type { SpeechToText } from '@parley/speech/speech-to-text.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { makeConnections } from '@parley/speech/vendors/vendor-socket.ts';
import type { Agent } from 'undici';
import type { CallSpeech } from '../workflows/spoken-parties.ts';
import type { Config } from './config.ts';
import { offlineKnows, sttVendors, ttsVendors } from './speech-vendors.ts';

/** STT, TTS and VAD of a process, shared by all its calls. */
export interface Speech {
  /** In the order in which they are tried. */
  readonly sttChoices: readonly SttChoice[];
  readonly ttsChoices: readonly TtsChoice[];
  /** Tells speech from noise; by loudness alone where the model is not installed. */
  readonly detector: SpeechDetector;
  readonly missing: readonly string[];
  /** Speech to text and text to speech of one call, best requested before it is placed. Failures go to its journal. */
  forCall(voice: PlanVoice, note: NoteTrouble, onRequest?: OnSpeechRequest): CallSpeech;
  stop(): Promise<void>;
}

/** Above 0.8 s people repeat themselves. With two slow vendors in a row, the reply still comes within four seconds. */
const FIRST_SOUND_MS = 1_500;
const FINAL_WORDS_MS = 2_000;
/** How much more audio the offline STT waits for before it transcribes unfinished speech again. */
const PARTIAL_EVERY_MS = 500;
/** Ten minutes at 16 kHz. */
const CACHE_BYTES = 20 * 1024 ** 2;

/** `onTrouble`: the VAD model failed, and speech is detected by loudness alone for a while. */
export function makeSpeech(
  config: Config,
  packages: SpeechPackages,
  onTrouble: (error: Error) => void,
): Speech {
  // With the first vendor.
  let opened: Agent | undefined;
  const connections = () => {
    opened ??= makeConnections();
    return opened;
  };
  const offline = makeOffline(packages, onTrouble);
  const choices = choicesOf(config, connections);
  /** With the offline models that are installed by now. */
  const current = () => {
    choices.addOffline(offline);
    const { sttChoices, ttsChoices } = choices;
    return {
      ttsChoices,
      sttOrder: inOrder(config.PARLEY_STT, sttChoices),
      ttsOrder: inOrder(config.PARLEY_TTS, ttsChoices),
    };
  };
  return {
    get sttChoices() {
      return current().sttOrder;
    },
    get ttsChoices() {
      return current().ttsOrder;
    },
    detector: { open: (rateHz) => (offline.detector() ?? energyDetector).open(rateHz) },
    get missing() {
      return missingSpeech(packages);
    },
    forCall({ provider }, note, onRequest) {
      const { ttsChoices, sttOrder, ttsOrder } = current();
      // A thread needs a second to start; it starts while the telephone still rings.
      offline.tts()?.warm();
      const named = provider === null ? undefined : ttsChoices.get(provider);
      const isUnknown = provider !== null && named === undefined;
      if (isUnknown)
        note('tts', `The agent's voice is of ${provider}, which is not configured`, ttsOrder[0]?.name);
      const order = named === undefined ? ttsOrder : [named, ...ttsOrder.filter((one) => one !== named)];
      const inCall = { note, clock: systemCallClock, onRequest };
      const tts = fallbackTts(order, { ...inCall, firstSoundMs: FIRST_SOUND_MS });
      return {
        stt: fallbackStt(sttOrder, { ...inCall, finalMs: FINAL_WORDS_MS }),
        // What a voice is called at another vendor says nothing to this one.
        tts: isUnknown ? withDefaultVoice(tts) : tts,
      };
    },
    async stop() {
      await offline.stop();
      await opened?.destroy();
    },
  };
}

const withDefaultVoice = (tts: TextToSpeech): TextToSpeech => ({
  speak: (order, signal) => tts.speak({ ...order, voiceId: null }, signal),
});

const nowMs = (): number => performance.now();

/** The other half of the cores is for the calls themselves. */
const sttWorkers = (): number => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Each is made when it is first asked for and its model is installed. */
function makeOffline(packages: SpeechPackages, onTrouble: (error: Error) => void) {
  const stoppable: { stop(): Promise<void> }[] = [];
  const onceInstalled = <Files, Part extends { stop(): Promise<void> }>(
    found: () => Found<Files>,
    make: (files: Files) => Part,
  ) => {
    let part: Part | undefined;
    return (): Part | undefined => {
      const there = part === undefined ? found() : undefined;
      if (there !== undefined && 'files' in there) {
        part = make(there.files);
        stoppable.push(part);
      }
      return part;
    };
  };
  return {
    stt: onceInstalled(
      () => packages.stt,
      (files) => offlineStt(files, { workers: sttWorkers(), partialEveryMs: PARTIAL_EVERY_MS }),
    ),
    tts: onceInstalled(
      () => packages.tts,
      (files) => offlineTts(files, 1),
    ),
    detector: onceInstalled(
      () => packages.detector,
      (model) => new SileroDetector({ model, nowMs, onTrouble }),
    ),
    stop: () => Promise.all(stoppable.map((part) => part.stop())),
  };
}

/** All that are configured, by name. */
function choicesOf(config: Config, connections: () => Agent) {
  const sttChoices = new Map<string, SttChoice>();
  const ttsChoices = new Map<string, TtsChoice>();
  const cache = new SoundCache(CACHE_BYTES);
  const addStt = (name: string, stt: SpeechToText, supports: SttChoice['supports']) =>
    sttChoices.set(name, { name, stt, supports, circuit: speechCircuit(nowMs) });
  const addTts = (name: string, tts: TextToSpeech, supports: TtsChoice['supports']) =>
    ttsChoices.set(name, { name, tts: cachedTts(name, tts, cache), supports, circuit: speechCircuit(nowMs) });

  for (const [name, configured] of Object.entries(sttVendors)) {
    const vendor = configured(config);
    if (vendor !== undefined) addStt(name, vendor.make(connections()), vendor.knows);
  }
  for (const [name, configured] of Object.entries(ttsVendors)) {
    const vendor = configured(config);
    if (vendor !== undefined) addTts(name, vendor.make(connections()), vendor.knows);
  }
  return {
    sttChoices,
    ttsChoices,
    addOffline({ stt, tts }: ReturnType<typeof makeOffline>): void {
      const [hearing, voice] = [stt(), tts()];
      if (hearing !== undefined && !sttChoices.has('offline')) addStt('offline', hearing.stt, offlineKnows);
      if (voice !== undefined && !ttsChoices.has('offline')) addTts('offline', voice.tts, offlineKnows);
    },
  };
}

/** As configured, and offline after all others: no outage reaches it. */
const inOrder = <Choice>(names: readonly string[], choices: ReadonlyMap<string, Choice>): Choice[] =>
  [...new Set([...names, 'offline'])].flatMap((name) => choices.get(name) ?? []);

const missingLine = (what: string, packages: readonly string[], remedy: string): string =>
  `${what} not installed (${packages.join(', ')}): ${remedy}, unless PARLEY_INSTALL_SPEECH=off.`;

export const missingTts = ({ tts }: SpeechPackages): string | undefined =>
  'missing' in tts ? missingLine('The offline TTS is', tts.missing, 'npm start installs it') : undefined;

/** What is not installed, in words for the person who starts the service. */
export function missingSpeech(packages: SpeechPackages): string[] {
  const { stt, detector } = packages;
  const onDemand = 'the first spoken web call fetches it, or npx parley speech install';
  return [
    'missing' in stt ? [missingLine('The offline STT is', stt.missing, onDemand)] : [],
    missingTts(packages) ?? [],
    'missing' in detector
      ? [missingLine('Speech is detected by loudness alone: the VAD model is', detector.missing, onDemand)]
      : [],
  ].flat();
}
