import { FileText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../api/action.ts';
import { ApiFailure, type Body, patch, post, type Reply, remove } from '../api/client.ts';
import { useHasRole } from '../api/me.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/chart.tsx';
import { Dialog, DialogActions, useConfirm } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FileDrop } from '../components/file.tsx';
import { MoreMenu } from '../components/menu.tsx';
import { LoadError, SkeletonLines } from '../components/placeholder.tsx';
import { Time } from '../components/time.tsx';

const LOOK_AGAIN_MS = 2_000;

/** Polling interval: there is no event when a document has been processed. */
export const documentsPauseMs = (
  documents: readonly KnowledgeDocument[] = [],
  isAwaiting = false,
): number | false =>
  isAwaiting || documents.some(({ status }) => status === 'PROCESSING') ? LOOK_AGAIN_MS : false;

/** The documents of a contact or an agent. */
export function DocumentList({
  owner,
  documents,
  error,
  onRetry,
}: {
  readonly owner: Owner;
  readonly documents: readonly KnowledgeDocument[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  if (error && documents === undefined) return <LoadError error={error} onRetry={onRetry} />;
  if (documents === undefined) return <SkeletonLines lines={3} />;
  if (documents.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-line/60">
      {documents.map((document) => (
        <DocumentRow key={document.id} owner={owner} document={document} />
      ))}
    </ul>
  );
}

const states: Readonly<Record<KnowledgeDocument['status'], readonly [words: string, tone: Tone]>> = {
  PENDING: ['Upload incomplete', 'warn'],
  PROCESSING: ['Processing', 'live'],
  READY: ['Ready', 'good'],
  FAILED: ['Unreadable', 'bad'],
};

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1_024)).toLocaleString()} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** One document with its status and actions. */
export function DocumentRow({
  owner,
  document,
}: {
  readonly owner: Owner;
  readonly document: KnowledgeDocument;
}) {
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const [isNaming, setNaming] = useState(false);
  const path = { path: { id: owner.id, documentId: document.id } };
  const address = `/${owner.kind}s/{id}/documents/{documentId}` as const;
  const invalidates = [[owner.kind, owner.id]];
  const change = useAction(
    (body: Body<'/contacts/{id}/documents/{documentId}', 'patch'>) => patch(address, body, path),
    { invalidates, onDone: () => setNaming(false) },
  );
  const erase = useAction(() => remove(address, path), {
    invalidates,
    done: `${document.name} deleted`,
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${document.name}?`,
      words: 'The file and its text are deleted. This cannot be undone.',
      yes: 'Delete document',
    });
    if (isSure) erase.run(undefined);
  };
  const isCv = document.source === 'CV';
  const [words, tone] = states[document.status];
  return (
    <li className="flex items-center gap-3 py-2">
      <FileText size={16} aria-hidden className="shrink-0 text-soft" />
      <div className="me-auto min-w-0">
        <div dir="auto" className="truncate font-medium">
          {document.name}
        </div>
        <div className="truncate text-xs text-soft">
          {sizeOf(document.sizeBytes)} · <Time at={document.createdAt} />
          {document.failureReason && <span className="text-bad"> · {document.failureReason}</span>}
        </div>
      </div>
      {document.isActive || document.status !== 'READY' ? (
        <Badge tone={tone}>{words}</Badge>
      ) : (
        <Badge>Not used</Badge>
      )}
      {mayWrite && (
        <MoreMenu
          of={document.name}
          items={[
            {
              words: document.isActive ? 'Hide from agents' : 'Allow agents to use it',
              onChoose: () => change.run({ isActive: !document.isActive }),
            },
            // The CV cannot be renamed or deleted; a new one replaces it.
            ...(isCv
              ? []
              : [
                  { words: 'Rename document…', onChoose: () => setNaming(true) },
                  { words: 'Delete document…', isDanger: true, onChoose: () => void askDelete() },
                ]),
          ]}
        />
      )}
      <Rename
        document={document}
        isOpen={isNaming}
        isBusy={change.busy}
        error={change.errorAt('name')}
        onClose={() => setNaming(false)}
        onRename={(name) => change.run({ name })}
      />
    </li>
  );
}

function Rename({
  document,
  isOpen,
  isBusy,
  error,
  onClose,
  onRename,
}: {
  readonly document: KnowledgeDocument;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  readonly onClose: () => void;
  readonly onRename: (name: string) => void;
}) {
  const [name, setName] = useState(document.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRename(name);
  };
  return (
    <Dialog title={`Rename ${document.name}`} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Uploads a document, with progress and errors. */
export function DocumentUploader({
  owner,
  kind,
  label,
  hint,
  isFull = false,
  onSent,
}: {
  readonly owner: Owner;
  readonly kind: 'document' | 'cv';
  readonly label: string;
  readonly hint: string;
  readonly isFull?: boolean;
  readonly onSent?: (documentId: string) => void;
}) {
  const [done, setDone] = useState(0);
  const upload = useAction((file: File) => uploadFile(owner, kind, file, setDone), {
    isQuiet: true,
    done: ({ name }) => `${name} uploaded, processing`,
    invalidates: [[owner.kind, owner.id]],
    onDone: ({ id }) => onSent?.(id),
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
      {upload.busy && <Progress label="Upload progress" value={done} />}
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

export type KnowledgeDocument = Reply<'/contacts/{id}/documents', 'get'>['data'][number];

/** The owner of the documents. */
interface Owner {
  readonly kind: 'contact' | 'agent';
  readonly id: string;
}

/** Accepted types by extension: browsers do not know all of them. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
};
const acceptedFiles = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');

const endingOf = (name: string): string => name.split('.').pop()?.toLowerCase() ?? '';

/** Registers a document, uploads the file to the given URL, and starts its processing. */
async function uploadFile(
  owner: Owner,
  kind: 'document' | 'cv',
  file: File,
  onProgress: (done: number) => void,
): Promise<KnowledgeDocument> {
  const announced = {
    fileName: file.name,
    contentType: types[endingOf(file.name)] ?? (file.type || 'application/octet-stream'),
    sizeBytes: file.size,
  };
  const path = { id: owner.id };
  const documents = `/${owner.kind}s/{id}/documents` as const;
  const { document, upload } =
    kind === 'cv'
      ? await post('/contacts/{id}/cv', announced, { path })
      : await post(documents, announced, { path });
  await send(upload, file, onProgress);
  return kind === 'cv'
    ? post('/contacts/{id}/cv/complete', undefined, { path })
    : post(`${documents}/{documentId}/complete`, undefined, {
        path: { ...path, documentId: document.id },
      });
}

interface UploadLink {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** With XMLHttpRequest, because fetch reports no upload progress. */
function send({ url, method, headers }: UploadLink, file: File, onProgress: (done: number) => void) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiFailure(request.status, { message: 'The upload was refused. Try again.' }));
    request.onerror = () =>
      reject(new ApiFailure(0, { message: 'The connection was lost during the upload. Try again.' }));
    request.send(file);
  });
}
