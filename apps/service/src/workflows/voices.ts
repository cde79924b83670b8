import { joined } from '@parley/audio/sound.ts';
import { wavOf } from '@parley/audio/wav.ts';
import type { Voice } from '@parley/contract/agent.ts';
import type { AvailableVoices } from '@parley/contract/voice.ts';
import { FairQueue, type FairQueueLimits, QueueFull } from '@parley/kernel/concurrency.ts';
import { Failure, invalid } from '@parley/kernel/failure.ts';
import type { Language } from '@parley/language/language.ts';
import { asSpeechFailure, SpeechFailure, type SpeechFailureKind } from '@parley/speech/speech-failure.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import type { ListedVoice, VoiceList } from '@parley/speech/voice-list.ts';
import type { VoiceSpeech, Voices } from '../domains/agents/voice.actions.ts';

/** Text to speech that is configured or installed. */
export interface VoiceProvider {
  readonly name: string;
  readonly tts: TextToSpeech;
  readonly list: VoiceList;
  /** The code is in lower case. */
  speaks(language: string): boolean;
}

export interface InstalledVoicesOptions {
  /** Those that can speak now, in the order in which they are shown. */
  readonly providers: () => readonly VoiceProvider[];
  /** Names of those that speak for agents which name none, best first; not all of them may be there. */
  readonly usual: readonly string[];
  /** What is not installed that would speak the language, and how to install it. */
  readonly missing: (language: Language) => string | undefined;
  readonly limits: FairQueueLimits;
  /** For one preview. */
  readonly patienceMs: number;
  readonly nowMs: () => number;
  readonly onFailure: (provider: string, failure: SpeechFailure) => void;
}

/** As long as nobody minds that a new voice is not there yet. */
const LIST_MS = 600_000;
/** A vendor that fails is asked again after so long. */
const FAILED_LIST_MS = 30_000;
const RATE_HZ = 24_000;
/** 300 characters at half speed take less. */
const MOST_SAMPLES = 60 * RATE_HZ;
const RETRY_AFTER_SECONDS = 10;

interface ReadList {
  readonly voices: readonly ListedVoice[];
  readonly problem?: string;
}

interface KeptList {
  readonly list: Promise<ReadList>;
  untilMs: number;
}

/** The voices of an installation. A preview neither uses the vendors' circuit breakers of calls nor falls back to others. */
export class InstalledVoices implements Voices {
  readonly #with: InstalledVoicesOptions;
  readonly #queue: FairQueue;
  readonly #lists = new Map<string, KeptList>();

  constructor(options: InstalledVoicesOptions) {
    this.#with = options;
    this.#queue = new FairQueue(options.limits);
  }

