import { Ban, Pause, Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Act, useAct } from '../../api/act.ts';
import { patch, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { FormTrouble } from '../../components/form.tsx';
import type { ApiKey } from './key.tsx';

/** Suspending can be taken back; revoking cannot. */
export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const [asking, setAsking] = useState<'suspend' | 'revoke'>();
  const path = { keyId: apiKey.id };
  const touches = [['key', apiKey.id], ['keys']];
  const onDone = () => setAsking(undefined);
  const suspend = useAct(
    (suspensionReason: string) => patch('/api-keys/{keyId}', { suspended: true, suspensionReason }, { path }),
    { isQuiet: true, touches, onDone, done: 'Suspended: it opens nothing any more' },
  );
  const resume = useAct(() => patch('/api-keys/{keyId}', { suspended: false }, { path }), {
    touches,
    done: 'The key works again',
  });
  const revoke = useAct(
    (revocationReason: string) => remove('/api-keys/{keyId}', { path }, { revocationReason }),
    { isQuiet: true, touches, onDone, done: 'Revoked for good' },
  );
  if (apiKey.status === 'REVOKED') return null;
  return (
    <>
      {apiKey.status === 'SUSPENDED' ? (
        <Button icon={<Play size={16} />} busy={resume.busy} onClick={() => resume.run(undefined)}>
          Resume
        </Button>
      ) : (
        <Button icon={<Pause size={16} />} onClick={() => setAsking('suspend')}>
          Suspend…
        </Button>
      )}
      <Button look="danger" icon={<Ban size={16} />} onClick={() => setAsking('revoke')}>
        Revoke…
      </Button>
      <ReasonDialog
        title="Suspend this key?"
        words="Requests with it are refused from the next one on, until you resume it."
        yes="Suspend the key"
        path="suspensionReason"
        act={suspend}
        isOpen={asking === 'suspend'}
        onClose={() => setAsking(undefined)}
      />
      <ReasonDialog
        title="Revoke this key?"
        words="Requests with it are refused from the next one on, for ever. This cannot be undone."
        yes="Revoke the key"
        path="revocationReason"
        act={revoke}
        isOpen={asking === 'revoke'}
        onClose={() => setAsking(undefined)}
      />
    </>
  );
}

/** Asks for the reason of what is done to a key: it stands in the audit log. */
function ReasonDialog({
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
