import { CircleCheck, CircleX, ListChecks, Plus, Route, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { remove } from '../../api/client.ts';
import { Badge, stateWords } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Section } from '../../components/page.tsx';
import { SkeletonLines } from '../../components/placeholder.tsx';
import type { Agent } from './agent.ts';
import { type TestCase, TestCaseDialog } from './test-case-dialog.tsx';
import type { TestResult, TestRun } from './test-run.ts';
import { Transcript } from './test-transcript.tsx';

/** The agent's own test cases: what a contact says, and what must come of it. */
export function TestCases({ agent, tests }: { readonly agent: Agent; readonly tests: TestRun }) {
  const { cases: all, last, action: run } = tests;
  const [edited, setEdited] = useState<TestCase | 'new'>();
  const right = last?.results.filter(({ passed }) => passed).length ?? 0;
  return (
    <Section
      title="Test cases"
      actions={
        last &&
        !run.busy && (
          <Badge tone={last.passed ? 'good' : 'bad'}>
            {right} of {last.results.length} pass
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          What a contact says, and the expected results. Nobody is called and nothing is charged.
        </p>
        {run.failure && (
          <p role="alert" className="text-bad">
            {run.failure.message}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            Add test case
          </Button>
          {all.length > 0 && (
            <Button icon={<ListChecks size={16} aria-hidden />} busy={run.busy} onClick={tests.run}>
              Run test cases
            </Button>
          )}
          {tests.isStale && <span className="text-xs text-warn">The agent has changed since this test.</span>}
        </div>
        {tests.isPending && <SkeletonLines lines={3} />}
        {all.length > 0 && (
          <ul aria-label="Test cases" className="divide-y divide-line rounded-md border border-line">
            {all.map((testCase) => (
              <li key={testCase.id}>
                <TestCaseRow
                  testCase={testCase}
                  result={last?.results.find(({ id }) => id === testCase.id)}
                  onEdit={() => setEdited(testCase)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {edited && <TestCaseDialog agent={agent} edited={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

function TestCaseRow({
  testCase,
  result,
  onEdit,
}: {
  readonly testCase: TestCase;
  readonly result: TestResult | undefined;
  readonly onEdit: () => void;
}) {
  const [, setFilters] = useFilters();
  const deletion = useAction(
    () =>
      remove('/agents/{id}/test-cases/{testCaseId}', {
        path: { id: testCase.agentId, testCaseId: testCase.id },
      }),
    { done: 'Test case deleted', invalidates: [['test-cases', testCase.agentId]] },
  );
  return (
    <details className="group">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover">
        {result?.passed === true && (
          <CircleCheck size={16} aria-label="Passed" className="shrink-0 text-good" />
        )}
        {result?.passed === false && <CircleX size={16} aria-label="Failed" className="shrink-0 text-bad" />}
        <span className="min-w-0 flex-1 font-medium">{testCase.name}</span>
        <span className="text-xs text-soft">{result ? stateWords(result.ending) : 'Not run'}</span>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line bg-ground px-4 py-3">
        {result?.failures.map(({ kind, of, expected, actual }) => (
          <p key={`${kind} ${of}`} className="text-bad">
            {stateWords(kind)} {of}: expected {expected}, actual {actual}
          </p>
        ))}
        {result && (
          <p className="text-xs text-soft">
            Path: <span dir="auto">{result.path.map(({ label }) => label).join(' → ')}</span>
          </p>
        )}
        <Transcript
          turns={(
            result?.transcript ?? testCase.turns.map((text) => ({ speaker: 'CONTACT' as const, text }))
          ).map(({ speaker, text }) => ({ who: speaker === 'AI' ? 'agent' : 'person', words: text }))}
        />
        <div className="flex gap-2">
          {result && (
            <Button
              size="small"
              icon={<Route size={14} aria-hidden />}
              onClick={() => setFilters({ tab: undefined, path: testCase.id })}
            >
              Show path in flow
            </Button>
          )}
          <Button size="small" onClick={onEdit}>
            Edit
          </Button>
          <IconButton
            label={`Delete ${testCase.name}`}
            size="small"
            look="danger"
            icon={<Trash2 size={14} aria-hidden />}
            busy={deletion.busy}
            onClick={() => deletion.run(undefined)}
          />
        </div>
      </div>
    </details>
  );
}
