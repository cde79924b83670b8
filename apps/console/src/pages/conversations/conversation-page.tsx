import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Page, Section } from '../../components/page.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Attempts } from './attempts.tsx';
import { CallPanel } from './call-panel.tsx';
import {
  agentQuery,
  type Conversation,
  ConversationState,
  callOnLine,
  contactQuery,
  conversationQuery,
  isGone,
  telling,
} from './conversation.tsx';
import { ConversationActions } from './conversation-actions.tsx';
import { ConversationFacts } from './conversation-facts.tsx';

const trail = (
  <Link to="/conversations" className="hover:text-ink">
    Conversations
  </Link>
);

/** One agent and one contact: every call, what was said, what came of it, and why. */
export function ConversationPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (data && !isGone(error)) return <Loaded key={id} conversation={data} />;
  return (
    <Page title="Conversation" trail={trail}>
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
    </Page>
  );
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
        </aside>
      </div>
    </Page>
  );
}
