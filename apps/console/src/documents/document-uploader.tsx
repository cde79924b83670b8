import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { FileDrop } from '../kit/file-drop.tsx';
import { Progress } from '../kit/progress.tsx';
import { acceptedFiles, type Owner, uploadFile } from './document-upload.ts';

/** A place for a file of somebody, with how far it is and what went wrong. */
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
  const upload = useAct((file: File) => uploadFile(owner, kind, file, setDone), {
    isQuiet: true,
    done: ({ name }) => `${name} is there and being read`,
    touches: [[owner.kind, owner.id]],
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
