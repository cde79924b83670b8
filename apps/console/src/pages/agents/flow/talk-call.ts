import { CallFailure } from '@parley/sdk-web/call-failure.ts';
import { canTalk } from '@parley/sdk-web/microphone.ts';
import { readLink, WebCall } from '@parley/sdk-web/web-call.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { post } from '../../../api/client.ts';

export interface Talk {
  readonly state: 'idle' | 'connecting' | 'live' | 'over';
  /** Of the last call. */
  readonly conversationId: string | undefined;
  readonly attemptId: string | undefined;
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
  hasAudio: false,
  isMuted: false,
  problem: undefined as string | undefined,
};

/** A call of the agent with whoever edits it, in this page. It ends when the page is left. */
export function useTalk(agentId: string): Talk {
  const [talk, setTalk] = useState(nothing);
  const current = useRef<WebCall>(undefined);
  const change = useCallback(
    (changes: Partial<typeof nothing>) => setTalk((before) => ({ ...before, ...changes })),
    [],
  );
  useEffect(() => () => void current.current?.stopCall(), []);

  const start = async (isSpoken: boolean) => {
    setTalk({ ...nothing, state: 'connecting' });
    const call = new WebCall();
    current.current = call;
    call.on('call_started', ({ callId }) => change({ attemptId: callId }));
    call.on('error', ({ message }) => change({ problem: message, hasAudio: call.hasAudio }));
    call.on('call_ended', () => change({ state: 'over', hasAudio: false }));
    try {
      const made = await post('/console/api/agents/{id}/browser-call', {}, { path: { id: agentId } });
      change({ conversationId: made.conversationId });
      // The same service under the address of this page, which is the only one that the page may ask.
      const url = new URL(new URL(made.url).pathname, location.origin).href;
      const link = await readLink({ url });
      const audio = isSpoken && 'voice' in link && link.voice && canTalk();
      await call.startCall({ url, audio, captions: false });
      if (!call.isLive) return;
      const problem =
        isSpoken && !audio ? 'This call is in writing: speech is not available here.' : undefined;
      change({ state: 'live', hasAudio: call.hasAudio, ...(problem !== undefined && { problem }) });
    } catch (error) {
      change({ state: 'idle', problem: error instanceof Error ? error.message : String(error) });
      if (!(error instanceof CallFailure)) return;
      await call.stopCall();
    }
  };
  return {
    ...talk,
    start,
    end: () => void current.current?.stopCall(),
    mute: (isMuted) => {
      current.current?.mute(isMuted);
      change({ isMuted });
    },
    type: async (text) => {
      try {
        await current.current?.sendText(text);
        return true;
      } catch (error) {
        change({ problem: error instanceof Error ? error.message : String(error) });
        return false;
      }
    },
  };
}
