import { Link } from '@tanstack/react-router';
import { History, Route } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { Section } from '../../components/page.tsx';

type Replayed = Reply<'/console/api/conversations/{id}/replay', 'post'>;

/** Replays the recorded call and compares the decisions. Nobody is called. */
export function Replay({
  id,
  attemptId,
  agentId,
}: {
  readonly id: string;
  readonly attemptId: string;
  readonly agentId: string;
}) {
  const [outcome, setOutcome] = useState<Replayed>();
  const replay = useAction(
    () => post('/console/api/conversations/{id}/replay', { attemptId }, { path: { id } }),
    { isQuiet: true, onDone: setOutcome },
  );
  return (
    <Section
      title="Decisions"
      actions={
        <span className="flex flex-wrap gap-2">
          <Link
            to={`/agents/${agentId}`}
            search={{ conversation: id, call: attemptId } as never}
            className={buttonClass('plain', 'small')}
          >
            <Route size={14} aria-hidden />
            Show path in flow
          </Link>
          <Button
            size="small"
            icon={<History size={14} />}
            busy={replay.busy}
            onClick={() => replay.run(undefined)}
          >
            Replay decisions
          </Button>
        </span>
      }
    >
      {replay.failure ? (
        <p role="alert" className="text-bad">
          {replay.failure.message}
        </p>
      ) : outcome === undefined ? (
        <p className="text-soft">
          Everything the agent heard and decided was recorded. A replay runs the call again with the same
          input and compares the decisions. Nobody is called.
        </p>
      ) : (
        <Outcome of={outcome} />
      )}
    </Section>
  );
}

function Outcome({ of: { same, words, differences } }: { readonly of: Replayed }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={same ? 'good' : 'warn'}>{same ? 'The same' : 'Different'}</Badge>
        {words}
      </p>
      {differences.map(({ at, was, is }) => (
        <div key={at} className="grid gap-2 text-xs sm:grid-cols-2">
          <Entry title={`Then, at entry ${at}`} entry={was} />
          <Entry title="Now" entry={is} />
        </div>
      ))}
    </div>
  );
}

function Entry({ title, entry }: { readonly title: string; readonly entry: unknown }) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium text-soft">{title}</h3>
      <pre dir="ltr" className="mt-1 overflow-x-auto rounded-md bg-hover p-2 font-mono">
        {entry === null ? 'nothing more' : JSON.stringify(entry, null, 2)}
      </pre>
    </div>
  );
}
