import { useQuery } from '@tanstack/react-query';
import { get } from '../../../api/client.ts';
import { useHasRole } from '../../../api/me.ts';
import { CheckField, LinesField, TextArea } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { DocumentList, DocumentUploader, documentsPauseMs } from '../../../documents/document-list.tsx';
import { useSettings } from './settings-form.ts';

/** What the agent knows, and what it keeps to. */
export function KnowledgeSettings() {
  const { values, set, errorAt } = useSettings();
  const { guardrails } = values;
  return (
    <Section title="Knowledge and rules">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Instructions"
          hint="Background that the agent may refer to: opening hours, prices, who you are."
          rows={5}
          value={values.instructions}
          error={errorAt('instructions')}
          onChange={(event) => set({ instructions: event.target.value })}
        />
        <CheckField
          label="Use contact data"
          hint="The agent gets the essential fields of the contact and can look up the others during the call."
          checked={values.contextConfig.useContactContext}
          onChange={(event) => set({ contextConfig: { useContactContext: event.target.checked } })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <LinesField
            label="Rules"
            hint="One per line, up to 50."
            lines={guardrails.rules}
            error={errorAt('guardrails.rules')}
            onChange={(rules) => set({ guardrails: { ...guardrails, rules } })}
          />
          <LinesField
            label="Forbidden topics"
            hint="One per line, up to 50."
            lines={guardrails.forbiddenTopics}
            error={errorAt('guardrails.forbiddenTopics')}
            onChange={(forbiddenTopics) => set({ guardrails: { ...guardrails, forbiddenTopics } })}
          />
        </div>
      </div>
    </Section>
  );
}

/** What the agent may look up in every call. Files are sent at once, apart from the form. */
export function AgentDocuments({ agentId }: { readonly agentId: string }) {
  const mayWrite = useHasRole('member');
  const owner = { kind: 'agent', id: agentId } as const;
  const documents = useQuery({
    queryKey: ['agent', agentId, 'documents'],
    queryFn: ({ signal }) =>
      get('/agents/{id}/documents', { path: { id: agentId }, query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) => documentsPauseMs(state.data?.data),
  });
  return (
    <Section title="Documents">
      <div className="flex flex-col gap-4">
        <p className="text-soft">The agent can look things up in them during every call.</p>
        <DocumentList
          owner={owner}
          documents={documents.data?.data}
          error={documents.error}
          onRetry={() => void documents.refetch()}
        />
        {mayWrite && (
          <DocumentUploader
            owner={owner}
            kind="document"
            label="Add document"
            hint="PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MiB"
          />
        )}
      </div>
    </Section>
  );
}
