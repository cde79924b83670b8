import { type AudioLeg, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import type { NoteTrouble } from '@parley/call-engine/journal.ts';
import type { Heard, Party, Saying, Words } from '@parley/call-engine/party.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import type { CallClock } from './call-clock.ts';
import { Hold } from './hold.ts';
import { MachineToneDetector } from './machine-tone.ts';
import { PartyEventQueue } from './party-event-queue.ts';
import { PlayedSound } from './played-sound.ts';
import type { Detection, SpeechDetector } from './speech-detector.ts';
import { SpeechPlayer, type SpeechStart } from './speech-player.ts';
import type { RecognisedWords, SpeechToText, SttStream } from './speech-to-text.ts';
import type { SoundRecorder } from './stereo-recorder.ts';
import type { TextToSpeech } from './text-to-speech.ts';
import { isBackChannelOrEcho, type OwnWords } from './turn-taking/back-channel.ts';
import { endOfTurnSilenceMs, QUESTION } from './turn-taking/end-of-turn.ts';
import { TurnStopwatch } from './turn-taking/turn-stopwatch.ts';
import { type Turn, type TurnEvent, TurnTaking } from './turn-taking/turn-taking.ts';

export interface SpokenPartyOptions {
  readonly leg: AudioLeg;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** The vendor's voice id; null: the default voice. */
  readonly voiceId: string | null;
  readonly detector: SpeechDetector;
  /** One of the 32, lower case. */
  readonly language: string;
  readonly speed: number;
  /** Names and terms that are likely to be said anywhere in the call. */
  readonly hints: readonly string[];
  readonly clock: CallClock;
  /** Absent: nothing is recorded. */
  readonly recorder?: SoundRecorder;
  readonly onTurn: (record: TurnRecord) => void;
  /** Every failure of speech is noted in the journal. */
  readonly note: NoteTrouble;
}

/** A leg without frames for this long counts as silent, and call time goes on. */
const STALL_MS = 1000;
/** Noise that sounds like speech for this long without a word does not keep the agent from speaking. */
const WORDLESS_MS = 2000;
/** Whoever says their last words and hangs up: speech to text has this long for them. */
const LAST_WORDS_MS = 4000;
/** The tone of an answering machine comes after its greeting; later ones are from somebody's kitchen. */
const TONE_WITHIN_MS = 45_000;

/** A person at the other end of a leg that carries sound. */
export const spokenParty = (options: SpokenPartyOptions): Party => new SpokenParty(options);

interface Listening {
  readonly patienceMs: number;
  readonly sinceMs: number;
  readonly heard: PromiseWithResolvers<Heard>;
}

/**
 * Time is that of the audio: each frame of the contact advances it, so that a busy machine causes no false silence. To the
 * conductor it is the same as a written party.
 */
class SpokenParty implements Party {
  readonly #options: SpokenPartyOptions;
  readonly #played: PlayedSound | undefined;
  readonly #detection: Detection;
  readonly #stt: SttStream;
  readonly #player: SpeechPlayer;
  readonly #turns: TurnTaking;
  readonly #events = new PartyEventQueue();
  readonly #stopwatch: TurnStopwatch;
  readonly #tones: MachineToneDetector;
  readonly #hold: Hold;
  /** A tone that waits until what was said before it has become words. */
  #tone: Extract<Heard, { kind: 'beep' }> | undefined;
  #hasAsked = false;
  #soundMs = 0;
  /** When either side last made a sound. */
  #lastSoundMs = 0;
  #listening: Listening | undefined;
  #leftAtMs: number | undefined;
  #ownWhenLeft: OwnWords | undefined;
  #isOver = false;
  #sttFailure: Error | undefined;
  #framesSinceCheck = 0;
  #stopWatching: () => void = () => undefined;
  #isLeaving = false;

  constructor(options: SpokenPartyOptions) {
    this.#options = options;
    const { leg, stt, detector, language, speed, hints, clock } = options;
    const { rateHz } = leg;
    this.#stopwatch = new TurnStopwatch(() => clock.nowMs(), options.onTurn);
    this.#played = options.recorder ? new PlayedSound(leg) : undefined;
    this.#hold = new Hold(clock);
    this.#detection = detector.open(rateHz);
    this.#tones = new MachineToneDetector(rateHz);
    this.#turns = new TurnTaking({
      endOfTurnSilenceMs: (text) => endOfTurnSilenceMs(text, language),
      isBackChannel: (text) => this.#isBackChannelOrEcho(text),
    });
    this.#player = new SpeechPlayer({
      leg: this.#played ?? leg,
      rateHz,
      speak: (text, signal, onSound) => this.#speak(text, signal, onSound),
      speed,
      soundMs: () => this.#soundMs,
      clock,
      mayBegin: () => this.#mayBegin(),
      onBegin: (beginning) => this.#begin(beginning),
      onLead: (leadMs) => this.#stopwatch.heard(leadMs),
    });
    this.#stt = stt.open({ rateHz, language, hints });
    this.#stt.onWords((words) => this.#takeWords(words));
    this.#stt.onError((error) => this.#failListening(error));
    leg.onSound((frame) => this.#receive(frame));
    leg.onDigit((digit) => this.#push({ kind: 'digit', digit, atMs: this.elapsedMs() }));
    leg.onHold?.((isHeld) => (isHeld ? this.#holdCall() : this.#unholdCall()));
    leg.onLeft(() => this.#contactLeft());
    this.#watch();
  }

  say(words: Words): Saying {
    this.#endListening();
    if (!this.#isGone) return this.#player.say(words);
    const atMs = this.elapsedMs();
    return { done: Promise.resolve({ text: '', isWhole: false, startMs: atMs, endMs: atMs }) };
  }

  async listen(patienceMs: number, expected: readonly string[] = []): Promise<Heard> {
    if (!this.#isOver) this.#stt.expect?.(expected);
    const next = this.#events.shift();
    if (next !== undefined) return this.#delivered(next);
    if (this.#isOver) return { kind: 'left', atMs: this.#leftAtMs ?? this.elapsedMs() };
    if (this.#sttFailure !== undefined) throw this.#sttFailure;
    this.#endListening();
    const heard = Promise.withResolvers<Heard>();
    this.#listening = { patienceMs, sinceMs: this.#soundMs, heard };
    return heard.promise;
  }

  press(keys: string): void {
    if (!this.#isGone) this.#options.leg.press?.(keys);
  }

  async transfer(to: string): Promise<boolean> {
    await this.#player.idle();
    if (this.#isGone) return false;
    const isTaken = await this.#options.leg.transfer(to);
    if (isTaken) this.#end();
    return isTaken;
  }

  async leave(): Promise<void> {
    this.#endListening();
    // Nobody hears the rest on hold. Whoever asks again does not want to wait for it.
    if (this.#hold.isOn || this.#isLeaving) this.#player.cut();
    this.#isLeaving = true;
    await this.#player.idle();
    this.#end();
    await this.#options.leg.hangUp();
  }

  elapsedMs(): number {
    return Math.round(this.#soundMs);
  }

  pausedMs(): number {
    return this.#hold.totalMs();
  }

  /** They have hung up, though their last words may still be on their way. */
  get #isGone(): boolean {
    return this.#isOver || this.#leftAtMs !== undefined;
  }

  #receive(frame: Int16Array): void {
    if (this.#isGone) return;
    this.#framesSinceCheck += 1;
    // Music and announcements are not what the contact says, and the time of the call stands still.
    if (this.#hold.isOn) return;
    this.#soundMs += (frame.length * 1000) / this.#options.leg.rateHz;
    this.#stt.pushFrame(frame);
    this.#player.tick();
    if (this.#played) this.#options.recorder?.add(frame, this.#played.take());
    const isSpeech = this.#detection.isSpeech(frame);
    this.#follow(this.#turns.frame(isSpeech, this.elapsedMs(), this.#player.isSpeaking));
    if (this.#player.isSpeaking) this.#lastSoundMs = this.#soundMs;
    this.#detectTone(frame, isSpeech);
    this.#checkSilence();
  }

  #takeWords(words: RecognisedWords): void {
    if (!this.#isOver) this.#follow(this.#turns.words(words, this.#player.isSpeaking));
    if (this.#isGone && !this.#turns.isAwaitingWords) this.#endGone();
  }

  async #speak(text: string, signal: AbortSignal, onSound: (sound: Int16Array) => void): Promise<void> {
    const { leg, tts, voiceId, language, speed } = this.#options;
    const order = { text, rateHz: leg.rateHz, language, voiceId, speed };
    for await (const sound of tts.speak(order, signal)) onSound(sound);
  }

  #detectTone(frame: Int16Array, isSpeech: boolean): void {
    if (this.#soundMs < TONE_WITHIN_MS) {
      const isAgentSpeaking = this.#player.isSpeaking;
      const found = this.#tones.hear(frame, { isSpeech, isAgentSpeaking, hasAsked: this.#hasAsked });
      if (found !== undefined)
        this.#tone = {
          kind: 'beep',
          atMs: Math.max(0, this.elapsedMs() - found.agoMs),
          ...(found.kind === 'faint' && { isFaint: true }),
          ...(found.kind === 'fax' && { isFax: true }),
        };
    }
    if (this.#tone === undefined || !this.#turns.isQuiet) return;
    const tone = this.#tone;
    this.#tone = undefined;
    if (!tone.isFaint) this.#player.pause();
    if (this.#player.isPaused && !tone.isFaint) this.#player.cut();
    this.#push(tone);
  }

  #follow(events: readonly TurnEvent[]): void {
    for (const event of events) if (!this.#isOver) this.#act(event);
  }

  #act(event: TurnEvent): void {
    switch (event.kind) {
      case 'speech_began':
        this.#stt.speechBegan();
        break;
      case 'speech_paused':
        this.#stt.speechPaused();
        break;
      case 'hold':
      case 'barge_in':
        this.#player.pause();
        break;
      case 'release':
        this.#player.resume();
        break;
      case 'end_known':
        this.#stopwatch.endKnown(event.atMs - this.#turns.lastSpeechMs);
        break;
      case 'partial':
        this.#takePartial(event.turn);
        break;
      case 'turn_ended':
        this.#takeTurn(event.turn);
        break;
      case 'false_interruption':
        this.#player.resume();
        break;
      case 'stt_overdue':
        this.#options.note('stt', 'Speech to text did not answer in time');
        break;
    }
  }

  #takePartial(turn: Turn): void {
    if (this.#isBackChannelOrEcho(turn.text)) return;
    if (this.#turns.isBargedIn && this.#player.isPaused) this.#player.cut();
    const { text, startMs, endMs } = turn;
    this.#push({ kind: 'partial', text, startMs, endMs });
  }

  #takeTurn(turn: Turn): void {
    if (this.#isBackChannelOrEcho(turn.text)) {
      this.#player.resume();
      return;
    }
    this.#player.pause();
    // Not paused when only the last word was left.
    if (this.#player.isPaused) this.#player.cut();
    this.#stopwatch.words();
    this.#hasAsked = QUESTION.test(turn.text.trim());
    this.#push({ kind: 'words', ...turn });
  }

  #isBackChannelOrEcho(text: string): boolean {
    const own = this.#ownWhenLeft ?? (this.#player.isSpeaking ? this.#player.current : undefined);
    return own !== undefined && isBackChannelOrEcho(text, own, this.#options.language);
  }

  #push(heard: Heard): void {
    if (this.#isOver) return;
    this.#lastSoundMs = this.#soundMs;
    this.#events.push(heard);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#listening === undefined) return;
    const heard = this.#events.shift();
    if (heard !== undefined) this.#answer(this.#delivered(heard));
  }

  #delivered(heard: Heard): Heard {
    if (heard.kind === 'words') this.#stopwatch.delivered();
    return heard;
  }

  #answer(heard: Heard): void {
    this.#listening?.heard.resolve(heard);
    this.#listening = undefined;
  }

  /** Speaking or hanging up ends a pending `listen` at once. */
  #endListening(): void {
    this.#answer({ kind: 'silence', atMs: this.elapsedMs() });
  }

  #checkSilence(): void {
    if (this.#listening === undefined || !this.#turns.isQuiet || !this.#player.isIdle) return;
    const { patienceMs, sinceMs } = this.#listening;
    if (this.#soundMs - Math.max(sinceMs, this.#lastSoundMs) >= patienceMs) this.#endListening();
  }

  /** They cannot hear us: whatever is being said ends here, and the call waits. */
  #holdCall(): void {
    if (this.#isOver || this.#hold.isOn) return;
    this.#hold.begin(() => {
      this.#contactLeft();
      void this.#options.leg.hangUp();
    });
    this.#player.pause();
    if (this.#player.isPaused) this.#player.cut();
    this.#options.note('line', 'The contact has put the call on hold');
  }

  #unholdCall(): void {
    if (!this.#hold.isOn) return;
    this.#hold.end();
    this.#push({ kind: 'returned', atMs: this.elapsedMs() });
  }

  #mayBegin(): boolean {
    if (this.#hold.isOn) return false;
    if (this.#turns.isQuiet) return true;
    return !this.#turns.hasWords && this.#soundMs - this.#turns.beganMs >= WORDLESS_MS;
  }

  #begin(beginning: SpeechStart): void {
    this.#turns.agentStarts();
    this.#stopwatch.begin(this.#soundMs, beginning);
  }

  #failListening(error: Error): void {
    if (this.#isOver) return;
    this.#sttFailure = error;
    this.#options.note('stt', `Speech to text failed: ${error.message}`);
    if (this.#isGone) this.#endGone();
    this.#listening?.heard.reject(error);
    this.#listening = undefined;
  }

  /** "Never call me again", and the line is dead: their last words are waited for. "Mhm" to half a question answers nothing. */
  #contactLeft(): void {
    if (this.#isGone) return;
    this.#leftAtMs = this.elapsedMs();
    this.#stopWatching();
    if (this.#player.isSpeaking) this.#ownWhenLeft = this.#player.current;
    this.#player.cut();
    this.#options.recorder?.finish();
    this.#follow(this.#turns.hangUp());
    if (!this.#turns.isAwaitingWords || this.#sttFailure !== undefined) this.#endGone();
    else this.#stopWatching = this.#options.clock.after(LAST_WORDS_MS, () => this.#endGone(), false);
  }

  #endGone(): void {
    if (this.#isOver) return;
    const turn = this.#turns.close();
    if (turn && !this.#isBackChannelOrEcho(turn.text)) this.#push({ kind: 'words', ...turn });
    this.#push({ kind: 'left', atMs: this.#leftAtMs ?? this.elapsedMs() });
    this.#end();
  }

  /** Nothing more is played or reported. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopWatching();
    this.#hold.end();
    this.#player.cut();
    this.#stt.close();
    this.#detection.close();
    this.#options.recorder?.finish();
  }

  /** A leg that brings no sound is to bring silence; one that does not is helped, and the call goes on. */
  #watch(): void {
    this.#stopWatching = this.#options.clock.after(STALL_MS, () => {
      const silence = new Int16Array(samplesIn(FRAME_MS, this.#options.leg.rateHz));
      if (this.#framesSinceCheck === 0)
        for (let ms = 0; ms < STALL_MS; ms += FRAME_MS) this.#receive(silence);
      this.#framesSinceCheck = 0;
      if (!this.#isOver) this.#watch();
    });
  }
}
