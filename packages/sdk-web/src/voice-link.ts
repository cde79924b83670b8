import { CallFailure } from './call-failure.ts';

/** Candidates come within milliseconds, those of a relay within a second; who is slower does not hold up the call. */
const GATHERING_MS = 2_500;
const CONNECTING_MS = 10_000;
/** A short loss mends itself; after this the link is made anew. */
const DISCONNECTED_MS = 2_500;

export interface VoiceLinkOptions {
  readonly microphone: MediaStream;
  readonly iceServers: readonly RTCIceServer[];
  /** The agent's voice. */
  onVoice(stream: MediaStream): void;
  /** The link was up and broke. */
  onLost(): void;
}

/** One WebRTC connection. It is never mended, only replaced. */
export class VoiceLink {
  readonly #connection: RTCPeerConnection;
  readonly #options: VoiceLinkOptions;
  #wasUp = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: VoiceLinkOptions) {
    this.#options = options;
    this.#connection = new RTCPeerConnection({ iceServers: [...options.iceServers] });
    for (const track of options.microphone.getAudioTracks()) {
      this.#connection.addTrack(track, options.microphone);
    }
    this.#connection.addEventListener('track', ({ streams, track }) =>
      options.onVoice(streams[0] ?? new MediaStream([track])),
    );
  }

  /** The offer with every candidate in it: the service takes no further ones. */
  async offer(): Promise<string> {
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    await this.#gathered();
    return this.#connection.localDescription?.sdp ?? '';
  }

  /** Done when sound can flow. */
  async accept(answer: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: answer });
    await this.#connected();
    this.#wasUp = true;
    this.#connection.addEventListener('connectionstatechange', () => this.#watch());
    this.#watch();
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#connection.close();
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
      const fail = () => reject(new CallFailure('voice_failed', 'Sound does not get through.'));
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
