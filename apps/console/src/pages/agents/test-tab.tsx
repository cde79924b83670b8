import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, ExternalLink, PhoneCall, Users } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { needsJob } from '../../api/agents.tsx';
import { get, post, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge, Status, stateWords } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { SelectField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { NotAllowed, SkeletonLines } from '../../components/placeholder.tsx';
import type { Agent } from './agent.ts';

/** Tests of the saved agent: in the browser, and with simulated contacts. */
export function TestTab({ agent, isDirty }: { readonly agent: Agent; readonly isDirty: boolean }) {
  const mayTry = useHasRole('member');
  if (!mayTry) return <NotAllowed />;
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {isDirty && (
        <Notice tone="warn">You have unsaved changes. The test uses the agent as it was last saved.</Notice>
      )}
      <BrowserCall agent={agent} />
      <SimulatedTest agent={agent} />
    </div>
  );
}

/** A call of the agent to the signed-in user, on a separate page. */
function BrowserCall({ agent }: { readonly agent: Agent }) {
  const wantsJob = needsJob(agent);
  const [jobId, setJobId] = useState('');
  const jobs = useQuery({
    queryKey: ['jobs', { status: 'OPEN', limit: 100 }],
    queryFn: ({ signal }) => get('/jobs', { query: { status: 'OPEN', limit: 100 }, signal }),
    enabled: wantsJob,
  });
  const call = useAction(
    () =>
      post('/console/api/agents/{id}/browser-call', jobId === '' ? {} : { jobId }, {
        path: { id: agent.id },
      }),
    { invalidates: [['conversations']], isQuiet: true },
  );
  const [created, setCreated] = useState<{ conversationId: string; url: string }>();
  const begin = async () => {
    // Opened during the click: later a pop-up blocker would refuse it.
    const window_ = window.open('', '_blank');
    try {
      const { conversationId, url } = await call.runAsync(undefined);
      setCreated({ conversationId, url });
      if (!window_) return;
      window_.opener = null;
      window_.location.href = url;
    } catch {
      window_?.close();
    }
  };
  return (
    <Section title="Call me in the browser">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          The agent calls you on a separate page. Speak or type. It counts as a normal call: it is stored and
          its minutes are charged.
        </p>
        {wantsJob && (
          <div className="max-w-sm">
            <SelectField
              label="Job"
              choices={[
                { value: '', words: 'Choose a job' },
                ...(jobs.data?.data.map(({ id, title }) => ({ value: id, words: title })) ?? []),
              ]}
              value={jobId}
              error={call.errorAt('jobId')}
              onChange={(event) => setJobId(event.target.value)}
            />
          </div>
        )}
        {call.failure && (
          <p role="alert" className="text-bad">
            {call.failure.message}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="primary"
            icon={<PhoneCall size={16} aria-hidden />}
            busy={call.busy}
            disabled={wantsJob && jobId === ''}
            onClick={() => void begin()}
          >
            {created ? 'Call me again' : 'Call me'}
          </Button>
          {created && <StartedCall {...created} />}
        </div>
      </div>
    </Section>
  );
}

function StartedCall({ conversationId, url }: { readonly conversationId: string; readonly url: string }) {
  const conversation = useQuery({
    queryKey: ['conversation', conversationId],
    queryFn: ({ signal }) => get('/conversations/{id}', { path: { id: conversationId }, signal }),
  });
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
        <ExternalLink size={14} aria-hidden />
        Open call
      </a>
      <Link to={`/conversations/${conversationId}`} className="underline underline-offset-2">
        View conversation
      </Link>
      {conversation.data && <Status of={conversation.data.status} />}
    </>
  );
}

type Outcome = Reply<'/console/api/agents/{id}/simulated-test', 'post'>;
type Person = Outcome['people'][number];

/** The results of the agent with the 18 simulated contacts. */
function SimulatedTest({ agent }: { readonly agent: Agent }) {
  const queries = useQueryClient();
  // Kept in the query cache, so that the result is still there after opening another tab.
  const queryKey = ['simulated-test', agent.id];
  const { data: outcome } = useQuery<Outcome & { readonly of: string }>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const test = useAction(
    () => post('/console/api/agents/{id}/simulated-test', undefined, { path: { id: agent.id } }),
    {
      isQuiet: true,
      onDone: (result) => void queries.setQueryData(queryKey, { ...result, of: agent.updatedAt }),
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
            {outcome ? 'Run again' : 'Run test'}
          </Button>
          {outcome && outcome.of !== agent.updatedAt && (
            <span className="text-xs text-warn">The agent has changed since this test.</span>
          )}
        </div>
        {test.busy && <SkeletonLines lines={6} />}
        {outcome && !test.busy && (
          <ul aria-label="Results" className="divide-y divide-line rounded-md border border-line">
            {outcome.people.map((person) => (
              <li key={person.number}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
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
        {transcript.length === 0 ? (
          <p className="text-soft">Nothing was said.</p>
        ) : (
          <ol className="flex flex-col gap-1.5">
            {transcript.map(({ who, words }, index) => (
              <li key={index} className="flex gap-2">
                <span
                  className={classNames(
                    'w-14 shrink-0 text-xs leading-5',
                    who === 'agent' ? 'text-accent' : 'text-soft',
                  )}
                >
                  {who === 'agent' ? 'Agent' : 'Person'}
                </span>
                <span dir="auto">{words}</span>
              </li>
            ))}
          </ol>
        )}
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
