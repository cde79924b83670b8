import { useQuery } from '@tanstack/react-query';
import { get } from '../../../api/client.ts';
import { useMay } from '../../../api/me.ts';
import { DocumentRow } from '../../../documents/document-row.tsx';
import { DocumentUploader } from '../../../documents/document-uploader.tsx';
import { Section } from '../../../kit/page.tsx';
import { SkeletonLines } from '../../../kit/skeleton.tsx';
import { Trouble } from '../../../kit/trouble.tsx';

const LOOK_AGAIN_MS = 2_000;

/** What the agent may look up in every call. Files are sent at once, apart from the form. */
export function AgentDocuments({ agentId }: { readonly agentId: string }) {
  const mayWrite = useMay('member');
  const owner = { kind: 'agent', id: agentId } as const;
  const documents = useQuery({
    queryKey: ['agent', agentId, 'documents'],
    queryFn: ({ signal }) =>
      get('/agents/{id}/documents', { path: { id: agentId }, query: { limit: 100 }, signal }),
    // A file that is being read tells nobody when it is done.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'PROCESSING') ? LOOK_AGAIN_MS : false,
  });
  const rows = documents.data?.data ?? [];
  return (
    <Section title="Documents">
      <div className="flex flex-col gap-4">
        <p className="text-soft">The agent looks things up in them, whomever it talks with.</p>
        {documents.error ? (
          <Trouble error={documents.error} onRetry={() => void documents.refetch()} />
        ) : documents.isPending ? (
          <SkeletonLines lines={2} />
        ) : (
          rows.length > 0 && (
            <ul className="flex flex-col divide-y divide-line/60">
              {rows.map((document) => (
                <DocumentRow key={document.id} owner={owner} document={document} />
              ))}
            </ul>
          )
        )}
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
