import { FileText, MoreHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAct } from '../api/act.ts';
import { type Body, patch, remove } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { Badge, type Tone } from '../kit/badge.tsx';
import { Button, IconButton } from '../kit/button.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { TextField } from '../kit/field.tsx';
import { Menu } from '../kit/menu.tsx';
import { Time } from '../kit/time.tsx';
import type { KnowledgeDocument, Owner } from './document-upload.ts';

const states: Readonly<Record<KnowledgeDocument['status'], readonly [words: string, tone: Tone]>> = {
  PENDING: ['Not sent yet', 'warn'],
  PROCESSING: ['Being read', 'live'],
  READY: ['Ready', 'good'],
  FAILED: ['Not readable', 'bad'],
};

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1_024)).toLocaleString()} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** One document: what it is, whether agents read it, and what can be done with it. */
export function DocumentRow({
  owner,
  document,
}: {
  readonly owner: Owner;
  readonly document: KnowledgeDocument;
}) {
  const mayWrite = useMay('member');
  const confirm = useConfirm();
  const [isNaming, setNaming] = useState(false);
  const path = { path: { id: owner.id, documentId: document.id } };
  const address = `/${owner.kind}s/{id}/documents/{documentId}` as const;
  const touches = [[owner.kind, owner.id]];
  const change = useAct(
    (body: Body<'/contacts/{id}/documents/{documentId}', 'patch'>) => patch(address, body, path),
    { touches, onDone: () => setNaming(false) },
  );
  const erase = useAct(() => remove(address, path), {
    touches,
    done: `${document.name} is deleted`,
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${document.name}?`,
      words: 'The file and what agents read of it are gone. It cannot be undone.',
      yes: 'Delete the document',
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
        <Menu
          trigger={<IconButton label={`More about ${document.name}`} icon={<MoreHorizontal size={16} />} />}
          items={[
            {
              words: document.isActive ? 'Keep it from agents' : 'Let agents use it',
              onChoose: () => change.run({ isActive: !document.isActive }),
            },
            // The CV has the name of its contact, and goes when another takes its place.
            ...(isCv
              ? []
              : [
                  { words: 'Rename…', onChoose: () => setNaming(true) },
                  { words: 'Delete…', isDanger: true, onChoose: () => void askDelete() },
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
          <Button onClick={onClose}>Keep the name</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
