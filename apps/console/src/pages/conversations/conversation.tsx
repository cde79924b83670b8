import { ApiFailure, get, type Reply } from '../../api/client.ts';
import { Badge, Status } from '../../components/badge.tsx';

export type Conversation = Reply<'/conversations/{id}', 'get'>;
export type Attempt = Conversation['callAttempts'][number];
export type Line = Attempt['transcript'][number];
export type Analytics = NonNullable<Conversation['analytics']>;
export type Analysis = NonNullable<Conversation['analysis']>;

export const conversationQuery = (id: string) => ({
  queryKey: ['conversation', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/conversations/{id}', { path: { id }, signal }),
});

export const contactQuery = (id: string) => ({
  queryKey: ['contact', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/contacts/{id}', { path: { id }, signal }),
});

/** One that was deleted is not there any more: then there is no name to show. */
export const agentQuery = (id: string) => ({
  queryKey: ['agent', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/agents/{id}', { path: { id }, signal }),
});

/** It was deleted, or never was ours: what is still on the screen is not so any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 403);

/** The call that is being placed or held, if one is. */
export const callOnLine = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.find(({ status }) => status === 'IN_PROGRESS');

export const waitingCall = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.find(({ status }) => status === 'SCHEDULED');

export const isOnline = ({ onlineUrl }: Conversation): boolean => onlineUrl !== undefined;

/** The call that is shown unless somebody chose another: the last in which anything was said, else the last. */
export const telling = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.findLast(({ transcript }) => transcript.length > 0) ?? callAttempts.at(-1);

/** While a call is being placed its conversation still waits; people want to know that the telephone rings. */
export function ConversationState({
  status,
  isOnLine,
}: {
  readonly status: string;
  readonly isOnLine: boolean;
}) {
  return isOnLine && status === 'SCHEDULED' ? <Badge tone="live">Calling</Badge> : <Status of={status} />;
}
