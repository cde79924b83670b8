import { MAX_DOCUMENTS } from '@parley/contract/document.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { agentNamesQuery } from '../../api/agents.tsx';
import { get, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { dayOf, Time } from '../../components/time.tsx';
import {
  DocumentList,
  DocumentRow,
  DocumentUploader,
  documentsPauseMs,
  type KnowledgeDocument,
} from '../../documents/document-list.tsx';
import type { Contact } from './contact-draft.ts';

type Conversation = Reply<'/conversations', 'get'>['data'][number];

/** Past and scheduled conversations with a contact. */
export function ContactConversations({
  contactId,
  onCall,
}: {
  readonly contactId: string;
  readonly onCall: (() => void) | undefined;
}) {
  const { data: agents } = useQuery(agentNamesQuery);
  const list = usePageList<Conversation>(['conversations', { contactId }], (paging, signal) =>
    get('/conversations', { query: { ...paging, contactId }, signal }),
  );
  const columns: readonly Column<Conversation>[] = [
    {
      name: 'status',
      hasParts: true,
      words: 'Status',
      width: '8rem',
      cell: ({ status }) => <Status of={status} />,
    },
    {
      name: 'agent',
      isMain: true,
      words: 'Agent',
      width: 'minmax(8rem,2fr)',
      cell: ({ agentId }) => agents?.get(agentId) ?? '…',
    },
    {
      name: 'attempts',
      words: 'Calls',
      width: '4rem',
      isNumber: true,
      isExtra: true,
      cell: ({ callAttempts }) => callAttempts.length,
    },
    {
      name: 'when',
      words: 'When',
      width: 'minmax(6rem,1fr)',
      cell: ({ scheduledAt, createdAt }) => <Time at={scheduledAt ?? createdAt} isPlanned={!!scheduledAt} />,
    },
  ];
  return (
    <div className="flex max-h-[60vh] flex-col">
      <DataTable
        label="Conversations of this contact"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/conversations/${id}`}
        empty={
          <Empty
            title="No conversations yet"
            action={
              onCall && (
                <Button look="primary" onClick={onCall}>
                  Call
                </Button>
              )
            }
          >
            Past and scheduled conversations with this contact appear here.
          </Empty>
        }
      />
    </div>
  );
}

/** The documents and the CV of a contact. */
export function ContactDocuments({ contact }: { readonly contact: Contact }) {
  const { id } = contact;
  const owner = { kind: 'contact', id } as const;
  const mayWrite = useHasRole('member');
  const queryKey = ['contact', id, 'documents'];
  // The API lists a CV only after it was processed: until then only this browser knows it.
  const [awaitedCv, setAwaitedCv] = useState<string>();
  const isAwaited = (rows: readonly KnowledgeDocument[] = []): boolean =>
    awaitedCv !== undefined && !rows.some((row) => row.id === awaitedCv);
  const documents = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/contacts/{id}/documents', { path: { id }, query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) => documentsPauseMs(state.data?.data, isAwaited(state.data?.data)),
  });
  const rows = documents.data?.data ?? [];
  const cv = rows.find(({ source }) => source === 'CV');
  const queries = useQueryClient();
  const readAt = cv?.status === 'READY' ? cv.updatedAt : undefined;
  useEffect(() => {
    // A processed CV has changed the contact's anonymised text: refetch the contact.
    if (readAt !== undefined) void queries.invalidateQueries({ queryKey: ['contact', id], exact: true });
  }, [readAt, id, queries]);
  const uploads = rows.filter(({ source }) => source === 'UPLOAD');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Section title="Documents">
        <div className="flex flex-col gap-4">
          <p className="text-soft">
            Agents look things up in them during a call. They are deleted on {dayOf(contact.gdprExpiryDate)}.
          </p>
          <DocumentList
            owner={owner}
            documents={documents.data && uploads}
            error={documents.error}
            onRetry={() => void documents.refetch()}
          />
          {mayWrite && (
            <DocumentUploader
              owner={owner}
              kind="document"
              label="Add document"
              hint={
                uploads.length < MAX_DOCUMENTS
                  ? 'PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MiB'
                  : `The maximum is ${MAX_DOCUMENTS} documents. Delete one first.`
              }
              isFull={uploads.length >= MAX_DOCUMENTS}
            />
          )}
        </div>
      </Section>
      <Section title="CV">
        <div className="flex flex-col gap-4">
          {isAwaited(rows) && (
            <p role="status" className="flex items-center gap-2">
              <Badge tone="live">Processing</Badge> The new CV will replace it shortly.
            </p>
          )}
          {cv ? (
            <ul>
              <DocumentRow owner={owner} document={cv} />
            </ul>
          ) : (
            <p className="text-soft">No CV yet.</p>
          )}
          {contact.anonymizedCvText && (
            <details>
              <summary className="font-medium">Anonymised text</summary>
              <p dir="auto" className="mt-2 max-h-96 overflow-y-auto text-soft whitespace-pre-line">
                {contact.anonymizedCvText}
              </p>
            </details>
          )}
          {mayWrite && (
            <DocumentUploader
              owner={owner}
              kind="cv"
              label={cv ? 'Replace CV' : 'Add CV'}
              onSent={setAwaitedCv}
              hint="PDF, DOCX, TXT, MD or HTML, up to 20 MiB"
            />
          )}
        </div>
      </Section>
    </div>
  );
}
