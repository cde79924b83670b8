import { useQuery } from '@tanstack/react-query';
import { get } from '../../../api/client.ts';
import { useMay } from '../../../api/me.ts';
import { DocumentList, documentsPauseMs } from '../../../documents/document-list.tsx';
import { DocumentUploader } from '../../../documents/document-uploader.tsx';
import { Section } from '../../../kit/page.tsx';

/** What the agent may look up in every call. Files are sent at once, apart from the form. */
export function AgentDocuments({ agentId }: { readonly agentId: string }) {
  const mayWrite = useMay('member');
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
        <p className="text-soft">The agent looks things up in them, whomever it talks with.</p>
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
            label="Add a document"
            hint="PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MiB"
          />
        )}
      </div>
    </Section>
  );
}
