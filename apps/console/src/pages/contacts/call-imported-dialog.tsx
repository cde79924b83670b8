import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { useAttaching } from '../runs/attach.ts';
import { AttachOutcome } from '../runs/attach-outcome.tsx';
import { NewRunForm } from '../runs/new-run-form.tsx';
import { idsOf, ofImport } from './contact-query.ts';

export interface ImportedFile {
  readonly importId: string;
  readonly fileName: string;
}

/** Makes a run for everybody in an imported file, new or known, and opens it. */
export function CallImportedDialog({
  importId,
  fileName,
  onClose,
}: ImportedFile & { readonly onClose: () => void }) {
  /** Created, but maybe without some of the contacts yet. */
  const [runId, setRunId] = useState<string>();
  const attaching = useAttaching();
  const navigate = useNavigate();
  const open = (id: string) =>
    void navigate({ to: '/runs/$id', params: { id }, search: { tab: 'contacts' } as never });
  const attach = async (id: string, how: 'begin' | 'attachOthers') => {
    setRunId(id);
    const areAttached = await attaching[how](id, (signal) =>
      idsOf({ where: ofImport(importId), total: 0 }, (body) => post('/contacts/search', body, { signal })),
    );
    if (areAttached) open(id);
  };
  return (
    <Dialog title={`Call the contacts of ${fileName}`} isOpen isSticky={attaching.isBusy} onClose={onClose}>
      {runId === undefined ? (
        <>
          <p className="text-soft">
            Creates a run with everybody in the file. Nobody is called before you launch it.
          </p>
          <NewRunForm
            suggestedName={fileName.replace(/\.\w+$/, '')}
            onCreated={({ id }) => void attach(id, 'begin')}
            onCancel={onClose}
          />
        </>
      ) : (
        <>
          <AttachOutcome attaching={attaching} />
          {!attaching.isBusy && (
            <DialogActions>
              <Button onClick={() => open(runId)}>View run</Button>
              <Button look="primary" onClick={() => void attach(runId, 'attachOthers')}>
                Attach the others
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Dialog>
  );
}
