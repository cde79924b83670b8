import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { get } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Section } from '../../kit/page.tsx';
import { Progress } from '../../kit/progress.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { dayOf } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import type { Contact } from './contact-draft.ts';
import { DocumentRow } from './document-row.tsx';
import { acceptedFiles, uploadFile } from './document-upload.ts';

const LOOK_AGAIN_MS = 2_000;
const MOST_UPLOADS = 5;

/** What agents may read of somebody during a call. */
export function ContactDocuments({ contact }: { readonly contact: Contact }) {
  const { id } = contact;
  const mayWrite = useMay('member');
  const queryKey = ['contact', id, 'documents'];
  const documents = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/contacts/{id}/documents', { path: { id }, query: { limit: 100 }, signal }),
    // A file that is being read tells nobody when it is done.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'PROCESSING') ? LOOK_AGAIN_MS : false,
  });
  const rows = documents.data?.data ?? [];
  const cv = rows.find(({ source }) => source === 'CV');
  const uploads = rows.filter(({ source }) => source === 'UPLOAD');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Section title="Documents">
        <div className="flex flex-col gap-4">
          <p className="text-soft">
            Agents look things up in them during a call. They are deleted on {dayOf(contact.gdprExpiryDate)}.
          </p>
          {documents.error ? (
            <Trouble error={documents.error} onRetry={() => void documents.refetch()} />
          ) : documents.isPending ? (
            <SkeletonLines lines={3} />
          ) : (
            uploads.length > 0 && (
              <ul className="flex flex-col divide-y divide-line/60">
                {uploads.map((document) => (
                  <DocumentRow key={document.id} contactId={id} document={document} />
                ))}
              </ul>
            )
          )}
          {mayWrite && (
            <Uploader
              contactId={id}
              kind="document"
              label="Add a document"
              hint={
                uploads.length < MOST_UPLOADS
                  ? 'PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MiB'
                  : `${MOST_UPLOADS} documents is the most. Delete one first.`
              }
              isFull={uploads.length >= MOST_UPLOADS}
            />
          )}
        </div>
      </Section>
      <Section title="CV">
        <div className="flex flex-col gap-4">
          {cv ? (
            <ul>
              <DocumentRow contactId={id} document={cv} />
            </ul>
          ) : (
            <p className="text-soft">There is no CV yet.</p>
          )}
          {contact.anonymizedCvText && (
            <details>
              <summary className="font-medium">Text without what makes the person known</summary>
              <p dir="auto" className="mt-2 max-h-96 overflow-y-auto text-soft whitespace-pre-line">
                {contact.anonymizedCvText}
              </p>
            </details>
          )}
          {mayWrite && (
            <Uploader
              contactId={id}
              kind="cv"
              label={cv ? 'Replace the CV' : 'Add a CV'}
              hint="PDF, DOCX, TXT, MD or HTML, up to 20 MiB"
            />
          )}
        </div>
      </Section>
    </div>
  );
}

function Uploader({
  contactId,
  kind,
  label,
  hint,
  isFull = false,
}: {
  readonly contactId: string;
  readonly kind: 'document' | 'cv';
  readonly label: string;
  readonly hint: string;
  readonly isFull?: boolean;
}) {
  const [done, setDone] = useState(0);
  const upload = useAct((file: File) => uploadFile(contactId, kind, file, setDone), {
    isQuiet: true,
    done: ({ name }) => `${name} is there and being read`,
    touches: [['contact', contactId]],
  });
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label={label}
        hint={hint}
        accept={acceptedFiles}
        isDisabled={upload.busy || isFull}
        onFile={(file) => {
          setDone(0);
          upload.run(file);
        }}
      />
      {upload.busy && <Progress label="Sent" value={done} />}
      {upload.failure && (
        <div role="alert" className="text-bad">
          {upload.failure.violations.length > 0
            ? upload.failure.violations.map(({ message }) => <p key={message}>{message}</p>)
            : upload.failure.message}
        </div>
      )}
    </div>
  );
}
