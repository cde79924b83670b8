import { ApiFailure, get, type Reply } from '../../api/client.ts';
import { Badge, Status, stateWords } from '../../components/badge.tsx';
import type { Column } from '../../components/data-column.ts';
import { Notice } from '../../components/notice.tsx';
import { clockTime, Time } from '../../components/time.tsx';

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

/** A deleted contact or agent has no name to show. */
export const agentQuery = (id: string) => ({
  queryKey: ['agent', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/agents/{id}', { path: { id }, signal }),
});

/** It was deleted or belongs to another company: cached data must not be shown. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 403);

/** The call that is ringing or in progress. */
export const callOnLine = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.find(({ status }) => status === 'IN_PROGRESS');

export const waitingCall = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.find(({ status }) => status === 'SCHEDULED');

export const isOnline = ({ onlineUrl }: Conversation): boolean => onlineUrl !== undefined;

/** The call that is selected by default: the last one with a transcript, or else the last. */
export const telling = ({ callAttempts }: Conversation): Attempt | undefined =>
  callAttempts.findLast(({ transcript }) => transcript.length > 0) ?? callAttempts.at(-1);

/** Near the title: a transcript, a recording and live captions look like those of a real call. */
export const SimulatedCall = ({ call }: { readonly call: Attempt | undefined }) =>
  call?.isSimulated && (
    <Notice tone="warn">This call is simulated: no telephone rings, and the words are made up.</Notice>
  );

/** While a call rings, the conversation is still SCHEDULED; users want to see that it rings. */
export function ConversationState({
  status,
  isOnLine,
}: {
  readonly status: string;
  readonly isOnLine: boolean;
}) {
  return isOnLine && status === 'SCHEDULED' ? <Badge tone="live">Calling</Badge> : <Status of={status} />;
}

export type Row = Reply<'/console/api/conversations', 'get'>['data'][number];

const nothing = <span className="text-soft">–</span>;

export const columns: readonly Column<Row>[] = [
  {
    name: 'contact',
    hasParts: true,
    words: 'Contact',
    width: 'minmax(0,2fr)',
    cell: ({ contactName, isTest, isSimulated }) => (
      <span className="flex items-center gap-2">
        <span dir="auto" className="truncate font-medium">
          {contactName}
        </span>
        {isTest ? <Badge>Test</Badge> : isSimulated && <Badge>Simulated</Badge>}
      </span>
    ),
  },
  {
    name: 'agent',
    words: 'Agent',
    width: 'minmax(0,1.5fr)',
    isExtra: true,
    cell: ({ agentName }) => agentName ?? <span className="text-soft">Deleted agent</span>,
  },
  {
    name: 'status',
    hasParts: true,
    words: 'Status',
    width: '7rem',
    cell: ({ status, isOnLine }) => <ConversationState status={status} isOnLine={isOnLine} />,
  },
  {
    name: 'reason',
    words: 'Last call',
    width: '10rem',
    isExtra: true,
    cell: ({ reasonCode }) =>
      reasonCode === null ? nothing : <span className="text-soft">{stateWords(reasonCode)}</span>,
  },
  {
    name: 'when',
    words: 'When',
    width: '6.5rem',
    cell: ({ finishedDate, scheduledAt, createdAt }) => (
      <Time at={finishedDate ?? scheduledAt ?? createdAt} isPlanned={!finishedDate && !!scheduledAt} />
    ),
  },
  {
    name: 'calls',
    words: 'Calls',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ calls }) => calls,
  },
  {
    name: 'duration',
    words: 'Duration',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ durationSeconds }) => (durationSeconds === null ? nothing : clockTime(durationSeconds)),
  },
  {
    name: 'score',
    words: 'Score',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ score }) => (score === null ? nothing : Math.round(score)),
  },
];
