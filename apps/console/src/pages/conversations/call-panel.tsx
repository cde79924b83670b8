import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Empty } from '../../kit/empty.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { Answers } from './answers.tsx';
import { type Attempt, type Conversation, conversationQuery } from './conversation-query.ts';
import { Deliveries } from './deliveries.tsx';
import { usePlayer } from './player.ts';
import { PlayerBar } from './player-bar.tsx';
import { Replay } from './replay.tsx';
import { Transcript } from './transcript.tsx';
import { Why } from './why.tsx';

/** One call of a conversation: its recording, what was said, what came of it. Where one is stands in the address. */
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
        label="About this conversation"
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
            words: 'Why',
            content: (
              <div className="flex flex-col gap-4">
                {shown && shown.transcript.length > 0 && <Replay id={id} attemptId={shown.id} />}
                <Why id={id} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** Why there is nothing to read, and what will change that. */
function NoWords({ attempt }: { readonly attempt: Attempt | undefined }) {
  if (attempt?.status === 'IN_PROGRESS') {
    return (
      <Empty title="The call is on the line">
        Watch it live to read what is said. The transcript is here once the call is over.
      </Empty>
    );
  }
  if (attempt === undefined || attempt.status === 'SCHEDULED') {
    return <Empty title="Not called yet">What is said in the call stands here once it is over.</Empty>;
  }
  return <Empty title="Nothing was said">A call that nobody answered has no transcript.</Empty>;
}

/** The second that an address names. */
function secondIn(text: string | undefined): number | undefined {
  const second = Number(text);
  return text !== undefined && Number.isFinite(second) && second >= 0 ? second : undefined;
}
