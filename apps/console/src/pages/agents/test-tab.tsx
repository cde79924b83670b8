import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Users } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge, stateWords } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { NotAllowed, SkeletonLines } from '../../components/placeholder.tsx';
import type { Agent } from './agent.ts';
import { BrowserCall } from './browser-call.tsx';
import { TestCases } from './test-cases.tsx';
import { type OpenVersion, type SimulatedOutcome, type TestRun, useSimulatedOutcome } from './test-run.ts';
import { Transcript } from './test-transcript.tsx';

/** Tests of the saved agent or draft: in the browser, with its test cases and with simulated contacts. */
export function TestTab({
  agent,
  isDirty,
  version,
  tests,
}: {
  readonly agent: Agent;
  readonly isDirty: boolean;
  readonly version: OpenVersion;
  readonly tests: TestRun;
}) {
  const mayTry = useHasRole('member');
  if (!mayTry) return <NotAllowed />;
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {isDirty && (
        <Notice tone="warn">You have unsaved changes. The test uses the agent as it was last saved.</Notice>
      )}
      <BrowserCall agent={agent} isDraft={version.isDraft && version.hasDraft} />
      <TestCases agent={agent} tests={tests} />
      <SimulatedTest agent={agent} version={version} />
    </div>
  );
}

type Person = SimulatedOutcome['people'][number];

/** The results of the agent with the 18 simulated contacts. */
function SimulatedTest({ agent, version }: { readonly agent: Agent; readonly version: OpenVersion }) {
  const queries = useQueryClient();
  const { isDraft, hasDraft } = version;
  const { data: outcome } = useSimulatedOutcome(agent.id, isDraft);
  const test = useAction(
    () =>
      post(
        '/console/api/agents/{id}/simulated-test',
        { draft: isDraft && hasDraft },
        { path: { id: agent.id } },
      ),
    {
      isQuiet: true,
      onDone: (result) =>
        void queries.setQueryData(['simulated-test', agent.id, isDraft], { ...result, of: agent.updatedAt }),
    },
  );
  const right = outcome?.people.filter(({ isRight }) => isRight).length ?? 0;
  return (
    <Section
      title={agent.type === 'PHONE' ? 'Test with 18 simulated contacts' : 'Test with simulated contacts'}
      actions={outcome && !test.busy && <Verdict right={right} all={outcome.people.length} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          Runs the agent against simulated contacts: one is busy, one asks for a person, one tries to change
          its instructions, and so on. Nobody is called and nothing is charged.
          {agent.type === 'ONLINE' &&
            ' Contacts that differ only in how they answer a telephone are left out.'}
        </p>
        {test.failure && (
          <p role="alert" className="text-bad">
            {test.failure.message}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={<Users size={16} aria-hidden />} busy={test.busy} onClick={() => test.run(undefined)}>
            {outcome ? 'Run test again' : 'Run test'}
          </Button>
          {outcome && outcome.of !== agent.updatedAt && (
            <span className="text-xs text-warn">The agent has changed since this test.</span>
          )}
        </div>
        {test.busy && <SkeletonLines lines={6} />}
        {outcome && !test.busy && outcome.flowFaults.length > 0 && (
          <ul aria-label="Faults of the flow" className="text-bad">
            {outcome.flowFaults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {outcome && !test.busy && (
          <ul aria-label="Results" className="divide-y divide-line rounded-md border border-line">
            {outcome.people.map((person) => (
              <li key={person.number}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
        )}
        {outcome?.everyday && !test.busy && <EverydayPersonas of={outcome.everyday} />}
      </div>
    </Section>
  );
}

/** People who talk as people do: a figure to work on, no part of the verdict. */
function EverydayPersonas({
  of: { right, total, manners },
}: {
  readonly of: NonNullable<SimulatedOutcome['everyday']>;
}) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">
        Everyday personas: {right} of {total} calls without a fault
      </h3>
      <p className="text-soft">
        They say what is true of them in everyday words. What the agent recorded is compared with it.
      </p>
      <ul aria-label="Everyday personas" className="divide-y divide-line rounded-md border border-line">
        {manners.map(({ who, right: some, total: all, faults }) => (
          <li key={who}>
            <details>
              <summary className="flex items-center gap-3 px-3 py-2 hover:bg-hover">
                {some === all ? (
                  <CircleCheck size={16} aria-label="Without a fault" className="shrink-0 text-good" />
                ) : (
                  <CircleX size={16} aria-label="With faults" className="shrink-0 text-bad" />
                )}
                <span className="min-w-0 flex-1">{who.charAt(0).toUpperCase() + who.slice(1)}</span>
                <span className="text-xs text-soft">
                  {some} of {all}
                </span>
              </summary>
              <ul className="border-t border-line bg-ground px-4 py-3">
                {faults.length === 0 ? (
                  <li className="text-soft">No fault.</li>
                ) : (
                  faults.map((fault, index) => <li key={index}>{fault}</li>)
                )}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Verdict({ right, all }: { readonly right: number; readonly all: number }) {
  return (
    <Badge tone={right === all ? 'good' : 'bad'}>
      {right} of {all} as expected
    </Badge>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const { name, number, outcome, expected, isRight, breaches, calls, transcript, answers } = person;
  return (
    <details className="group">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover">
        {isRight ? (
          <CircleCheck size={16} aria-label="As expected" className="shrink-0 text-good" />
        ) : (
          <CircleX size={16} aria-label="Not as expected" className="shrink-0 text-bad" />
        )}
        <span className="min-w-0 flex-1">
          <span className="font-medium">{name.charAt(0).toUpperCase() + name.slice(1)}</span>
          <span className="ms-2 font-mono text-2xs text-soft">{number.slice(-4)}</span>
        </span>
        <span className="text-xs text-soft">
          {stateWords(outcome)}
          {!isRight && outcome !== expected && ` · expected ${stateWords(expected).toLowerCase()}`}
          {calls > 1 && ` · ${calls} calls`}
        </span>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line bg-ground px-4 py-3">
        {breaches.map((breach) => (
          <p key={breach} className="text-bad">
            {breach}
          </p>
        ))}
        <Transcript turns={transcript} />
        {answers.length > 0 && (
          <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            {answers.map(({ question, answer }, index) => (
              <div key={index} className="contents">
                <dt dir="auto" className="text-soft">
                  {question}
                </dt>
                <dd dir="auto">{answer ?? '–'}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </details>
  );
}
