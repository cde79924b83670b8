import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import type { Job } from '../../api/jobs.ts';
import { Button } from '../../kit/button.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { changesOf, draftOf } from './job-draft.ts';
import { JobForm } from './job-form.tsx';

/** A job while somebody changes it. */
export function EditJob({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const { id } = job;
  const [was] = useState(() => draftOf(job));
  const [draft, setDraft] = useState(was);
  const changes = changesOf(draft, was);
  const isChanged = Object.keys(changes).length > 0;
  const letGo = useUnsaved(isChanged);
  const close = () => {
    letGo();
    onClose();
  };
  const save = useAct(() => patch('/jobs/{id}', changes, { path: { id } }), {
    isQuiet: true,
    done: 'Saved',
    touches: [['job', id], ['jobs']],
    onDone: close,
  });
  return (
    <JobForm
      draft={draft}
      was={was}
      failure={save.failure}
      isBusy={save.busy}
      verb="Save"
      onChange={setDraft}
      onSubmit={() => (isChanged ? save.run(undefined) : close())}
    >
      <Button look="quiet" onClick={close}>
        {isChanged ? 'Discard changes' : 'Close'}
      </Button>
    </JobForm>
  );
}
