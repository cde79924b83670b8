import { type AudioLeg, FRAME_MS, samplesIn } from '../lines/audio-leg.ts';
import type { Heard, Party, Saying, Words } from '../party.ts';
import { BeepDetector } from './answering/beep-detector.ts';
import type { CallClock } from './call-clock.ts';
import { HeardQueue } from './heard-queue.ts';
import { type Beginning, Mouth } from './mouth.ts';
import { isAssent, isHum, spokenWords } from './open-words.ts';
import { PlayedSound } from './played-sound.ts';
import type { Detection, SpeechDetector } from './speech-detector.ts';
import { type NamedEar, SteadyEar } from './steady-ear.ts';
import { type NamedVoice, SteadyVoice } from './steady-voice.ts';
import type { NoteTrouble } from './trouble.ts';
import { endOfTurnMs } from './turn-end.ts';
import type { TurnRecord } from './turn-record.ts';
import { TurnStopwatch } from './turn-stopwatch.ts';
import { type TurnEvent, TurnTaking } from './turn-taking.ts';
import type { Turn } from './turn-words.ts';

export interface SpokenPartyOptions {
  readonly leg: AudioLeg;
  /** In the order in which they are tried. */
  readonly ears: readonly NamedEar[];
  readonly voices: readonly NamedVoice[];
  readonly detector: SpeechDetector;
  /** One of the 32, lower case. */
  readonly language: string;
  readonly speed: number;
  /** Names and terms that are likely to be said. */
  readonly hints: readonly string[];
  readonly clock: CallClock;
  /** Absent: nothing is recorded. */
  readonly recorder?: SoundRecorder;
  readonly onTurn: (record: TurnRecord) => void;
  /** A call never falls silent without one. */
  readonly note: NoteTrouble;
}

/** Keeps the sound of a call. */
export interface SoundRecorder {
  /** A frame of theirs, and what has gone out to them since the one before. */
  add(theirs: Int16Array, ours: Int16Array): void;
  finish(): void;
}

/** A leg that brings nothing for so long is silent; its time goes on without it. */
const STALL_MS = 1000;
/** What sounds like speech for so long without a word does not keep us from speaking. */
const WORDLESS_MS = 2000;
/** So many words in a row that we have just said are our own, come back. At the end fewer may be the answer. */
const ECHO_WORDS = 3;
const SURE_ECHO_WORDS = 6;

/** The tone of an answering machine comes after its greeting; later ones are from somebody's kitchen. */
const BEEP_WITHIN_MS = 45_000;

/** A person at the other end of a leg that carries sound. */
export const spokenParty = (options: SpokenPartyOptions): Party => new SpokenParty(options);

interface Listening {
  readonly patienceMs: number;
  readonly sinceMs: number;
  readonly heard: PromiseWithResolvers<Heard>;
}

/**
 * Time is that of the sound: each frame of theirs moves it on, so that a busy machine makes nobody silent. To the
 * conductor it is the same as a written party.
 */
class SpokenParty implements Party {
  readonly #with: SpokenPartyOptions;
  readonly #played: PlayedSound | undefined;
  readonly #detection: Detection;
  readonly #ear: SteadyEar;
  readonly #mouth: Mouth;
  readonly #turns: TurnTaking;
  readonly #heard = new HeardQueue();
  readonly #stopwatch: TurnStopwatch;
  readonly #beeps: BeepDetector;
  /** A tone that waits until what was said before it has become words. */
  #beepAtMs: number | undefined;
  #soundMs = 0;
  /** When either side was last heard. */
  #lastSoundMs = 0;
  #listening: Listening | undefined;
  #leftAtMs: number | undefined;
  #isOver = false;
  #deafness: Error | undefined;
  #framesSinceCheck = 0;
  #stopWatching: () => void = () => undefined;

