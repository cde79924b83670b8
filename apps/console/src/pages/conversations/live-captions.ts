import type { Reply } from '../../api/client.ts';

type Speaker = 'AI' | 'CONTACT';

export interface Caption {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startTime: number;
}

export interface Decision {
  readonly what: string;
  readonly why: string;
}

/** What is known of a call that somebody watches. */
export interface LiveCall {
  readonly status: Reply<'/conversations/{id}', 'get'>['status'] | undefined;
  readonly attemptId: string | null;
  readonly attemptStatus: string | null;
  readonly captions: readonly Caption[];
  /** Words that may still change. */
  readonly speaking: Readonly<Partial<Record<Speaker, string>>>;
  readonly decisions: readonly Decision[];
  readonly isOver: boolean;
}

export const nothingHeard: LiveCall = {
  status: undefined,
  attemptId: null,
  attemptStatus: null,
  captions: [],
  speaking: {},
  decisions: [],
  isOver: false,
};

/** More of one call than anybody scrolls back through; the whole is in the transcript. */
const MAX = 2_000;

/** The data of a message; which of it is there goes by the event. */
interface StreamedEvent extends Caption, Decision {
  readonly callAttemptId: string | null;
  readonly status: NonNullable<LiveCall['status']>;
  readonly attemptStatus: string | null;
}

/** One message of the conversation's stream. What this version does not know changes nothing. */
export function heard(call: LiveCall, event: string, text: string): LiveCall {
  const data = JSON.parse(text) as StreamedEvent;
  if (event === 'status' || event === 'end') {
    const { status, attemptStatus } = data;
    return {
      ...of(call, data.callAttemptId),
      status,
      attemptStatus,
      isOver: event === 'end',
      ...(attemptStatus === 'IN_PROGRESS' ? {} : { speaking: {} }),
    };
  }
  const now = of(call, data.callAttemptId);
  const speaker: Speaker = data.speaker === 'AI' ? 'AI' : 'CONTACT';
  if (event === 'speaking') return { ...now, speaking: { ...now.speaking, [speaker]: data.text } };
  if (event === 'words') {
    const { [speaker]: _, ...speaking } = now.speaking;
    const said = { speaker, text: data.text, startTime: data.startTime };
    return { ...now, speaking, captions: [...now.captions, said].slice(-MAX) };
  }
  if (event === 'decision') {
    return { ...now, decisions: [...now.decisions, { what: data.what, why: data.why }].slice(-MAX) };
  }
  return call;
}

/** Another call of the conversation begins with nothing said. */
const of = (call: LiveCall, attemptId: string | null): LiveCall =>
  call.attemptId === attemptId ? call : { ...nothingHeard, status: call.status, attemptId };
