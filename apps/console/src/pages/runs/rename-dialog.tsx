import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import type { Run } from './run.ts';

export function RenameDialog({
  run,
  isOpen,
  onClose,
}: {
  readonly run: Run;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Rename the run" isOpen={isOpen} onClose={onClose}>
      <RenameForm run={run} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [name, setName] = useState(run.name);
  const rename = useAct(() => patch('/runs/{id}', { name }, { path: { id: run.id } }), {
    isQuiet: true,
    touches: [['run', run.id], ['runs']],
    done: 'Renamed',
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        required
        autoFocus
        value={name}
        error={rename.errorAt('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <FormTrouble failure={rename.failure} shown={['name']} />
      <DialogActions>
        <Button onClick={onClose}>Keep the name</Button>
        <Button type="submit" look="primary" busy={rename.busy}>
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}
