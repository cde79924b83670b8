import { type AudioRate, FRAME_MS } from '@parley/audio/audio-leg.ts';
import { BeepDetector, type PureTone } from './beep-detector.ts';

/**
 * What a tone says about who answered. `faint`: it is over and quiet follows, which counts where the words say machine,
 * too. `beep`: nobody says anything after it either. `fax`: the answer of a fax machine.
 */
export interface MachineTone {
  readonly kind: 'faint' | 'beep' | 'fax';
  /** How long it has been over. */
  readonly agoMs: number;
}

/** What else happens during a frame. */
export interface ToneSurroundings {
  /** They speak. */
  readonly isSpeech: boolean;
  readonly isAgentSpeaking: boolean;
  /** Their last words were a question: whoever asks wants an answer, and not a message. */
  readonly hasAsked: boolean;
}

/** A machine's tone; longer ones are dial tones. */
const LONGEST_MS = 3000;
/** Fax machines answer with 2100 Hz for three seconds (ITU-T T.30). */
const FAX_HZ = [2085, 2115] as const;
const FAX_MS = 1500;
/** Who records a call has to play 1400 Hz for a fifth of a second, every 12 to 15 s (47 CFR 64.501). */
const RECORDER_HZ = [1370, 1430] as const;
const RECORDER_MS = 250;
/** Tones so close to each other are a melody, or the cadence of ringing and busy tones: the longest pause is 5 s. */
const APART_MS = 6000;
const SAME_HZ = 30;
const MOST_TONES = 16;
/** Of the tone's loudness: what is quieter is the line. */
const QUIET_SHARE = 0.35;
/** The same where it sounds like speech: a noisy line does, until the model has looked at it. */
const QUIET_SPEECH_SHARE = 0.12;
/** Of sound after a tone, from which on it goes on: not a click. */
const GOES_ON_MS = 120;
/** Of quiet after a tone, by what came before it. */
const QUIET_MS = { afterGreeting: 400, afterWords: 2500, afterNothing: 5300 } as const;
/** Of quiet on both sides, where the greeting alone proves nothing: a person would say something. */
const MUTUAL_MS = 2500;
/** Nobody who picks up speaks for so long without asking anything. */
const GREETING_MS = 3500;
/** Less is a click. */
const WORDS_MS = 200;
/** A machine's tone follows its words. */
const FOLLOWS_MS = 4500;

interface Candidate {
  readonly loudness: number;
  readonly speechMs: number;
  readonly isAfterGreeting: boolean;
  quietMs: number;
  mutualMs: number;
  soundMs: number;
  isToldFaintly: boolean;
}

/**
 * Tells the tone of an answering machine from all others: it stands alone, after words or after nothing, and quiet
 * follows. Music, ringing, busy and comfort tones repeat or go on; what beeps in somebody's kitchen is followed by what
 * they say. Only a tone after a long greeting is taken at once.
 */
export class MachineToneDetector {
  readonly #tones: BeepDetector;
  #nowMs = 0;
  #speechMs = 0;
  /** Of speech without a pause, up to now. */
  #onsetMs = 0;
  #lastSpeechMs = Number.NEGATIVE_INFINITY;
  #earlier: readonly { readonly hz: number; readonly endMs: number }[] = [];
  #toneLoudness = 0;
  #candidate: Candidate | undefined;
  #isFaxKnown = false;

  constructor(rateHz: AudioRate) {
    this.#tones = new BeepDetector(rateHz);
  }

