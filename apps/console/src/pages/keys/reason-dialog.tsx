import { type FormEvent, useState } from 'react';
import type { Act } from '../../api/act.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { TextArea } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';

/** Asks for the reason of what is done to a key: it stands in the audit log. */
export function ReasonDialog({
  title,
  words,
  yes,
  path,
  act,
  isOpen,
  onClose,
}: {
  readonly title: string;
  readonly words: string;
  /** The verb on the button. */
  readonly yes: string;
  /** What the API calls the reason. */
  readonly path: string;
  readonly act: Act<string, unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.run(reason);
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-soft">{words}</p>
        <TextArea
          label="Reason"
          required
          value={reason}
          error={act.errorAt(path)}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormTrouble failure={act.failure} shown={[path]} />
        <DialogActions>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" look="danger" busy={act.busy}>
            {yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
