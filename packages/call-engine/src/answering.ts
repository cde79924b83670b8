import type { Language } from '@parley/language/language.ts';
import { recordedGreetingIn } from './dialogue/rules/opening.ts';

/** Who answered: a person or a machine. A menu is a voice that has keys pressed. */
export type Answering = 'voicemail' | 'screening' | 'menu' | 'fax' | 'person';

/** What is said while it is not known who answered. */
export interface Greeting {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Sentences so close to each other are one speech: nobody waited for an answer in between. */
const SAME_SPEECH_MS = 1500;
/**
 * Nobody who picks up a telephone speaks for so long without leaving room for an answer. Slow speakers may, with few
 * words: both together make a machine.
 */
const MONOLOGUE = { ms: 9_000, words: 22 };
/** The same before we have said anything: there is nothing yet that anybody could talk about. */
const EARLY_MONOLOGUE = { ms: 5_500, words: 14 };

/** Gathers what tells a machine from a person, until a person is known to be there: words, length, rhythm and tones. */
export class Answerer {
  readonly #language: Language;
  readonly #said: Greeting[] = [];
  #hasScreened = false;
  #isSpokenTo = false;

  constructor(language: Language) {
    this.#language = language;
  }

  /** The machine recognised in what was said so far and these words; `read` is what the dialogue model made of them. */
  by(words: Greeting, read?: 'voicemail' | 'screening' | 'menu'): Answering {
    const machine = read ?? recordedGreetingIn(this.#with(words), this.#language).machine;
    if (machine !== undefined) return machine;
    const least = this.#isSpokenTo ? MONOLOGUE : EARLY_MONOLOGUE;
    return isMonologue([...this.#said, words], least) ? 'voicemail' : 'person';
  }

  /** Whether the words alone are a voicemail's, though more of them may follow. */
  isVoicemail(words: Greeting): boolean {
    return recordedGreetingIn(this.#with(words), this.#language).machine === 'voicemail';
  }

  /** We have said something: from now on people may talk at length. */
  speakTo(): void {
    this.#isSpokenTo = true;
  }

  note(words: Greeting): void {
    this.#said.push(words);
  }

  /** The machine was given what it wants: what follows is somebody else, or its next question. */
  passOn(by: 'screening' | 'menu'): void {
    this.#hasScreened ||= by === 'screening';
    this.#said.length = 0;
  }

  get said(): string {
    return this.#said.map(({ text }) => text).join(' ');
  }

  #with(words: Greeting): string {
    return `${this.said} ${words.text}`;
  }

  /** "State your name after the tone": the tone belongs to the question. */
  byTone(): 'voicemail' | 'screening' {
    return this.#hasScreened ? 'screening' : 'voicemail';
  }

  /** Whether the words alone leave room for a machine: then any tone decides. */
  get isSuspect(): boolean {
    return this.#hasScreened || recordedGreetingIn(this.said, this.#language).weight > 0;
  }
}

/** The last words without a longer pause between them. Who asks something early wants an answer. */
function isMonologue(speech: readonly Greeting[], least: typeof MONOLOGUE): boolean {
  if (least === EARLY_MONOLOGUE && ASKED.test(speech.at(-1)?.text ?? '')) return false;
  let [spokenMs, words] = [0, 0];
  let nextMs = speech.at(-1)?.startMs ?? 0;
  for (const { text, startMs, endMs } of speech.toReversed()) {
    if (nextMs - endMs > SAME_SPEECH_MS) break;
    spokenMs += endMs - startMs;
    words += text.split(/\s+/u).filter(Boolean).length;
    nextMs = startMs;
  }
  return spokenMs >= least.ms && words >= least.words;
}

const ASKED = /[?？؟]\s*$/u;
