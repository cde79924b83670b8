import { Ban, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { patch, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import type { ApiKey } from './key.tsx';

/** Suspending can be taken back; revoking cannot. */
export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const [asking, setAsking] = useState<'suspend' | 'revoke'>();
  const path = { keyId: apiKey.id };
  const invalidates = [['key', apiKey.id], ['keys']];
  const onDone = () => setAsking(undefined);
  const suspend = useAction(
    (suspensionReason: string) => patch('/api-keys/{keyId}', { suspended: true, suspensionReason }, { path }),
    { isQuiet: true, invalidates, onDone, done: 'Key suspended' },
  );
  const resume = useAction(() => patch('/api-keys/{keyId}', { suspended: false }, { path }), {
    invalidates,
    done: 'Key resumed',
  });
  const revoke = useAction(
    (revocationReason: string) => remove('/api-keys/{keyId}', { path }, { revocationReason }),
    { isQuiet: true, invalidates, onDone, done: 'Key revoked' },
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
        words="Requests with this key are refused until you resume it."
        yes="Suspend key"
        path="suspensionReason"
        act={suspend}
        isOpen={asking === 'suspend'}
        onClose={() => setAsking(undefined)}
      />
      <ReasonDialog
        title="Revoke this key?"
        words="Requests with this key are refused from now on. This cannot be undone."
        yes="Revoke key"
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
  readonly act: Action<string, unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <DialogForm
        action={act}
        shown={[path]}
        verb={yes}
        look="danger"
        onSubmit={() => act.run(reason)}
        onCancel={onClose}
      >
        <p className="text-soft">{words}</p>
        <TextArea
          label="Reason"
          required
          value={reason}
          error={act.errorAt(path)}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
