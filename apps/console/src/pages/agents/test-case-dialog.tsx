import { endings } from '@parley/contract/test-case.ts';
import { useMemo, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Body, patch, post, type Reply } from '../../api/client.ts';
import { stateWords } from '../../components/badge.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { type Choice, LinesField, SelectField, TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { randomId } from '../../components/random-id.ts';
import { type Flow, isBranch } from '../../flow/flow.model.ts';
import { readFlow } from '../../flow/flow-document.ts';
import { namedQuestions } from '../../flow/flow-names.ts';
import { blocksOf } from '../../flow/flow-tree.ts';
import type { Agent } from './agent.ts';
import {
  type ExpectedPart,
  ExpectedParts,
  ExpectedResults,
  ExpectedValues,
  newExpectedPart,
} from './test-case-parts.tsx';
import {
  type ExpectedResult,
  expectedResultsOf,
  isResultUnfinished,
  resultsToSend,
} from './test-case-result.ts';
import { type ExpectedValue, expectedValuesOf, isUnfinished, valuesToSend } from './test-case-value.ts';

export type TestCase = Reply<'/agents/{id}/test-cases', 'get'>['data'][number];
type NewTestCase = NonNullable<Body<'/agents/{id}/test-cases', 'post'>>;

interface Draft {
  readonly name: string;
  readonly turns: readonly string[];
  readonly visited: readonly ExpectedPart[];
  readonly values: readonly ExpectedValue[];
  readonly branch: string;
  readonly results: readonly ExpectedResult[];
  readonly ending: string;
}

export function TestCaseDialog({
  agent,
  edited,
  onClose,
}: {
  readonly agent: Agent;
  readonly edited: TestCase | 'new';
  readonly onClose: () => void;
}) {
  const agentId = agent.id;
  const flow = useMemo(() => agent.flow && readFlow(agent.flow, randomId), [agent]);
  const [draft, setDraft] = useState(() => draftOf(edited));
  const [isSent, setSent] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const saving = useAction(
    () =>
      edited === 'new'
        ? post('/agents/{id}/test-cases', testCaseOf(draft, flow, agent), { path: { id: agentId } })
        : patch('/agents/{id}/test-cases/{testCaseId}', testCaseOf(draft, flow, agent), {
            path: { id: agentId, testCaseId: edited.id },
          }),
    { done: 'Test case saved', invalidates: [['test-cases', agentId]], onDone: onClose, isQuiet: true },
  );
  return (
    <Dialog title={edited === 'new' ? 'Add test case' : 'Edit test case'} isOpen onClose={onClose} wide>
      <DialogForm
        action={saving}
        verb="Save"
        shown={[
          'name',
          'turns',
          'expect',
          'expect.values',
          'expect.visited',
          'expect.branch',
          'expect.outcomes',
          'expect.fields',
          'expect.tags',
          'expect.ending',
        ]}
        onSubmit={() => {
          setSent(true);
          if (!draft.values.some(isUnfinished) && !draft.results.some(isResultUnfinished))
            saving.run(undefined);
        }}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          required
          value={draft.name}
          error={saving.errorAt('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <LinesField
          label="The contact says"
          hint="One turn per line. The first replies to the agent's first message."
          lines={draft.turns}
          error={saving.errorAt('turns')}
          onChange={(turns) => set({ turns })}
        />
        <ExpectedValues
          flow={flow}
          values={draft.values}
          error={saving.errorAt('expect.values') ?? saving.errorAt('expect')}
          errorOf={(one) => (isSent && isUnfinished(one) ? 'Choose or type a value.' : undefined)}
          onChange={(values) => set({ values })}
        />
        <ExpectedParts
          flow={flow}
          parts={draft.visited}
          error={saving.errorAt('expect.visited')}
          onChange={(visited) => set({ visited })}
        />
        <SelectField
          label="Branch"
          choices={choicesOf(branchesOf(flow), draft.branch)}
          value={draft.branch}
          error={saving.errorAt('expect.branch')}
          onChange={(event) => set({ branch: event.target.value })}
        />
        {(agent.custom || draft.results.length > 0) && (
          <ExpectedResults
            config={agent.analyticsConfig}
            results={draft.results}
            error={
              saving.errorAt('expect.outcomes') ??
              saving.errorAt('expect.fields') ??
              saving.errorAt('expect.tags')
            }
            errorOf={(one) => (isSent && isResultUnfinished(one) ? 'Choose or type a value.' : undefined)}
            onChange={(results) => set({ results })}
          />
        )}
        <SelectField
          label="Ending"
          choices={[
            { value: '', words: 'Any' },
            ...endings.map((value) => ({ value, words: stateWords(value) })),
          ]}
          value={draft.ending}
          error={saving.errorAt('expect.ending')}
          onChange={(event) => set({ ending: event.target.value })}
        />
      </DialogForm>
    </Dialog>
  );
}

const branchesOf = (flow: Flow | undefined): Choice[] =>
  (flow ? blocksOf(flow) : []).flatMap(({ block }) =>
    isBranch(block) && block.name !== '' ? [{ value: block.name, words: block.name }] : [],
  );

/** Also shows an expected value that the agent no longer has. */
const choicesOf = (known: readonly Choice[], chosen: string): Choice[] => [
  { value: '', words: 'Any' },
  ...known,
  ...(chosen === '' || known.some(({ value }) => value === chosen) ? [] : [{ value: chosen, words: chosen }]),
];

function draftOf(edited: TestCase | 'new'): Draft {
  if (edited === 'new')
    return { name: '', turns: [], visited: [], values: [], branch: '', results: [], ending: '' };
  const { name, turns, expect } = edited;
  return {
    name,
    turns,
    visited: (expect.visited ?? []).map(newExpectedPart),
    values: expectedValuesOf(expect.values ?? {}),
    branch: expect.branch ?? '',
    results: expectedResultsOf(expect),
    ending: expect.ending ?? '',
  };
}

function testCaseOf(
  { name, turns, visited, values, branch, results, ending }: Draft,
  flow: Flow | undefined,
  { analyticsConfig }: Agent,
): NewTestCase {
  const filled = (lines: readonly string[]): string[] =>
    lines.map((line) => line.trim()).filter((line) => line !== '');
  const lists = new Set(
    (flow ? namedQuestions(flow) : []).flatMap(({ name: question, answer }) =>
      answer?.type === 'list' ? [question] : [],
    ),
  );
  const expected = valuesToSend(values, (question) => lists.has(question));
  const parts = filled(visited.map((part) => part.name));
  return {
    name,
    turns: filled(turns),
    expect: {
      ...(parts.length > 0 && { visited: parts }),
      ...(Object.keys(expected).length > 0 && { values: expected }),
      ...(branch.trim() !== '' && { branch: branch.trim() }),
      ...resultsToSend(results, analyticsConfig.extractionTargets),
      ...(ending !== '' && { ending: ending as (typeof endings)[number] }),
    },
  };
}
