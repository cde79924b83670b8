import { CircleX, ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useHasRole } from '../../../api/me.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { useFilters } from '../../../components/filters.tsx';
import type { Flow } from '../../../flow/flow.model.ts';
import type { PathPart } from '../../../flow/flow-path.ts';
import { blockName } from '../../../flow/flow-words.ts';
import type { Agent } from '../agent.ts';
import { TestCaseDialog } from '../test-case-dialog.tsx';
import type { TestRun } from '../test-run.ts';
import { ALL, type FlowPaths } from './flow-paths.ts';

/** The test cases beside the flow: how they went, whose path is drawn, and what none of them reaches. */
export function FlowTests({
  agent,
  tests,
  paths,
  flow,
  onGo,
}: {
  readonly agent: Agent;
  readonly tests: TestRun;
  readonly paths: FlowPaths;
  readonly flow: Flow;
  readonly onGo: (id: string) => void;
}) {
  const mayTest = useHasRole('member');
  const [, setFilters] = useFilters();
  const [isAdding, setAdding] = useState(false);
  const { cases, last, action } = tests;
  const failed = last?.results.filter(({ passed }) => !passed) ?? [];
  const shownFailures = failed.find(({ id }) => id === paths.shown)?.failures ?? [];
  if (!mayTest && paths.path === undefined) return null;
  return (
    <section
      aria-label="Tests of the flow"
      className="flex shrink-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3 xl:max-h-[45%] xl:overflow-auto"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">Test cases</h2>
        <span role="status" className="me-auto text-xs text-soft">
          {action.busy ? 'Running…' : last && cases.length > 0 ? <Verdict tests={tests} /> : 'Not run'}
        </span>
        {mayTest && (
          <>
            <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
              Add test case
            </Button>
            {cases.length > 0 && (
              <Button
                size="small"
                icon={<ListChecks size={14} aria-hidden />}
                busy={action.busy}
                onClick={tests.run}
              >
                Run test cases
              </Button>
            )}
          </>
        )}
      </div>
      {cases.length === 0 && !tests.isPending && mayTest && (
        <p className="text-xs text-soft">
          Write what a contact says and what must come of it. The path of the call is then drawn here, and the
          test cases run again whenever you save.
        </p>
      )}
      {action.failure && (
        <p role="alert" className="text-xs text-bad">
          {action.failure.message}
        </p>
      )}
      {tests.isStale && !action.busy && (
        <p className="text-xs text-warn">The agent has changed since this run.</p>
      )}
      {paths.choices.length > 2 && (
        <SelectField
          label="Path shown"
          value={paths.shown}
          choices={paths.choices}
          onChange={({ target }) => setFilters({ path: target.value === ALL ? undefined : target.value })}
        />
      )}
      {paths.problem && <p className="text-xs text-bad">{paths.problem}</p>}
      {shownFailures.map(({ kind, of, expected, actual }) => (
        <p key={`${kind} ${of}`} className="flex items-start gap-1.5 text-xs text-bad">
          <CircleX size={14} aria-hidden className="mt-px shrink-0" />
          {of}: expected {expected}, actual {actual}
        </p>
      ))}
      {paths.path && <PathList path={paths.path} flow={flow} onGo={onGo} />}
      {paths.missing > 0 && (
        <p className="text-xs text-warn">
          The flow has changed since this call: {paths.missing} of the parts that it reached no longer exist.
        </p>
      )}
      {last && cases.length > 0 && <Unreached parts={last.unreached} flow={flow} onGo={onGo} />}
      {isAdding && <TestCaseDialog agent={agent} edited="new" onClose={() => setAdding(false)} />}
    </section>
  );
}

function Verdict({ tests: { last } }: { readonly tests: TestRun }) {
  const all = last?.results.length ?? 0;
  const right = last?.results.filter(({ passed }) => passed).length ?? 0;
  return (
    <Badge tone={right === all ? 'good' : 'bad'}>
      {right} of {all} pass
    </Badge>
  );
}

interface Parts {
  readonly flow: Flow;
  readonly onGo: (id: string) => void;
}

/** What the call reached, in its order. */
function PathList({ path, flow, onGo }: Parts & { readonly path: readonly PathPart[] }) {
  return (
    <ol aria-label="Path" className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-xs">
      {path.map((part, index) => (
        <li key={part.id} className="flex min-w-0 items-center gap-1">
          {index > 0 && (
            <span aria-hidden className="text-soft">
              →
            </span>
          )}
          <PartLink part={part} flow={flow} onGo={onGo} />
        </li>
      ))}
    </ol>
  );
}

function Unreached({ parts, flow, onGo }: Parts & { readonly parts: readonly PathPart[] }) {
  if (parts.length === 0) return <p className="text-xs text-good">Every part of the flow is reached.</p>;
  return (
    <div className="text-xs">
      <h3 className="font-medium text-bad">Not reached by any test case</h3>
      <ul aria-label="Not reached" className="flex flex-wrap gap-x-3 gap-y-0.5">
        {parts.map((part) => (
          <li key={part.id} className="min-w-0 text-bad">
            <PartLink part={part} flow={flow} onGo={onGo} isKindSaid />
          </li>
        ))}
      </ul>
    </div>
  );
}

const kinds: Readonly<Record<PathPart['kind'], string>> = {
  message: '',
  section: '',
  question: 'Question: ',
  branch: 'Branch: ',
};

function PartLink({
  part: { id, kind, label },
  flow,
  onGo,
  isKindSaid = false,
}: Parts & { readonly part: PathPart; readonly isKindSaid?: boolean }) {
  const words = `${isKindSaid ? kinds[kind] : ''}${kind === 'section' ? blockName(flow, id) || label : label}`;
  if (blockName(flow, id) === '') return <span className="truncate">{words}</span>;
  return (
    <button
      type="button"
      dir="auto"
      onClick={() => onGo(id)}
      className="max-w-56 truncate rounded text-start underline decoration-dotted underline-offset-2 hover:decoration-solid"
    >
      {words}
    </button>
  );
}