  hear(frame: Int16Array, around: ToneSurroundings): MachineTone | undefined {
    this.#nowMs += FRAME_MS;
    const loudness = loudnessOf(frame);
    const ended = this.#tones.hear(frame);
    const { current } = this.#tones;
    // Detectors of speech take tones for speech.
    const isSpeech = around.isSpeech && current === undefined && ended === undefined;
    this.#onsetMs = isSpeech ? this.#onsetMs + FRAME_MS : this.#onsetMs;
    if (isSpeech) {
      this.#speechMs += FRAME_MS;
      this.#lastSpeechMs = this.#nowMs;
    } else if (current !== undefined) {
      // So does its beginning, until it is known to be a tone.
      this.#speechMs -= Math.min(this.#onsetMs, current.ms);
      this.#onsetMs = 0;
    } else if (!around.isSpeech) this.#onsetMs = 0;
    if (current !== undefined) {
      this.#toneLoudness = Math.max(this.#toneLoudness, loudness);
      this.#candidate = undefined;
      return this.#fax(current);
    }
    if (ended !== undefined) {
      this.#candidate = this.#candidateOf(ended, around.hasAsked);
      this.#toneLoudness = 0;
      return undefined;
    }
    return this.#follow(loudness, around);
  }

  #fax({ hz, ms }: PureTone): MachineTone | undefined {
    if (this.#isFaxKnown || ms < FAX_MS || hz < FAX_HZ[0] || hz > FAX_HZ[1]) return undefined;
    this.#isFaxKnown = true;
    return { kind: 'fax', agoMs: 0 };
  }

  #candidateOf({ hz, ms }: PureTone, hasAsked: boolean): Candidate | undefined {
    const beganMs = this.#nowMs - ms;
    // A machine has one tone, once; the next of a recorder may come a quarter of a minute later.
    const isAlone = this.#earlier.every(
      (tone) => beganMs - tone.endMs > APART_MS && Math.abs(tone.hz - hz) > SAME_HZ,
    );
    this.#earlier = [...this.#earlier.slice(1 - MOST_TONES), { hz, endMs: this.#nowMs }];
    if (!isAlone || ms > LONGEST_MS || hz >= FAX_HZ[0] - SAME_HZ) return undefined;
    const isAfterWords = beganMs - this.#lastSpeechMs <= FOLLOWS_MS;
    const isAfterGreeting = isAfterWords && this.#speechMs >= GREETING_MS && !hasAsked;
    const isRecorder = hz >= RECORDER_HZ[0] && hz <= RECORDER_HZ[1] && ms <= RECORDER_MS;
    if (isRecorder && !isAfterGreeting) return undefined;
    return {
      loudness: this.#toneLoudness,
      speechMs: this.#speechMs,
      isAfterGreeting,
      quietMs: 0,
      mutualMs: 0,
      soundMs: 0,
      isToldFaintly: false,
    };
  }

  #follow(loudness: number, { isSpeech, isAgentSpeaking }: ToneSurroundings): MachineTone | undefined {
    const candidate = this.#candidate;
    if (candidate === undefined) return undefined;
    const isQuiet = loudness < (isSpeech ? QUIET_SPEECH_SHARE : QUIET_SHARE) * candidate.loudness;
    candidate.soundMs = isQuiet ? Math.max(0, candidate.soundMs - FRAME_MS) : candidate.soundMs + FRAME_MS;
    if (candidate.soundMs > GOES_ON_MS) {
      this.#candidate = undefined;
      return undefined;
    }
    candidate.quietMs += FRAME_MS;
    candidate.mutualMs = isAgentSpeaking ? 0 : candidate.mutualMs + FRAME_MS;
    if (isSure(candidate)) {
      this.#candidate = undefined;
      return { kind: 'beep', agoMs: candidate.quietMs };
    }
    if (candidate.isToldFaintly || candidate.quietMs < QUIET_MS.afterGreeting) return undefined;
    candidate.isToldFaintly = true;
    return { kind: 'faint', agoMs: candidate.quietMs };
  }
}

function isSure({ isAfterGreeting, speechMs, quietMs, mutualMs }: Candidate): boolean {
  if (isAfterGreeting) return quietMs >= QUIET_MS.afterGreeting;
  return (
    mutualMs >= MUTUAL_MS && quietMs >= (speechMs >= WORDS_MS ? QUIET_MS.afterWords : QUIET_MS.afterNothing)
  );
}

const loudnessOf = (frame: Int16Array): number => {
  let power = 0;
  for (const sample of frame) power += sample * sample;
  return Math.sqrt(power / Math.max(1, frame.length));
};
