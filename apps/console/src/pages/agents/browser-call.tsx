import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { needsJob } from '../../api/agents.tsx';
import { get, post } from '../../api/client.ts';
import { Status } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import type { SearchOption } from '../../components/search-select.tsx';
import type { Agent } from './agent.ts';
import { TalkAs } from './talk-as.tsx';

/** A call of the agent to the signed-in user, on a separate page. */
export function BrowserCall({ agent, isDraft }: { readonly agent: Agent; readonly isDraft: boolean }) {
  const wantsJob = needsJob(agent);
  const [jobId, setJobId] = useState('');
  const [contact, setContact] = useState<SearchOption>();
  const jobs = useQuery({
    queryKey: ['jobs', { status: 'OPEN', limit: 100 }],
    queryFn: ({ signal }) => get('/jobs', { query: { status: 'OPEN', limit: 100 }, signal }),
    enabled: wantsJob,
  });
  const call = useAction(
    () =>
      post(
        '/console/api/agents/{id}/browser-call',
        {
          draft: isDraft,
          ...(jobId === '' ? {} : { jobId }),
          ...(contact && { contactId: contact.id }),
        },
        { path: { id: agent.id } },
      ),
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
          {isDraft ? 'The draft' : 'The published version'} calls you on a separate page. Speak or type. It
          counts as a normal call: it is stored and its minutes are charged.
        </p>
        <TalkAs contact={contact} error={call.errorAt('contactId')} onChange={setContact} />
        {wantsJob && (
          <div className="max-w-sm">
            <SelectField
              label="Job"
              choices={[
                { value: '', words: contact ? 'The job of the contact' : 'Choose a job' },
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
            disabled={wantsJob && jobId === '' && !contact}
            onClick={() => void begin()}
          >
            {created ? 'Start another call' : 'Start call'}
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
