import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { get } from '../../api/client.ts';
import { Badge, Status, stateWords } from '../../components/badge.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { fullTime, Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import { Answers } from './answers.tsx';
import { type Attempt, type Conversation, conversationQuery } from './conversation.tsx';
import { PlayerBar, usePlayer } from './player.tsx';
import { Replay } from './replay.tsx';
import { Transcript } from './transcript.tsx';

/** One call of a conversation: recording, transcript, results. The address keeps the tab and the position. */
export function CallPanel({
  conversation,
  shown,
  contactName,
  agentName,
}: {
  readonly conversation: Conversation;
  readonly shown: Attempt | undefined;
  readonly contactName: string;
  readonly agentName: string;
}) {
  const { id } = conversation;
  const [filters, setFilters] = useFilters();
  const queries = useQueryClient();
  const attemptId = shown?.id;
  const freshUrl = useCallback(async () => {
    const fresh = await queries.fetchQuery({ ...conversationQuery(id), staleTime: 0 });
    return fresh.callAttempts.find((one) => one.id === attemptId)?.recordingUrl;
  }, [queries, id, attemptId]);
  const player = usePlayer(shown?.recordingUrl ?? null, shown?.duration ?? 0, freshUrl);
  const { seek, play, src, second } = player;
  const at = secondIn(filters.at);
  useEffect(() => {
    if (at !== undefined) seek(at);
  }, [at, seek]);
  const go = useCallback(
    (to: number) => {
      seek(to);
      if (src !== undefined) play();
      setFilters({ at: String(to), tab: undefined });
    },
    [seek, play, src, setFilters],
  );
  const isMarked = at !== undefined || second > 0;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PlayerBar player={player} />
      <Tabs
        label="Conversation sections"
        open={filters.tab ?? 'transcript'}
        onOpen={(tab) => setFilters({ tab: tab === 'transcript' ? undefined : tab })}
        tabs={[
          {
            name: 'transcript',
            words: 'Transcript',
            content:
              shown && shown.transcript.length > 0 ? (
                <Transcript
                  lines={shown.transcript}
                  second={isMarked ? second : undefined}
                  isPlaying={player.isPlaying}
                  contactName={contactName}
                  agentName={agentName}
                  onSeek={go}
                />
              ) : (
                <NoWords attempt={shown} />
              ),
          },
          {
            name: 'answers',
            words: 'Answers',
            content: <Answers conversation={conversation} onSeek={go} />,
          },
          { name: 'deliveries', words: 'Deliveries', content: <Deliveries id={id} /> },
          {
            name: 'why',
            words: 'Timeline',
            content: (
              <div className="flex flex-col gap-4">
                {shown && shown.transcript.length > 0 && (
                  <Replay id={id} attemptId={shown.id} agentId={conversation.agentId} />
                )}
                <Why id={id} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** Why there is no transcript. */
function NoWords({ attempt }: { readonly attempt: Attempt | undefined }) {
  if (attempt?.status === 'IN_PROGRESS') {
    return (
      <Empty title="The call is in progress">
        Watch it live to follow the conversation. The transcript appears here after the call.
      </Empty>
    );
  }
  if (attempt === undefined || attempt.status === 'SCHEDULED') {
    return <Empty title="Not called yet">The transcript appears here after the call.</Empty>;
  }
  return <Empty title="Nothing was said">A call that nobody answered has no transcript.</Empty>;
}

/** The second in the address. */
function secondIn(text: string | undefined): number | undefined {
  const second = Number(text);
  return text !== undefined && Number.isFinite(second) && second >= 0 ? second : undefined;
}

/** With seconds: causes and effects are less than a minute apart. */
const secondOf = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The service writes times in UTC, as it does not know the reader's time zone. */
const withLocalTimes = (words: string): string =>
  words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => secondOf.format(new Date(at)));

/** The history of the conversation: what happened, when and why. */
function Why({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['conversation', id, 'why'],
    queryFn: ({ signal }) => get('/console/api/conversations/{id}/why', { path: { id }, signal }),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.data.length === 0) return <Empty title="Nothing yet">Nothing has happened so far.</Empty>;
  return (
    <ol className="flex flex-col rounded-lg border border-line bg-surface">
      {data.data.map(({ at, kind, words, details }, place) => (
        <li
          key={place}
          className="grid gap-x-4 gap-y-1 border-b border-line/60 px-4 py-2.5 last:border-0 sm:grid-cols-[9rem_7rem_1fr]"
        >
          <span className="text-xs leading-5 text-soft">
            <time dateTime={at} title={fullTime(at)} className="tabular-nums">
              {secondOf.format(new Date(at))}
            </time>
          </span>
          <span>
            <Badge>{stateWords(kind)}</Badge>
          </span>
          <div className="min-w-0">
            <p dir="auto" className="break-words">
              {withLocalTimes(words)}
            </p>
            <Details of={details} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Details({ of: details }: { readonly of: unknown }) {
  if (typeof details !== 'object' || details === null || Object.keys(details).length === 0) return null;
  return (
    <details className="mt-1 text-xs text-soft">
      <summary className="inline-block rounded hover:text-ink">Details</summary>
      <pre dir="ltr" className="mt-1 overflow-x-auto rounded-md bg-hover p-2 font-mono">
        {JSON.stringify(details, null, 2)}
      </pre>
    </details>
  );
}

/** Deliveries emit no change events. */
const LOOK_MS = 3_000;

/** The webhook deliveries of the conversation. */
function Deliveries({ id }: { readonly id: string }) {
  const queryKey = ['conversation', id, 'deliveries'];
  usePolling(LOOK_MS, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/console/api/conversations/{id}/deliveries', { path: { id }, signal }),
  });
  // If polling fails, the previous data stays until the next attempt.
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.data.length === 0) {
    return (
      <Empty title="No deliveries">
        Events of this conversation are sent to subscribed webhooks. No webhook was subscribed.
      </Empty>
    );
  }
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-start">
        <thead className="border-b border-line text-xs text-soft">
          <tr>
            {['Event', 'Status', 'Response', 'Attempts', 'When', 'Webhook'].map((words) => (
              <th key={words} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((one) => (
            <tr key={one.id} className="border-b border-line/60 last:border-0">
              <td className="px-4 py-2 font-mono text-xs whitespace-nowrap">{one.event}</td>
              <td className="px-4 py-2">
                <Status of={one.status} />
              </td>
              <td className="px-4 py-2 tabular-nums">{one.responseStatus ?? one.error ?? '–'}</td>
              <td className="px-4 py-2 tabular-nums">{one.attempts}</td>
              <td className="px-4 py-2">
                <Time
                  at={one.deliveredAt ?? one.nextAttemptAt ?? one.createdAt}
                  isPlanned={!one.deliveredAt && !!one.nextAttemptAt}
                />
              </td>
              <td className="px-4 py-2">
                <Link
                  to="/webhooks/$id"
                  params={{ id: one.webhookId }}
                  className="whitespace-nowrap text-accent hover:underline"
                >
                  {one.webhookName}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
