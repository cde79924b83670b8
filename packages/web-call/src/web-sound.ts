import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { conflict, Failure, invalid } from '@parley/kernel/failure.ts';
import type { PeerSettings } from './browser-peer.ts';
import { WebLeg } from './web-leg.ts';
import { WEB_RATE_HZ, type WebMediaNews, type WebMediaRequest } from './web-media-protocol.ts';

export interface WebSound {
  /** A leg to the browser that made this offer, and the SDP answer. */
  open(offer: string): Promise<{ readonly leg: WebLeg; readonly answer: string }>;
  /** A new connection for an existing leg, after the browser lost the last one. */
  reopen(leg: WebLeg, offer: string): Promise<string>;
  close(): void;
}

export interface WebSoundOptions {
  /** Asked anew for each connection: TURN credentials expire. */
  readonly settings: () => PeerSettings;
  /** The audio process has died. Legs wait for a new connection, which starts another process. */
  readonly onTrouble: (error: Error) => void;
  /** For so long a connection is waited for. */
  readonly patienceMs?: number;
}

/** Gathering addresses behind a STUN server that does not answer takes a browser's peer some seconds. */
const PATIENCE_MS = 20_000;

const program = fileURLToPath(new URL('./web-media-process.ts', import.meta.url));

/** Starts the process that carries the audio of our web calls, with the first offer. */
export function startWebSound(options: WebSoundOptions): WebSound {
  let media: MediaProcess | undefined;
  let lastId = 0;
  const running = (): MediaProcess => {
    if (media === undefined || media.isOver) media = new MediaProcess(options);
    return media;
  };
  return {
    async open(offer) {
      const process = running();
      lastId += 1;
      const leg = new WebLeg(lastId, WEB_RATE_HZ, process.ask);
      try {
        return { leg, answer: await process.connect(leg, offer) };
      } catch (error) {
        await leg.hangUp();
        throw error;
      }
    },
    async reopen(leg, offer) {
      // Nobody would close what was made for it.
      if (leg.isGone) throw conflict('This call has ended');
      return running().connect(leg, offer);
    },
    close: () => media?.end(),
  };
}

/** One run of the process, with its legs. */
class MediaProcess {
  isOver = false;
  readonly #child: ChildProcess;
  readonly #settings: () => PeerSettings;
  readonly #onTrouble: (error: Error) => void;
  readonly #patienceMs: number;
  readonly #legs = new Map<number, WebLeg>();
  readonly #requests = new Map<number, PromiseWithResolvers<string>>();
  #lastRequest = 0;
  /** What it has said so far: one that hangs says nothing. */
  #heard = 0;

  constructor({ settings, onTrouble, patienceMs = PATIENCE_MS }: WebSoundOptions) {
    this.#patienceMs = patienceMs;
    this.#onTrouble = onTrouble;
    this.#settings = settings;
    this.#child = fork(program, [], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // A service that has nothing else to do may end.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (news: WebMediaNews) => this.#hear(news));
    this.#child.once('error', (error) => this.#fail(error));
    this.#child.once('exit', (code, signal) =>
      this.#fail(new Error(`The process for audio of web calls exited with ${code ?? signal}`)),
    );
  }

  readonly ask = (request: Extract<WebMediaRequest, { id: number }>): void => {
    this.#send(request);
    if (request.kind === 'close') this.#legs.delete(request.id);
  };

  connect(leg: WebLeg, offer: string): Promise<string> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    const answered = Promise.withResolvers<string>();
    this.#requests.set(request, answered);
    this.#send({ kind: 'settings', settings: this.#settings() });
    this.#send({ kind: 'connect', id: leg.id, request, offer });
    if (!this.#legs.has(leg.id)) leg.moveTo(this.ask);
    this.#legs.set(leg.id, leg);
    const heard = this.#heard;
    const patience = setTimeout(() => this.#giveUp(request, this.#heard === heard), this.#patienceMs);
    const settled = () => clearTimeout(patience);
    answered.promise.then(settled, settled);
    return answered.promise;
  }

  /** A process that hangs does not exit by itself, and whoever joins a call would wait for it for ever. */
  #giveUp(request: number, isSilent: boolean): void {
    this.#requests.get(request)?.reject(unavailable());
    this.#requests.delete(request);
    if (!isSilent) return;
    this.#fail(new Error('The process for audio of web calls does not answer, and is replaced'));
    this.#child.kill('SIGKILL');
  }

  end(): void {
    this.isOver = true;
    if (this.#child.connected) this.#child.disconnect();
    // At once, and not when it has ended: by then its legs may be on another one.
    this.#drop();
  }

  #send(request: WebMediaRequest): void {
    // Its exit event reports a process that is gone.
    if (!this.isOver && this.#child.connected) this.#child.send(request, () => {});
  }

  #hear(news: WebMediaNews): void {
    this.#heard += 1;
    switch (news.kind) {
      case 'beat':
        for (const beat of news.legs) this.#legs.get(beat.id)?.beat(beat);
        return;
      case 'connection':
        this.#legs.get(news.id)?.connected(news.isConnected);
        return;
      case 'answered':
        this.#requests.get(news.request)?.resolve(news.answer);
        this.#requests.delete(news.request);
        return;
      case 'refused':
        this.#requests.get(news.request)?.reject(refusal(news));
        this.#requests.delete(news.request);
    }
  }

  #fail(error: Error): void {
    if (!this.isOver) this.#onTrouble(error);
    this.isOver = true;
    this.#drop();
  }

  #drop(): void {
    for (const { reject } of this.#requests.values()) reject(unavailable());
    this.#requests.clear();
    for (const leg of this.#legs.values()) leg.connected(false);
    this.#legs.clear();
  }
}

/** An error of the native library about the description means that the offer is invalid. */
const refusal = ({ why, isOffer }: Extract<WebMediaNews, { kind: 'refused' }>): Failure =>
  invalid([isOffer ? `offer ${why}` : 'offer cannot be answered']);

const unavailable = (): Failure =>
  new Failure('unavailable', 'Audio is not available at the moment: try again, or type', {
    retryAfterSeconds: 2,
  });
