import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { Copy } from '../../components/copy.tsx';
import { Facts } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { runQuery } from '../runs/run.ts';
import type { Conversation } from './conversation.tsx';

const link = 'font-medium text-accent hover:underline';

/** Who, by whom, for what, and when. */
export function ConversationFacts({
  conversation,
  contact,
  agent,
}: {
  readonly conversation: Conversation;
  readonly contact: Reply<'/contacts/{id}', 'get'> | undefined;
  readonly agent: Reply<'/agents/{id}', 'get'> | undefined;
}) {
  const { id, contactId, agentId, runId, jobId, onlineUrl, metadata } = conversation;
  const { createdAt, scheduledAt, finishedDate, durationMinutes, analytics, analysis } = conversation;
  const run = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null });
  const job = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => get('/jobs/{id}', { path: { id: jobId ?? '' }, signal }),
    enabled: jobId !== null,
  });
  const score = analytics?.matchScore ?? analysis?.general.overallRating ?? null;
  const facts: (readonly [string, ReactNode])[] = [
    [
      'Contact',
      <Link key="contact" to="/contacts/$id" params={{ id: contactId }} className={link}>
        {contact ? `${contact.firstName} ${contact.lastName}`.trim() : 'Open'}
      </Link>,
    ],
    [
      'Agent',
      agent && (
        <Link key="agent" to="/agents/$id" params={{ id: agentId }} className={link}>
          {agent.name}
        </Link>
      ),
    ],
  ];
  if (runId !== null) {
    facts.push([
      'Run',
      run.data && (
        <Link key="run" to="/runs/$id" params={{ id: runId }} className={link}>
          {run.data.name}
        </Link>
      ),
    ]);
  }
  if (jobId !== null) {
    facts.push([
      'Job',
      job.data && (
        <Link key="job" to="/jobs/$id" params={{ id: jobId }} className={link}>
          {job.data.title}
        </Link>
      ),
    ]);
  }
  facts.push(['Created', <Time key="made" at={createdAt} exact />]);
  facts.push(
    finishedDate === null
      ? ['Next call', <Time key="next" at={scheduledAt} exact />]
      : ['Ended', <Time key="over" at={finishedDate} exact />],
  );
  if (durationMinutes !== null) facts.push(['Minutes', durationMinutes.toLocaleString()]);
  if (score !== null) facts.push(['Score', Math.round(score)]);
  if (onlineUrl !== undefined) facts.push(["Contact's page", <Copy key="url" text={onlineUrl} />]);
  facts.push(['Id', <Copy key="id" text={id} label="Copy id" />]);
  return (
    <div className="flex flex-col gap-3">
      <Facts of={facts} />
      {Object.keys(metadata).length > 0 && (
        <details className="text-xs text-soft">
          <summary className="inline-block rounded hover:text-ink">Metadata</summary>
          <pre dir="ltr" className="mt-1 overflow-x-auto rounded-md bg-hover p-2 font-mono">
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </details>
      )}
    </div>
  );
}
