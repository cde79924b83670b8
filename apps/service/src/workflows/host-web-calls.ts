import type {
  ClosedState,
  ClosedView,
  IceServer,
  Joining,
  Leaving,
  Resuming,
  Typing,
  WebCallView,
} from '@parley/contract/web-call.ts';
import { conflict, Failure, forbidden, notFound } from '@parley/kernel/failure.ts';
import { isRightToLeft, type Language } from '@parley/language/language.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import { isSpoken, type SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import { WebCall } from '@parley/web-call/web-call.ts';
import type { WebLeg } from '@parley/web-call/web-leg.ts';
import type { WebSound } from '@parley/web-call/web-sound.ts';
import type { Static } from 'typebox';
import type { CallInputsReader, ConversationCall } from '../domains/conversations/call-inputs.actions.ts';
import { noteOpened } from '../domains/conversations/message.actions.ts';
import {
  companyOfLink,
  type JoinedAttempt,
  joinConversation,
  languageOfLink,
  readLink,
  requireJoinable,
} from '../domains/conversations/online-link.actions.ts';
import type { PageEvent, WebCallHandler } from '../domains/conversations/online-link.model.ts';
import type { EndedCall, Settled } from '../domains/conversations/settlement-outcome.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { CallSlots } from './call-slots.ts';
import { type CallServices, conductCall } from './conduct-call.ts';
import type { MakeSpokenParty } from './spoken-parties.ts';

export interface WebCallHostOptions {
  readonly everywhere: Everywhere;
  readonly slots: CallSlots;
  readonly callServices: Omit<CallServices, 'lineFor' | 'onRinging' | 'settle' | 'requeue'>;
  readonly settle: (call: EndedCall) => Promise<Settled>;
  readonly inputs: CallInputsReader;
  /** Absent: calls are typed. */
  readonly voice?: WebVoice | undefined;
  /** For the browser of one call: what is secret in them is its own. */
  readonly iceServersOf: (conversationId: string) => readonly IceServer[];
  /** Unguessable. */
  readonly newKey: () => string;
  readonly clock: CallClock;
}

/** What spoken web calls need. */
export interface WebVoice {
  readonly sound: WebSound;
  readonly makeParty: MakeSpokenParty;
  /** A call in any other is typed. */
  readonly languages: SpokenLanguages;
  readonly isRecorded: boolean;
  /** Somebody opened a call that is typed for want of an STT or a TTS for its language. True: one is being installed. */
  readonly onUnspoken?: ((language: string) => boolean) | undefined;
  /** The audio of a call never connected: a firewall is in the way, or there is no relay. */
  readonly onAudioMissing: (attemptId: string) => void;
}

/** An ended call is remembered for so long, for a page that was disconnected when it ended. */
const REMEMBERED_MS = 60_000;
/** A claim that comes to nothing is over in less. */
const PLACE_MS = 2000;
const BUSY_SECONDS = 15;
const AUDIO_MISSING = 'The audio of the web call never connected: the contact could only type.';

/** The web calls of this process: they begin when a contact opens their link, and are conducted like any other call. */
export class WebCallHost implements WebCallHandler {
  readonly #with: WebCallHostOptions;
  /** By their conversation; the ended ones for a while. */
  readonly #calls = new Map<string, WebCall>();
  /** Joined or being joined, and not over. */
  #busy = 0;
  readonly #onIdle: (() => void)[] = [];

  constructor(options: WebCallHostOptions) {
    this.#with = options;
  }

