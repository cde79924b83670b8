import { useConfirm } from '../../kit/confirm.tsx';
import type { Run } from './run.ts';

/** Asks before contacts go onto the list of a run that calls them at once. Of others nobody needs to ask. */
export function useAskBeforeCalling({ name, status }: Run): (contacts: number) => Promise<boolean> {
  const confirm = useConfirm();
  return async (contacts) => {
    if (status !== 'RUNNING' && status !== 'COMPLETED') return true;
    const who = contacts === 1 ? 'this contact' : `these ${contacts.toLocaleString()} contacts`;
    return confirm({
      title: `Call ${who}?`,
      words: `“${name}” ${status === 'RUNNING' ? 'is under way' : 'is over and begins again'}: who goes onto its list is called at once. Those who are on it already are not called again.`,
      yes: 'Attach and call',
      no: 'Not now',
      isDanger: false,
    });
  };
}
