import { CallFailure, isPassing } from './call-failure.ts';
import { GRACE_MS, type Timing } from './event-feed.ts';
import { LevelMeter } from './level-meter.ts';
import { closeMicrophone, openMicrophone } from './microphone.ts';
import { VoiceLink } from './voice-link.ts';

/** Plays the agent's voice. */
class Speaker {
  readonly #element = new Audio();

  play(stream: MediaStream): void {
    this.#element.autoplay = true;
    this.#element.srcObject = stream;
    // A page that nobody has touched yet may not make a sound: it begins with the first touch or key.
    this.#element.play().catch(() => {
      for (const touch of ['pointerdown', 'keydown']) {
        document.addEventListener(touch, () => void this.#element.play().catch(() => undefined), {
          once: true,
        });
      }
    });
  }

  stop(): void {
    this.#element.pause();
    this.#element.srcObject = null;
  }
}

const RETRY_MS = 1_000;

export interface CallVoiceOptions {
  /** One that is open already, from a check before the call; it is closed with the call all the same. */
  readonly microphone: MediaStream | undefined;
  readonly iceServers: readonly RTCIceServer[];
  readonly timing: Timing;
  /** Takes a new offer to the service; the answer comes back. */
  exchange(offer: string): Promise<string | undefined>;
  onGap(): void;
  onBack(): void;
  /** There is no more sound; the call itself may go on. */
  onSilenced(failure: CallFailure): void;
}

/** The sound of a call: microphone, speaker, and a link that is made anew whenever it breaks. */
export class CallVoice {
  readonly #options: CallVoiceOptions;
  readonly #microphone: MediaStream;
  readonly #speaker = new Speaker();
  readonly #context = new AudioContext();
  readonly #closed = new AbortController();
  readonly #own: LevelMeter;
  #agents: LevelMeter | undefined;
  #link: VoiceLink | undefined;

  private constructor(options: CallVoiceOptions, microphone: MediaStream) {
    this.#options = options;
    this.#microphone = microphone;
    this.#own = new LevelMeter(this.#context, microphone);
    void this.#context.resume();
    for (const track of microphone.getAudioTracks()) {
      track.addEventListener('ended', () => this.#silence('microphone_missing', 'The microphone is gone.'));
    }
  }

  static async open(options: CallVoiceOptions): Promise<CallVoice> {
    return new CallVoice(options, options.microphone ?? (await openMicrophone()));
  }

  /** Done when the offer was answered; the sound follows, or `onSilenced`. */
  async connect(): Promise<void> {
    const { link, answer } = await this.#agree();
    link.accept(answer).catch(() => void this.#repair());
  }

  get isMuted(): boolean {
    return this.#microphone.getAudioTracks().every(({ enabled }) => !enabled);
  }

  set isMuted(isMuted: boolean) {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !isMuted;
  }

  get microphoneLevel(): number {
    return this.isMuted ? 0 : this.#own.level();
  }

  get agentLevel(): number {
    return this.#agents?.level() ?? 0;
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#link?.close();
    this.#speaker.stop();
    closeMicrophone(this.#microphone);
    void this.#context.close();
  }

  async #agree(): Promise<{ link: VoiceLink; answer: string }> {
    this.#link?.close();
    const link = new VoiceLink({
      microphone: this.#microphone,
      iceServers: this.#options.iceServers,
      onVoice: (stream) => this.#hear(stream),
      onLost: () => void this.#repair(),
    });
    this.#link = link;
    const answer = await this.#options.exchange(await link.offer());
    if (answer === undefined)
      throw new CallFailure('voice_failed', 'The service holds this call in writing.');
    return { link, answer };
  }

  #hear(stream: MediaStream): void {
    this.#agents?.close();
    this.#agents = new LevelMeter(this.#context, stream);
    this.#speaker.play(stream);
  }

  async #repair(): Promise<void> {
    const { timing } = this.#options;
    const brokenAt = timing.now();
    this.#options.onGap();
    while (!this.#closed.signal.aborted) {
      try {
        const { link, answer } = await this.#agree();
        await link.accept(answer);
        return this.#options.onBack();
      } catch (error) {
        const isOver = timing.now() - brokenAt >= GRACE_MS;
        const mayPass = isPassing(error) || (error instanceof CallFailure && error.code === 'voice_failed');
        if (isOver || !mayPass) return this.#silence('voice_failed', 'Sound does not get through.');
        await timing.wait(RETRY_MS, this.#closed.signal);
      }
    }
  }

  #silence(code: 'voice_failed' | 'microphone_missing', message: string): void {
    if (!this.#closed.signal.aborted) this.#options.onSilenced(new CallFailure(code, message));
  }
}