  async view(conversationId: string): Promise<WebCallView> {
    const scope = await this.#scopeOf(conversationId);
    const { state, opensAt, endedEarly } = await readLink(scope, conversationId);
    await noteOpened(scope, conversationId);
    if (state === 'finished' || state === 'expired')
      return {
        ...closedView(state, await languageOfLink(scope, conversationId)),
        ...(endedEarly && { endedEarly }),
      };
    const { agent, company, contact, job } = (await this.#callOf(scope, conversationId)).inputs;
    const voice = this.#voiceOf(agent);
    return {
      state,
      ...(opensAt ? { opensAt: opensAt.toISOString() } : {}),
      ...(state === 'in_call' ? { canResume: this.#calls.get(conversationId)?.canResume ?? false } : {}),
      language: agent.language.toLowerCase(),
      isRightToLeft: isRightToLeft(agent.language),
      company: { name: company.name },
      agent: { name: agent.name },
      contact: { firstName: contact.firstName },
      purpose: job?.title ?? '',
      voice: voice !== undefined,
      ...(voice === undefined && this.#isSpeechComing(agent) && { speechComing: true }),
      recording: voice?.isRecorded ?? false,
      iceServers: state === 'not_yet' ? [] : this.#with.iceServersOf(conversationId),
    };
  }

  async join(conversationId: string, { offer, resumeKey: known }: Static<typeof Joining>) {
    const { slots, newKey, clock } = this.#with;
    const going = this.#calls.get(conversationId);
    if (going && !going.isOver && (going.canResume || (known !== undefined && going.isHeldBy(known))))
      return this.#comeBack(going, offer);
    const scope = await this.#scopeOf(conversationId);
    await requireJoinable(scope, conversationId);
    const { agent } = (await this.#callOf(scope, conversationId)).inputs;
    const voice = this.#voiceOf(agent);
    if (!(await slots.reserveSoon(PLACE_MS)))
      throw new Failure('unavailable', 'All call slots are taken: try again in a moment', {
        retryAfterSeconds: BUSY_SECONDS,
      });
    this.#busy += 1;
    const begin = async () => {
      // An offer that cannot be answered costs the contact nothing, and no call has begun.
      const opened = offer === undefined ? undefined : await voice?.sound.open(offer);
      try {
        return { opened, attempt: await joinConversation(scope, conversationId, slots.workerId) };
      } catch (error) {
        await opened?.leg.hangUp();
        throw error;
      }
    };
    const { opened, attempt } = await begin().catch((error: unknown) => {
      slots.release(1);
      this.#rest();
      throw error;
    });
    const resumeKey = newKey();
    const resumeMs = agent.settings.resumeMinutes * 60_000;
    const call = new WebCall({
      callId: attempt.attemptId,
      resumeKey,
      resumeMs,
      clock,
      makeParty:
        voice && ((leg, plan, note) => voice.makeParty(leg, { attemptId: attempt.attemptId, plan, note })),
    });
    if (opened) attach(call, opened.leg);
    this.#calls.set(conversationId, call);
    slots.hold(attempt.attemptId, (signal, ending) =>
      this.#conduct(call, attempt, resumeMs, voice?.isRecorded ?? false, { signal, ending }),
    );
    return { callId: call.callId, resumeKey, ...(opened ? { answer: opened.answer } : {}) };
  }

  async resume(conversationId: string, { resumeKey, offer }: Static<typeof Resuming>) {
    const call = this.#own(conversationId, resumeKey);
    if (call.isOver) throw ended();
    // A sign of life: the page comes for its events next.
    call.connect()();
    return { callId: call.callId, ...(await this.#talk(call, offer)) };
  }

  /** From another page, or the same one loaded again: from here on the call is that page's. */
  async #comeBack(call: WebCall, offer: string | undefined) {
    const resumeKey = this.#with.newKey();
    call.comeBack(resumeKey);
    return { callId: call.callId, resumeKey, ...(await this.#talk(call, offer)) };
  }

  /** They talk from here on or, without an offer that can be answered, type. */
  async #talk(call: WebCall, offer: string | undefined): Promise<{ answer?: string }> {
    const { voice } = this.#with;
    if (!voice || !call.canTalk || offer === undefined) {
      call.talkThrough(undefined);
      return {};
    }
    const { leg } = call;
    if (leg) {
      const reopened = voice.sound.reopen(leg, offer);
      const answer = await reopened.catch((error: unknown) => {
        throw call.isOver ? ended() : error;
      });
      return { answer };
    }
    const opened = await voice.sound.open(offer);
    // The agent may have hung up meanwhile.
    if (call.isOver) {
      await opened.leg.hangUp();
      throw ended();
    }
    attach(call, opened.leg);
    return { answer: opened.answer };
  }

  follow(
    conversationId: string,
    key: string,
    afterId: number,
    signal: AbortSignal,
  ): AsyncIterable<PageEvent> {
    return followed(this.#own(conversationId, key), afterId, signal);
  }

  type(conversationId: string, { resumeKey, text }: Static<typeof Typing>): void {
    const call = this.#own(conversationId, resumeKey);
    if (call.isOver) throw ended();
    if (!call.type(text))
      throw new Failure('too_many_requests', 'Wait until the agent has answered', { retryAfterSeconds: 5 });
  }

  leave(conversationId: string, { resumeKey }: Static<typeof Leaving>): void {
    this.#own(conversationId, resumeKey).leave();
  }

  leavePage(conversationId: string, { resumeKey }: Static<typeof Leaving>): void {
    this.#own(conversationId, resumeKey).leavePage();
  }

  /** Whether the conversation's call goes on here. One that is over is remembered, but may go on elsewhere by now. */
  holds(conversationId: string): boolean {
    return this.#calls.get(conversationId)?.isOver === false;
  }

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  /** Resolves when no call is going on any more; nothing more must be joined meanwhile. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      if (!this.isBusy) resolve();
    });
  }

  /** The call as its page may have it. */
  #own(conversationId: string, resumeKey: string): WebCall {
    const call = this.#calls.get(conversationId);
    if (!call) throw conflict('This call has ended, or runs in another process');
    if (!call.isHeldBy(resumeKey)) throw forbidden('This call is open in another browser');
    return call;
  }

  async #callOf(scope: Scope, conversationId: string): Promise<ConversationCall> {
    const call = await this.#with.inputs.of(scope, conversationId);
    if (!call) throw notFound('Call');
    return call;
  }

  /** Undefined: no STT or TTS knows the agent's language, so its calls are typed. */
  #voiceOf({ language, settings }: ConversationCall['inputs']['agent']): WebVoice | undefined {
    const { voice } = this.#with;
    return voice && isSpoken(voice.languages, language, settings.voice) ? voice : undefined;
  }

  #isSpeechComing({ language }: ConversationCall['inputs']['agent']): boolean {
    return this.#with.voice?.onUnspoken?.(language.toLowerCase()) ?? false;
  }

  async #scopeOf(conversationId: string): Promise<Scope> {
    const { everywhere } = this.#with;
    const companyId = await companyOfLink(everywhere, conversationId);
    return everywhere.within(companyId, { kind: 'system', id: 'web-call' });
  }

  async #conduct(
    call: WebCall,
    attempt: JoinedAttempt,
    resumeMs: number,
    isRecorded: boolean,
    { signal, ending }: { readonly signal: AbortSignal; readonly ending: AbortSignal },
  ): Promise<void> {
    const { callServices, slots, settle, voice } = this.#with;
    // Until it is settled: whatever goes wrong, the link is found to work again later.
    let end: Parameters<WebCall['end']> = ['error', true];
    const settled = async (ended: EndedCall) => {
      const { kind } = ended.ending;
      const isSilent = call.isAudioMissing;
      const result = await settle(isSilent ? { ...ended, notes: ended.notes ?? AUDIO_MISSING } : ended);
      if (isSilent) voice?.onAudioMissing(attempt.attemptId);
      const canComeBack = result.kind === 'settled' && result.conversation.status === 'SCHEDULED';
      end = [kind === 'agent_error' || kind === 'lost' ? 'error' : 'finished', canComeBack];
    };
    try {
      // A web call is not dialled, so there is nothing to requeue.
      const unused = { onRinging: () => {}, requeue: async () => false };
      const own = {
        ...callServices,
        ...unused,
        lineFor: () => call.line(),
        settle: settled,
        channel: 'web' as const,
        mostPausedMs: MOST_ABSENCES * (resumeMs + AWAY_MARGIN_MS),
        isRecorded,
      };
      await conductCall(own, attempt, slots, signal, ending);
    } finally {
      call.end(...end);
      this.#forget(call, attempt.conversationId);
      this.#rest();
    }
  }

  #rest(): void {
    this.#busy -= 1;
    if (!this.isBusy) for (const tell of this.#onIdle) tell();
  }

  #forget(call: WebCall, conversationId: string): void {
    const timer = setTimeout(() => {
      // They may have come back meanwhile.
      if (this.#calls.get(conversationId) === call) this.#calls.delete(conversationId);
    }, REMEMBERED_MS);
    timer.unref();
  }
}

/** Beyond the time that whoever lost the connection has to come back. */
const AWAY_MARGIN_MS = 60_000;
/** People in trains lose the connection again and again; each time they have the whole time to come back. */
const MOST_ABSENCES = 6;

const closedView = (state: ClosedState, language: Language | undefined): ClosedView => ({
  state,
  ...(language && { language: language.toLowerCase(), isRightToLeft: isRightToLeft(language) }),
});

const ended = (): Failure => conflict('This call has ended');

/** While sound comes from them they are there, also without a stream of events. */
function attach(call: WebCall, leg: WebLeg): void {
  let disconnect: (() => void) | undefined;
  leg.onConnection((isConnected) => {
    disconnect?.();
    disconnect = isConnected ? call.connectAudio() : undefined;
  });
  call.talkThrough(leg);
}

async function* followed(call: WebCall, afterId: number, gone: AbortSignal): AsyncGenerator<PageEvent> {
  const signal = AbortSignal.any([gone, call.pageSignal]);
  const disconnect = call.connect();
  signal.addEventListener('abort', disconnect, { once: true });
  try {
    yield { data: { type: 'call_started', callId: call.callId } };
    for await (const { id, event } of call.events.after(afterId, signal))
      yield { id: String(id), data: event };
  } finally {
    disconnect();
  }
}
