import { canTalk, closeMicrophone, openMicrophone } from '@parley/sdk-web/microphone.ts';
import { readLink, WebCall } from '@parley/sdk-web/web-call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { post } from '../../../api/client.ts';

export interface Talk {
  readonly state: 'idle' | 'connecting' | 'live' | 'over';
  /** Of the last call. */
  readonly conversationId: string | undefined;
  readonly attemptId: string | undefined;
  /** The number of the version that the last call is with; null: the draft. */
  readonly version: number | null | undefined;
  readonly hasAudio: boolean;
  readonly isMuted: boolean;
  readonly problem: string | undefined;
  readonly start: (isSpoken: boolean) => Promise<void>;
  readonly end: () => void;
  readonly mute: (isMuted: boolean) => void;
  /** Whether it was sent. */
  readonly type: (text: string) => Promise<boolean>;
}

const nothing = {
  state: 'idle' as Talk['state'],
  conversationId: undefined as string | undefined,
  attemptId: undefined as string | undefined,
  version: undefined as number | null | undefined,
  hasAudio: false,
  isMuted: false,
  problem: undefined as string | undefined,
};

type Change = (changes: Partial<typeof nothing>) => void;

export interface TalkedTo {
  readonly id: string;
  /** The draft as last saved, not the published version. */
  readonly draft: boolean;
  /** The contact to talk as; none: as oneself. */
  readonly contactId?: string | undefined;
}

/** One call, from the click that starts it. A call that was given up changes nothing on the page. */
export class TalkStart {
  readonly call = new WebCall();
  readonly #change: Change;
  readonly #givenUp = new AbortController();
  #microphone: MediaStream | undefined;

  constructor(change: Change) {
    this.#change = (changes) => {
      if (!this.#givenUp.signal.aborted) change(changes);
    };
    const { call } = this;
    call.on('call_started', ({ callId }) => this.#change({ attemptId: callId }));
    call.on('error', ({ message }) => this.#change({ problem: message, hasAudio: call.hasAudio }));
    call.on('call_ended', () => this.#change({ state: 'over', hasAudio: false }));
  }

  /** Ends the call in any state and closes the microphone. */
  async giveUp(): Promise<void> {
    this.#givenUp.abort();
    this.#closeMicrophone();
    await this.call.stopCall();
  }

  async connect(agent: TalkedTo, isSpoken: boolean): Promise<void> {
    const { signal } = this.#givenUp;
    try {
      // First: if the microphone is refused, no conversation is created that nobody would join.
      if (isSpoken && canTalk()) this.#microphone = await openMicrophone(undefined, signal);
      signal.throwIfAborted();
      await this.#join(agent, isSpoken);
    } catch (error) {
      this.#closeMicrophone();
      await this.call.stopCall();
      this.#change({
        state: 'idle',
        hasAudio: false,
        problem: error instanceof Error ? error.message : String(error),
      });
    }
  }

  async #join({ id, draft, contactId }: TalkedTo, isSpoken: boolean): Promise<void> {
    const { call } = this;
    const { signal } = this.#givenUp;
    const microphone = this.#microphone;
    const made = await post(
      '/console/api/agents/{id}/browser-call',
      { draft, ...(contactId !== undefined && { contactId }) },
      { path: { id } },
    );
    signal.throwIfAborted();
    this.#change({ conversationId: made.conversationId, version: made.version });
    // The page may send requests only to its own origin, where the same service answers.
    const url = new URL(new URL(made.url).pathname, location.origin).href;
    const link = await readLink({ url });
    signal.throwIfAborted();
    const audio = microphone !== undefined && 'voice' in link && link.voice;
    if (!audio) this.#closeMicrophone();
    await call.startCall({ url, audio, captions: false, ...(audio && { microphone }) });
    // Stopped or finished meanwhile.
    if (!call.isLive) return;
    this.#change({
      state: 'live',
      hasAudio: call.hasAudio,
      ...(isSpoken && !audio && { problem: 'Speech is not available here. Type instead.' }),
    });
  }

  #closeMicrophone(): void {
    if (this.#microphone !== undefined) closeMicrophone(this.#microphone);
  }
}

/** A call between the agent and its editor in this page. Leaving the page ends it. */
export function useTalk(agent: TalkedTo): Talk {
  const [talk, setTalk] = useState(nothing);
  const current = useRef<TalkStart>(undefined);
  const change = useCallback<Change>((changes) => setTalk((before) => ({ ...before, ...changes })), []);
  useEffect(() => () => void current.current?.giveUp(), []);

  return {
    ...talk,
    start: async (isSpoken) => {
      setTalk({ ...nothing, state: 'connecting' });
      current.current = new TalkStart(change);
      await current.current.connect(agent, isSpoken);
    },
    end: () => {
      const started = current.current;
      // A live call reports its own end.
      if (started?.call.isLive) return void started.call.stopCall();
      void started?.giveUp();
      setTalk(nothing);
    },
    mute: (isMuted) => {
      current.current?.call.mute(isMuted);
      change({ isMuted });
    },
    type: async (text) => {
      try {
        await current.current?.call.sendText(text);
        return true;
      } catch (error) {
        change({ problem: error instanceof Error ? error.message : String(error) });
        return false;
      }
    },
  };
}
