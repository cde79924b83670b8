import { CallAudio } from './call-audio.ts';
import { CallFailure } from './call-failure.ts';
import type { CallEnd, CallLink, Caption, EndReason, ServiceEvent } from './call-protocol.ts';
import { CallService } from './call-service.ts';
import { EventFeed, systemTiming } from './event-feed.ts';
import { closeMicrophone } from './microphone.ts';

/** Who listens to which event. */
class Listeners<Events extends object> {
  readonly #byName = new Map<keyof Events, Set<(value: never) => void>>();

  /** Returns how to stop listening. */
  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of this.#byName.get(name) ?? []) {
      try {
        (listener as (value: Events[Name]) => void)(value);
      } catch (error) {
        // A mistake in a listener must not end the call; the browser reports it as any other.
        reportError(error);
      }
    }
  }
}

/** How long a hang-up waits for the service's word on it. */
const FAREWELL_MS = 3_000;

/** A personal link: as it was sent, or its token and the service it belongs to. */
export type LinkAddress = { readonly url: string } | { readonly token: string; readonly service: string };

export type StartOptions = LinkAddress & {
  /** False: the contact types, and no microphone is asked for. */
  readonly audio?: boolean;
  /** One that is open already. The call closes it when it ends. */
  readonly microphone?: MediaStream;
  /** False: no `update` events. */
  readonly captions?: boolean;
  /** Goes on with a call of this browser that a reload or crash interrupted, also when the service has not noticed. */
  readonly resumeKey?: string;
};

export interface CallEvents {
  call_started: { readonly callId: string; readonly resumeKey: string };
  agent_start_talking: undefined;
  agent_stop_talking: undefined;
  update: Caption;
  /** The connection broke and is being made again, for 20 seconds at most. */
  reconnecting: undefined;
  reconnected: undefined;
  /** The call goes on; `voice_failed` and `microphone_missing` mean that it goes on in writing. */
  error: CallFailure;
  call_ended: CallEnd;
}

/** What a link is for, and whether it can be joined now. */
export const readLink = (address: LinkAddress): Promise<CallLink> =>
  new CallService(urlOf(address)).readLink();

const urlOf = (address: LinkAddress): string =>
  'url' in address
    ? new URL(address.url, globalThis.location?.href).href
    : `${address.service.replace(/\/+$/, '')}/call/${encodeURIComponent(address.token)}`;

const hangUp = (service: CallService, resumeKey: string): Promise<void> =>
  service.leave(resumeKey).catch(() => service.leaveBehind(resumeKey));

/** Whether the link can be used again. If it cannot be asked, trying is worth it. */
const isUsable = (service: CallService): Promise<boolean> =>
  service.readLink().then(
    ({ state }) => state === 'open' || state === 'in_call',
    () => true,
  );

interface Session {
  readonly service: CallService;
  readonly feed: EventFeed;
  readonly resumeKey: string;
  readonly hasCaptions: boolean;
  readonly isOver: AbortController;
  /** The service says so at the beginning of every connection; a page hears it once. */
  hasStarted: boolean;
}

/** A call with an agent of Parley's, held in this page. One object holds one call at a time. */
export class WebCall {
  readonly #listeners = new Listeners<CallEvents>();
  readonly #gaps = new Set<'events' | 'audio'>();
  #session: Session | undefined;
  #audio: CallAudio | undefined;
  /** A call that is being joined. */
  #starting: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;

  /** Returns how to stop listening. */
  on<Name extends keyof CallEvents>(name: Name, listener: (value: CallEvents[Name]) => void): () => void {
    return this.#listeners.on(name, listener);
  }

  /**
   * Joins the call. Call it from a click: browsers let a page make sound only then. After a `stopCall` meanwhile it resolves
   * without a call.
   */
  async startCall(options: StartOptions): Promise<void> {
    if (this.#session !== undefined || this.#starting !== undefined) {
      throw new CallFailure('not_open', 'This call has already started.');
    }
    const service = new CallService(urlOf(options));
    const stop = new AbortController();
    const done = this.#start(service, options, stop.signal);
    this.#starting = { stop, done };
    return done;
  }

