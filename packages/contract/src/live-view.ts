import { type Static, Type } from 'typebox';
import { attemptStatuses, conversationStatuses } from './conversation.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const changeKinds = [
  'conversation',
  'attempt',
  'run',
  'webhook',
  'delivery',
  'agent',
  'contact',
  'request',
] as const;

/** A change of something that a page may show. It has ids and states only: the page refetches the rest. */
export const ChangeView = Named(
  'Change',
  Strict({
    kind: OneOf(changeKinds),
    id: Type.String({ description: 'A UUID; for sourcing and enrichment the `requestId`.' }),
    at: Timestamp(),
    status: Type.Optional(Type.String()),
  }),
);
export type ChangeView = Static<typeof ChangeView>;
export type Change = Omit<ChangeView, 'at'>;

const speaker = OneOf(['AI', 'CONTACT']);

const StatusShown = Strict({
  status: OneOf(conversationStatuses),
  callAttemptId: Nullable(Uuid()),
  attemptStatus: Nullable(OneOf(attemptStatuses)),
});
/** Somebody starts to speak; the words may still change or be interrupted. */
const SpeakingShown = Strict({ callAttemptId: Uuid(), speaker, text: Type.String() });
const WordsShown = Strict({
  callAttemptId: Uuid(),
  speaker,
  text: Type.String(),
  startTime: Type.Number({ description: 'Seconds since the call was answered.' }),
  endTime: Type.Number(),
});
const DecisionShown = Strict({ callAttemptId: Uuid(), what: Type.String(), why: Type.String() });

export const LiveData = Named(
  'ConversationLiveData',
  Type.Unsafe<Shown['data']>({
    anyOf: [StatusShown, SpeakingShown, WordsShown, DecisionShown],
    description:
      'The data of one event. `status`: the status of the conversation. `speaking`: somebody starts to speak. `words`: what was said. `decision`: what the agent decided, and why. `end`: the stream is over.',
  }),
);

/** The entries of a call's journal that are shown live. */
export type Heard =
  | { readonly event: 'speaking'; readonly data: Omit<Static<typeof SpeakingShown>, 'callAttemptId'> }
  | { readonly event: 'words'; readonly data: Omit<Static<typeof WordsShown>, 'callAttemptId'> }
  | { readonly event: 'decision'; readonly data: Omit<Static<typeof DecisionShown>, 'callAttemptId'> };

export type Shown =
  | { readonly event: 'status' | 'end'; readonly data: Static<typeof StatusShown> }
  | { readonly event: Heard['event']; readonly data: Heard['data'] & { readonly callAttemptId: string } };
