import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Copy } from '../../components/copy.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { ConversationMessages } from '../messages/conversation-messages.tsx';
import { runQuery } from '../runs/run.ts';
import { Attempts } from './attempts.tsx';
import { CallPanel } from './call-panel.tsx';
import { Comments } from './comments.tsx';
import {
  agentQuery,
  type Conversation,
  ConversationState,
  callOnLine,
  contactQuery,
  conversationQuery,
  isGone,
  isOnline,
  SimulatedCall,
  telling,
} from './conversation.tsx';
import { ConversationActions } from './conversation-actions.tsx';

const trail = (
  <Link to="/conversations" className="hover:text-ink">
    Conversations
  </Link>
);

/** One conversation: its calls, transcripts, results and history. */
export function ConversationPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (data && !isGone(error)) return <Loaded key={id} conversation={data} />;
  return <PendingPage title="Conversation" trail={trail} error={error} onRetry={() => void refetch()} />;
}

function Loaded({ conversation }: { readonly conversation: Conversation }) {
  const { id, contactId, agentId, callAttempts, status, isTest } = conversation;
  const [filters, setFilters] = useFilters();
  const contact = useQuery(contactQuery(contactId));
  const agent = useQuery(agentQuery(agentId));
  const contactName = contact.data
    ? `${contact.data.firstName} ${contact.data.lastName}`.trim()
    : 'The contact';
  const agentName = agent.data?.name ?? 'The agent';
  const shown = callAttempts.find((one) => one.id === filters.call) ?? telling(conversation);
  return (
    <Page
      title={contact.data ? contactName : 'Conversation'}
      trail={trail}
      aside={
        <>
          <ConversationState status={status} isOnLine={callOnLine(conversation) !== undefined} />
          {isTest && <Badge>Test</Badge>}
        </>
      }
      actions={<ConversationActions conversation={conversation} contactName={contactName} />}
    >
      <SimulatedCall call={shown} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <CallPanel
          key={shown?.id ?? id}
          conversation={conversation}
          shown={shown}
          contactName={contactName}
          agentName={agentName}
        />
        <aside className="flex flex-col gap-5">
          <Section title="About">
            <ConversationFacts conversation={conversation} contact={contact.data} agent={agent.data} />
          </Section>
          <Section title="Calls">
            <Attempts
              conversation={conversation}
              shown={shown}
              onShow={(attempt) => setFilters({ call: attempt.id, at: undefined, tab: undefined })}
            />
          </Section>
          {isOnline(conversation) && (
            <Section title="Messages">
              <ConversationMessages conversation={conversation} />
            </Section>
          )}
          <Section title="Comments">
            <Comments id={id} />
          </Section>
        </aside>
      </div>
    </Page>
  );
}

const link = 'font-medium text-accent hover:underline';

/** The facts of a conversation. */
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