  constructor(options: SpokenPartyOptions) {
    this.#with = options;
    const { leg, ears, voices, detector, language, speed, hints, clock, note } = options;
    const { rateHz } = leg;
    const soundMs = () => this.#soundMs;
    this.#stopwatch = new TurnStopwatch(() => clock.nowMs());
    this.#played = options.recorder ? new PlayedSound(leg) : undefined;
    this.#detection = detector.open(rateHz);
    this.#beeps = new BeepDetector(rateHz);
    this.#turns = new TurnTaking({
      endMs: (text) => endOfTurnMs(text, language),
      isListening: (text) => this.#asksForNoTurn(text),
    });
    const voice = new SteadyVoice({ voices, rateHz, language, speed, clock, note });
    this.#mouth = new Mouth({
      leg: this.#played ?? leg,
      rateHz,
      speak: (text, signal, onSound) => voice.speak(text, signal, onSound),
      speed,
      soundMs,
      clock,
      mayBegin: () => this.#mayBegin(),
      onBegin: (beginning) => this.#begin(beginning),
    });
    this.#ear = new SteadyEar({
      ears,
      order: { rateHz, language, hints },
      soundMs,
      nowMs: () => clock.nowMs(),
      note,
      onWords: (words) => this.#follow(this.#turns.words(words, this.#mouth.isSpeaking)),
      onDeaf: (error) => this.#goDeaf(error),
    });
    leg.onSound((frame) => this.#hear(frame));
    leg.onDigit((digit) => this.#push({ kind: 'digit', digit, atMs: this.elapsedMs() }));
    leg.onLeft(() => this.#theyLeft());
    this.#watch();
  }

  say(words: Words): Saying {
    this.#callAway();
    if (!this.#isOver) return this.#mouth.say(words);
    const atMs = this.elapsedMs();
    return { done: Promise.resolve({ text: '', isWhole: false, startMs: atMs, endMs: atMs }) };
  }

  async listen(patienceMs: number): Promise<Heard> {
    const next = this.#heard.shift();
    if (next !== undefined) return this.#told(next);
    if (this.#isOver) return { kind: 'left', atMs: this.#leftAtMs ?? this.elapsedMs() };
    if (this.#deafness !== undefined) throw this.#deafness;
    this.#callAway();
    const heard = Promise.withResolvers<Heard>();
    this.#listening = { patienceMs, sinceMs: this.#soundMs, heard };
    return heard.promise;
  }

  async transfer(to: string): Promise<boolean> {
    await this.#mouth.idle();
    if (this.#isOver) return false;
    const isTaken = await this.#with.leg.transfer(to);
    if (isTaken) this.#end();
    return isTaken;
  }

  async leave(): Promise<void> {
    this.#callAway();
    await this.#mouth.idle();
    this.#end();
    await this.#with.leg.hangUp();
  }

  elapsedMs(): number {
    return Math.round(this.#soundMs);
  }

  #hear(frame: Int16Array): void {
    if (this.#isOver) return;
    this.#framesSinceCheck += 1;
    this.#soundMs += (frame.length * 1000) / this.#with.leg.rateHz;
    this.#ear.hear(frame);
    this.#mouth.tick();
    if (this.#played) this.#with.recorder?.add(frame, this.#played.take());
    const isSpeech = this.#detection.isSpeech(frame);
    this.#follow(this.#turns.frame(isSpeech, this.elapsedMs(), this.#mouth.isSpeaking));
    if (this.#mouth.isSpeaking) this.#lastSoundMs = this.#soundMs;
    this.#hearBeep(frame);
    this.#endPatience();
  }

  #hearBeep(frame: Int16Array): void {
    if (this.#soundMs < BEEP_WITHIN_MS && this.#beeps.hear(frame)) this.#beepAtMs = this.elapsedMs();
    if (this.#beepAtMs === undefined || !this.#turns.isQuiet) return;
    const atMs = this.#beepAtMs;
    this.#beepAtMs = undefined;
    this.#mouth.pause();
    if (this.#mouth.isPaused) this.#mouth.cut();
    this.#push({ kind: 'beep', atMs });
  }

  #follow(events: readonly TurnEvent[]): void {
    for (const event of events) if (!this.#isOver) this.#act(event);
  }

  #act(event: TurnEvent): void {
    switch (event.kind) {
      case 'speech_began':
        this.#ear.speechBegan();
        break;
      case 'speech_paused':
        this.#ear.speechPaused();
        break;
      case 'hold':
      case 'barge_in':
        this.#mouth.pause();
        break;
      case 'release':
        this.#mouth.resume();
        break;
      case 'end_known':
        this.#stopwatch.endKnown();
        break;
      case 'partial':
        this.#hearPartial(event.turn);
        break;
      case 'turn_ended':
        this.#hearTurn(event.turn);
        break;
      case 'false_interruption':
        this.#mouth.resume();
        break;
      case 'ear_overdue':
        this.#ear.doubt('it was asked for words, and did not answer');
        break;
    }
  }

  #hearPartial(turn: Turn): void {
    if (this.#asksForNoTurn(turn.text)) return;
    if (this.#turns.isBargedIn && this.#mouth.isPaused) this.#mouth.cut();
    const { text, startMs, endMs } = turn;
    this.#push({ kind: 'partial', text, startMs, endMs });
  }

  #hearTurn(turn: Turn): void {
    if (this.#asksForNoTurn(turn.text)) {
      this.#mouth.resume();
      return;
    }
    this.#mouth.pause();
    // It is not where only a breath was left to say.
    if (this.#mouth.isPaused) this.#mouth.cut();
    this.#stopwatch.words();
    this.#push({ kind: 'words', ...turn });
  }

  /** While we speak: a sign that they listen, or our own words come back to us. */
  #asksForNoTurn(text: string): boolean {
    if (!this.#mouth.isSpeaking) return false;
    const current = this.#mouth.current;
    if (isHum(text)) return true;
    // At the end of what we say it may be the answer.
    if (!current.isLastSentence && isAssent(text, this.#with.language)) return true;
    const words = spokenWords(text);
    const least = current.isLastSentence ? SURE_ECHO_WORDS : ECHO_WORDS;
    return words.length >= least && spokenWords(current.heard).join(' ').includes(words.join(' '));
  }

  #push(heard: Heard): void {
    if (this.#isOver) return;
    this.#lastSoundMs = this.#soundMs;
    this.#heard.push(heard);
    this.#serve();
  }

  #serve(): void {
    if (this.#listening === undefined) return;
    const heard = this.#heard.shift();
    if (heard !== undefined) this.#answer(this.#told(heard));
  }

  #told(heard: Heard): Heard {
    if (heard.kind === 'words') this.#stopwatch.told();
    return heard;
  }

  #answer(heard: Heard): void {
    this.#listening?.heard.resolve(heard);
    this.#listening = undefined;
  }

  /** Whoever speaks or hangs up while they listen does not wait any longer. */
  #callAway(): void {
    this.#answer({ kind: 'silence', atMs: this.elapsedMs() });
  }

  #endPatience(): void {
    if (this.#listening === undefined || !this.#turns.isQuiet || !this.#mouth.isIdle) return;
    const { patienceMs, sinceMs } = this.#listening;
    if (this.#soundMs - Math.max(sinceMs, this.#lastSoundMs) >= patienceMs) this.#callAway();
  }

  #mayBegin(): boolean {
    if (this.#turns.isQuiet) return true;
    return !this.#turns.hasWords && this.#soundMs - this.#turns.beganMs >= WORDLESS_MS;
  }

  #begin(beginning: Beginning): void {
    this.#turns.weBegin();
    const record = this.#stopwatch.begin(this.#soundMs, beginning);
    if (record) this.#with.onTurn(record);
  }

  #goDeaf(error: Error): void {
    this.#deafness = error;
    this.#with.note('ear', `Nothing can be heard: ${error.message}`);
    this.#listening?.heard.reject(error);
    this.#listening = undefined;
  }

  #theyLeft(): void {
    if (this.#isOver) return;
    const atMs = this.elapsedMs();
    const turn = this.#turns.close();
    if (turn) this.#push({ kind: 'words', ...turn });
    this.#push({ kind: 'left', atMs });
    this.#leftAtMs = atMs;
    this.#end();
  }

  /** Nothing more is said or heard. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopWatching();
    this.#mouth.cut();
    this.#ear.close();
    this.#detection.close();
    this.#with.recorder?.finish();
  }

  /** A leg that brings no sound is to bring silence; one that does not is helped, and the call goes on. */
  #watch(): void {
    this.#stopWatching = this.#with.clock.after(STALL_MS, () => {
      const silence = new Int16Array(samplesIn(FRAME_MS, this.#with.leg.rateHz));
      if (this.#framesSinceCheck === 0) for (let ms = 0; ms < STALL_MS; ms += FRAME_MS) this.#hear(silence);
      this.#framesSinceCheck = 0;
      if (!this.#isOver) this.#watch();
    });
  }
}
