import { CallFailure, isPassing } from './call-failure.ts';
import { GRACE_MS, type Timing } from './event-feed.ts';
import { closeMicrophone, LevelMeter, openMicrophone } from './microphone.ts';

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

export interface CallAudioOptions {
  /** One that is open already, from a check before the call; it is closed with the call all the same. */
  readonly microphone: MediaStream | undefined;
  /** Aborted when the call is given up while the microphone opens. */
  readonly signal: AbortSignal;
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
export class CallAudio {
  readonly #options: CallAudioOptions;
  readonly #microphone: MediaStream;
  readonly #speaker = new Speaker();
  readonly #context = new AudioContext();
  readonly #closed = new AbortController();
  readonly #own: LevelMeter;
  #agents: LevelMeter | undefined;
  #link: AudioLink | undefined;

  private constructor(options: CallAudioOptions, microphone: MediaStream) {
    this.#options = options;
    this.#microphone = microphone;
    this.#own = new LevelMeter(this.#context, microphone);
    void this.#context.resume();
    for (const track of microphone.getAudioTracks()) {
      track.addEventListener('ended', () =>
        this.#silence('microphone_missing', 'The microphone was disconnected.'),
      );
    }
  }

  static async open(options: CallAudioOptions): Promise<CallAudio> {
    const { microphone, signal } = options;
    return new CallAudio(options, microphone ?? (await openMicrophone(undefined, signal)));
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

  async #agree(): Promise<{ link: AudioLink; answer: string }> {
    this.#link?.close();
    const link = new AudioLink({
      microphone: this.#microphone,
      iceServers: this.#options.iceServers,
      onAudio: (stream) => this.#hear(stream),
      onLost: () => void this.#repair(),
    });
    this.#link = link;
    const offer = await link.offer();
    // Closed meanwhile: an offer now would join the call again.
    if (this.#closed.signal.aborted) throw new CallFailure('voice_failed', 'The audio was stopped.');
    const answer = await this.#options.exchange(offer);
    if (answer === undefined) throw new CallFailure('voice_failed', 'This call is text only.');
    return { link, answer };
  }

  #hear(stream: MediaStream): void {
    this.#agents?.close();
    this.#agents = new LevelMeter(this.#context, stream);
    this.#speaker.play(stream);
  }

  async #repair(): Promise<void> {
    // A link that is closed with the call is not lost.
    if (this.#closed.signal.aborted) return;
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
        if (isOver || !mayPass) return this.#silence('voice_failed', 'Audio does not get through.');
        await timing.wait(RETRY_MS, this.#closed.signal);
      }
    }
  }

  #silence(code: 'voice_failed' | 'microphone_missing', message: string): void {
    if (!this.#closed.signal.aborted) this.#options.onSilenced(new CallFailure(code, message));
  }
}

/** Candidates come within milliseconds, those of a relay within a second; who is slower does not hold up the call. */
const GATHERING_MS = 2_500;
const CONNECTING_MS = 10_000;
/** A short loss mends itself; after this the link is made anew. */
const DISCONNECTED_MS = 2_500;

export interface AudioLinkOptions {
  readonly microphone: MediaStream;
  readonly iceServers: readonly RTCIceServer[];
  /** The agent's voice. */
  onAudio(stream: MediaStream): void;
  /** The link was up and broke. */
  onLost(): void;
}

/** One WebRTC connection. It is never mended, only replaced. */
class AudioLink {
  readonly #connection: RTCPeerConnection;
  readonly #options: AudioLinkOptions;
  /** Rejects when the link closes: of a closed connection, a browser settles nothing that is pending. */
  readonly #closing: Promise<never>;
  #rejectPending: (failure: CallFailure) => void = () => undefined;
  #wasUp = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AudioLinkOptions) {
    this.#options = options;
    this.#closing = new Promise((_, reject) => {
      this.#rejectPending = reject;
    });
    // Most links close with nothing pending.
    this.#closing.catch(() => undefined);
    this.#connection = new RTCPeerConnection({ iceServers: [...options.iceServers] });
    for (const track of options.microphone.getAudioTracks()) {
      this.#connection.addTrack(track, options.microphone);
    }
    this.#connection.addEventListener('track', ({ streams, track }) =>
      options.onAudio(streams[0] ?? new MediaStream([track])),
    );
  }

  /** The offer with every candidate in it: the service takes no further ones. */
  offer(): Promise<string> {
    return Promise.race([this.#offer(), this.#closing]);
  }

  /** Done when sound can flow. */
  async accept(answer: string): Promise<void> {
    const remote = this.#connection.setRemoteDescription({ type: 'answer', sdp: answer });
    await Promise.race([remote.then(() => this.#connected()), this.#closing]);
    this.#wasUp = true;
    this.#connection.addEventListener('connectionstatechange', () => this.#watch());
    this.#watch();
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#connection.close();
    this.#rejectPending(new CallFailure('voice_failed', 'The audio was stopped.'));
  }

  async #offer(): Promise<string> {
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    await this.#gathered();
    return this.#connection.localDescription?.sdp ?? '';
  }

  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      const connection = this.#connection;
      const timer = setTimeout(resolve, GATHERING_MS);
      const look = () => {
        if (connection.iceGatheringState !== 'complete') return;
        clearTimeout(timer);
        resolve();
      };
      connection.addEventListener('icegatheringstatechange', look);
      look();
    });
  }

  #connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      const connection = this.#connection;
      const fail = () => reject(new CallFailure('voice_failed', 'Audio does not get through.'));
      const timer = setTimeout(fail, CONNECTING_MS);
      const look = () => {
        const state = connection.connectionState;
        if (state === 'connected') resolve();
        else if (state === 'failed' || state === 'closed') fail();
        else return;
        clearTimeout(timer);
        connection.removeEventListener('connectionstatechange', look);
      };
      connection.addEventListener('connectionstatechange', look);
      look();
    });
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const state = this.#connection.connectionState;
    if (state === 'failed') this.#lose();
    if (state === 'disconnected') this.#timer = setTimeout(() => this.#lose(), DISCONNECTED_MS);
  }

  #lose(): void {
    if (this.#isOver || !this.#wasUp) return;
    this.close();
    this.#options.onLost();
  }
}
