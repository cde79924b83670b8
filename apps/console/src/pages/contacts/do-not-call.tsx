import { useQuery } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { get, put } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';

/** The do-not-call status of a contact. It is set here, or by the contact in a call. */
export function DoNotCall({ contactId }: { readonly contactId: string }) {
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const queryKey = ['contact', contactId, 'do-not-call'];
  const path = { path: { id: contactId } };
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/console/api/contacts/{id}/do-not-call', { ...path, signal }),
  });
  const change = useAction(
    (doNotCall: boolean) => put('/console/api/contacts/{id}/do-not-call', { doNotCall }, path),
    {
      invalidates: [queryKey],
      done: ({ doNotCall }) => (doNotCall ? 'Contact will not be called' : 'Contact may be called again'),
    },
  );
  const ask = async (doNotCall: boolean) => {
    const isSure = await confirm(
      doNotCall
        ? {
            title: 'Never call this person?',
            words:
              'No agent calls this number again, even for other contacts who share it, until calls are allowed here.',
            yes: 'Stop all calls',
          }
        : {
            title: 'Allow calls again?',
            words:
              'They asked not to be called, or a member of your team marked them so. Allow calls only if they agreed.',
            yes: 'Allow calls',
          },
    );
    if (isSure) change.run(doNotCall);
  };
  if (!state.data) {
    if (!state.error) return null;
    return (
      <Notice
        tone="bad"
        action={
          <Button size="small" onClick={() => void state.refetch()}>
            Try again
          </Button>
        }
      >
        Could not load the do-not-call status. {state.error.message}
      </Notice>
    );
  }
  if (state.data.doNotCall) {
    return (
      <div
        role="status"
        className="flex flex-wrap items-center gap-3 rounded-lg bg-bad-soft px-4 py-2.5 text-bad"
      >
        <PhoneOff size={16} aria-hidden />
        <span className="me-auto">
          Do not call. No agent calls this person; new conversations are refused.
        </span>
        {mayWrite && (
          <Button size="small" busy={change.busy} onClick={() => void ask(false)}>
            Allow calls again
          </Button>
        )}
      </div>
    );
  }
  if (!mayWrite) return null;
  return (
    <div className="flex items-center gap-2 text-soft">
      <span>May be called.</span>
      <Button
        size="small"
        look="quiet"
        icon={<PhoneOff size={14} />}
        busy={change.busy}
        onClick={() => void ask(true)}
      >
        Do not call
      </Button>
    </div>
  );
}
