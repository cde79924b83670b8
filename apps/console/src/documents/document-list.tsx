import { SkeletonLines } from '../kit/skeleton.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { DocumentRow } from './document-row.tsx';
import type { KnowledgeDocument, Owner } from './document-upload.ts';

const LOOK_AGAIN_MS = 2_000;

/** How long until documents are read again: a file that is being read tells nobody when it is done. */
export const documentsPauseMs = (
  documents: readonly KnowledgeDocument[] = [],
  isAwaiting = false,
): number | false =>
  isAwaiting || documents.some(({ status }) => status === 'PROCESSING') ? LOOK_AGAIN_MS : false;

/** The documents of somebody, or why there are none to see. */
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
  if (error && documents === undefined) return <Trouble error={error} onRetry={onRetry} />;
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
