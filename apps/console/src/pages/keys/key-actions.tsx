import { Ban, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch, remove } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import type { ApiKey } from './key-draft.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