  async list(language: Language): Promise<AvailableVoices> {
    const code = language.toLowerCase();
    const providers = this.#with.providers().filter((provider) => provider.speaks(code));
    const lists = await Promise.all(providers.map((provider) => this.#listOf(provider)));
    const voices = providers.flatMap(({ name: provider }, index) =>
      (lists[index]?.voices ?? [])
        .filter(({ languages }) => languages?.includes(code) ?? true)
        .map(({ voiceId, name, note }) => ({ provider, voiceId, name, note })),
    );
    const missing = this.#with.missing(language);
    const problems = lists.flatMap(({ problem }) => problem ?? []);
    return {
      defaultProvider: this.#usual(code)?.name ?? null,
      voices,
      problems: [
        ...problems,
        ...(missing === undefined ? [] : [missing]),
        ...(providers.length === 0 && missing === undefined ? [nobodySpeaks(language)] : []),
      ],
    };
  }

  async speak(companyId: string, speech: VoiceSpeech, signal: AbortSignal): Promise<Buffer> {
    const provider = this.#providerFor(speech);
    try {
      return await this.#queue.run(companyId, () => this.#spoken(provider, speech, signal), { signal });
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (error instanceof QueueFull) throw later('Too many voices are being previewed');
      const failure = asSpeechFailure(error);
      this.#with.onFailure(provider.name, failure);
      throw refusals[failure.kind](provider.name);
    }
  }

  /** A slow vendor is waited for by everybody who asks meanwhile. */
  #listOf({ name, list }: VoiceProvider): Promise<ReadList> {
    const { nowMs, onFailure } = this.#with;
    const { known, read } = list;
    const kept = this.#lists.get(name);
    if (kept !== undefined && kept.untilMs > nowMs()) return kept.list;
    if (read === undefined) return Promise.resolve({ voices: known });
    const fresh: KeptList = {
      untilMs: nowMs() + LIST_MS,
      list: read().then(
        (voices) => ({ voices }),
        (error: unknown) => {
          const failure = asSpeechFailure(error);
          onFailure(name, failure);
          fresh.untilMs = nowMs() + FAILED_LIST_MS;
          return {
            voices: known,
            problem: `${name} did not list its voices. You can still name one by its id.`,
          };
        },
      ),
    };
    this.#lists.set(name, fresh);
    return fresh.list;
  }

  /** As a call chooses it, except that a provider which is not there, or not of the language, is refused. */
  #providerFor({ language, voice }: Pick<VoiceSpeech, 'language' | 'voice'>): VoiceProvider {
    const providers = this.#with.providers();
    const code = language.toLowerCase();
    if (voice.provider === null) {
      const usual = this.#usual(code);
      if (usual !== undefined) return usual;
      throw new Failure('unavailable', this.#with.missing(language) ?? nobodySpeaks(language));
    }
    const named = providers.find(({ name }) => name === voice.provider);
    if (named === undefined) {
      const names = providers.map(({ name }) => name).join(', ') || 'none';
      throw invalid([`voice.provider is not configured on this server; configured: ${names}`]);
    }
    if (!named.speaks(code))
      throw new Failure('unprocessable', `${named.name} does not speak ${languageName(language)}.`);
    return named;
  }

  #usual(code: string): VoiceProvider | undefined {
    return this.#inOrder().find((provider) => provider.speaks(code));
  }

  /** Those that speak for agents which name none, best first. */
  #inOrder(): VoiceProvider[] {
    const providers = this.#with.providers();
    return this.#with.usual.flatMap((name) => providers.find((provider) => provider.name === name) ?? []);
  }

  async #spoken(provider: VoiceProvider, speech: VoiceSpeech, gone: AbortSignal): Promise<Buffer> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(this.#with.patienceMs)]);
    const { text, language } = speech;
    const { voiceId, speed } = voiceAt(provider, speech.voice, this.#inOrder()[0]);
    const request = { text, rateHz: RATE_HZ, language: language.toLowerCase(), voiceId, speed } as const;
    const parts: Int16Array[] = [];
    let samples = 0;
    for await (const part of provider.tts.speak(request, signal)) {
      samples += part.length;
      if (samples > MOST_SAMPLES)
        throw new SpeechFailure('unusable', 'The audio did not end within a minute');
      parts.push(part);
    }
    // What is aborted ends early, without an error.
    gone.throwIfAborted();
    if (signal.aborted) throw new SpeechFailure('deadline', 'The audio was not complete in time');
    return Buffer.from(wavOf(joined(parts), RATE_HZ).buffer);
  }
}

/** A voice id without a provider is one of the provider that is preferred, and says nothing to others. */
const voiceAt = (provider: VoiceProvider, voice: Voice, preferred: VoiceProvider | undefined): Voice =>
  voice.provider === null && provider.name !== preferred?.name ? { ...voice, voiceId: null } : voice;

const languageName = (language: Language): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language.toLowerCase()) ?? language;

const nobodySpeaks = (language: Language): string =>
  `No text to speech of this server speaks ${languageName(language)}. Configure a vendor that does: see /docs/speech.`;

const later = (why: string): Failure =>
  new Failure('unavailable', `${why}. Try again in a moment.`, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** What the vendor said itself is in the log: it may be about the operator's account. */
const refusals: Readonly<Record<SpeechFailureKind, (name: string) => Failure>> = {
  deadline: (name) => later(`${name} sent no audio in time`),
  unavailable: (name) => later(`${name} cannot be reached`),
  rate_limited: (name) => later(`${name} takes no more requests at the moment`),
  refused: (name) =>
    new Failure(
      'unprocessable',
      `${name} rejected the request. Check the voice; if it is right, check the API key of this vendor on the server.`,
    ),
  unusable: (name) => new Failure('unprocessable', `${name} cannot speak this text with this voice.`),
};