  async #start(service: CallService, options: StartOptions, signal: AbortSignal): Promise<void> {
    let end: CallEnd | undefined;
    try {
      if (options.audio === false) await this.#enter(service, options, undefined, signal);
      else await this.#enterTalking(service, options, signal);
    } catch (error) {
      this.#audio?.close();
      this.#audio = undefined;
      if (!signal.aborted) throw error;
      if (options.microphone !== undefined) closeMicrophone(options.microphone);
      end = { reason: 'left', canComeBack: await isUsable(service) };
    } finally {
      this.#starting = undefined;
    }
    if (end !== undefined) this.#listeners.emit('call_ended', end);
  }

  /** Hangs up, also while the call is being joined. Resolves once `call_ended` was emitted. */
  async stopCall(): Promise<void> {
    const session = this.#session;
    if (session === undefined) {
      this.#starting?.stop.abort();
      // The microphone closes at once; only the service is waited for.
      this.#audio?.close();
      return this.#starting?.done;
    }
    await hangUp(session.service, session.resumeKey);
    await systemTiming.wait(FAREWELL_MS, session.isOver.signal);
    await this.#endUnannounced(session, 'left');
  }

  mute(isMuted = true): void {
    if (this.#audio !== undefined) this.#audio.isMuted = isMuted;
  }

  get isMuted(): boolean {
    return this.#audio?.isMuted ?? true;
  }

  /** Joined, and not over. */
  get isLive(): boolean {
    return this.#session !== undefined;
  }

  /** Whether the contact talks; otherwise they type. Typing is possible in both. */
  get hasAudio(): boolean {
    return this.#audio !== undefined;
  }

  /** Says something in writing: 1 to 2,000 characters. */
  async sendText(text: string): Promise<void> {
    const { service, resumeKey, feed } = this.#live();
    try {
      await service.sendText(resumeKey, text);
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'network') feed.renew();
      throw error;
    }
  }

  /** From typing to talking, in the middle of the call. */
  async startAudio(microphone?: MediaStream): Promise<void> {
    const { service, resumeKey, isOver } = this.#live();
    if (this.#audio !== undefined) return;
    await this.#talk(
      service,
      microphone,
      async (offer) => (await service.resume(resumeKey, offer)).answer,
      isOver.signal,
    );
  }

  /** From talking to typing, in the middle of the call. */
  async stopAudio(): Promise<void> {
    const { service, resumeKey } = this.#live();
    this.#closeAudio();
    await service.resume(resumeKey, undefined);
  }

  /** How loud both are at this moment, from 0 to 1: ask as often as the screen is drawn. */
  levels(): { readonly microphone: number; readonly agent: number } {
    return { microphone: this.#audio?.microphoneLevel ?? 0, agent: this.#audio?.agentLevel ?? 0 };
  }

  async #enterTalking(service: CallService, options: StartOptions, signal: AbortSignal): Promise<void> {
    const exchange = async (offer: string) => {
      const session = this.#session;
      if (session !== undefined) return (await service.resume(session.resumeKey, offer)).answer;
      return this.#enter(service, options, offer, signal);
    };
    await this.#talk(service, options.microphone, exchange, signal).catch((error: unknown) => {
      // Joined, but in writing: the service has no voice for this call.
      if (this.#session === undefined) throw error;
      this.#goSilent(error as CallFailure);
    });
  }

  async #talk(
    service: CallService,
    microphone: MediaStream | undefined,
    exchange: (offer: string) => Promise<string | undefined>,
    /** Aborted when there is no more call to talk in. */
    signal: AbortSignal,
  ): Promise<void> {
    const link = await service.readLink();
    signal.throwIfAborted();
    const audio = await CallAudio.open({
      microphone,
      signal,
      // One that is closed is refused by the joining, which says why.
      iceServers: 'iceServers' in link ? link.iceServers : [],
      timing: systemTiming,
      exchange,
      onGap: () => this.#noteGap('audio'),
      onBack: () => this.#noteBack('audio'),
      onSilenced: (failure) => this.#goSilent(failure),
    });
    this.#audio = audio;
    try {
      await audio.connect();
    } catch (error) {
      audio.close();
      if (this.#session !== undefined) this.#closeAudio();
      throw error;
    }
  }

  async #enter(
    service: CallService,
    options: StartOptions,
    offer: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    signal.throwIfAborted();
    const { resumeKey, answer } = await service.join(offer, options.resumeKey);
    if (signal.aborted) {
      await hangUp(service, resumeKey);
      signal.throwIfAborted();
    }
    const session: Session = {
      service,
      resumeKey,
      hasCaptions: options.captions !== false,
      isOver: new AbortController(),
      hasStarted: false,
      feed: new EventFeed({
        open: (lastEventId, signal) => service.openEvents(resumeKey, lastEventId, signal),
        timing: systemTiming,
        onEvent: (event) => this.#hear(session, event),
        onGap: () => this.#noteGap('events'),
        onBack: () => this.#noteBack('events'),
        onLost: () => void this.#endUnannounced(session, 'lost'),
      }),
    };
    this.#session = session;
    this.#watchPage(session);
    void session.feed.run();
    return answer;
  }

  #watchPage({ isOver, feed, service, resumeKey }: Session): void {
    const { signal } = isOver;
    for (const change of ['online', 'offline']) addEventListener(change, () => feed.renew(), { signal });
    addEventListener(
      'pagehide',
      () => {
        service.leavePage(resumeKey);
        this.#end({ reason: 'left', canComeBack: true });
      },
      { signal },
    );
  }

  #hear(session: Session, event: ServiceEvent): void {
    if (session !== this.#session) return;
    switch (event.type) {
      case 'call_started':
        if (!session.hasStarted) {
          this.#listeners.emit('call_started', { callId: event.callId, resumeKey: session.resumeKey });
        }
        session.hasStarted = true;
        break;
      case 'agent_start_talking':
      case 'agent_stop_talking':
        this.#listeners.emit(event.type, undefined);
        break;
      case 'update': {
        const { id, who, text, isFinal } = event;
        if (session.hasCaptions) this.#listeners.emit('update', { id, who, text, isFinal });
        break;
      }
      case 'error':
        this.#listeners.emit('error', new CallFailure('service', event.message));
        break;
      case 'call_ended':
        this.#end({ reason: event.reason, canComeBack: event.canComeBack });
    }
  }

  #goSilent(failure: CallFailure): void {
    this.#closeAudio();
    const session = this.#session;
    if (session === undefined) return;
    // The service need not wait for sound any more.
    session.service.resume(session.resumeKey, undefined).catch(() => session.feed.renew());
    this.#listeners.emit('error', failure);
  }

  #closeAudio(): void {
    this.#audio?.close();
    this.#audio = undefined;
    this.#noteBack('audio');
  }

  #noteGap(which: 'events' | 'audio'): void {
    if (this.#gaps.size === 0) this.#listeners.emit('reconnecting', undefined);
    this.#gaps.add(which);
  }

  #noteBack(which: 'events' | 'audio'): void {
    if (this.#gaps.delete(which) && this.#gaps.size === 0) this.#listeners.emit('reconnected', undefined);
  }

  /** The service has not reported that the call is over, so the link is asked whether it can be used again. */
  async #endUnannounced(session: Session, reason: EndReason): Promise<void> {
    if (session.isOver.signal.aborted) return;
    const canComeBack = await isUsable(session.service);
    if (session === this.#session) this.#end({ reason, canComeBack });
  }

  #end(end: CallEnd): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    session.isOver.abort(new CallFailure('not_open', 'The call has ended.'));
    session.feed.close();
    this.#audio?.close();
    this.#audio = undefined;
    this.#gaps.clear();
    this.#listeners.emit('call_ended', end);
  }

  #live(): Session {
    if (this.#session === undefined) throw new CallFailure('not_open', 'No call is open.');
    return this.#session;
  }
}
