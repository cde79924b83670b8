import { useMay } from '../../../api/me.ts';
import { NotAllowed } from '../../../kit/not-allowed.tsx';
import { Notice } from '../../../kit/notice.tsx';
import type { Agent } from '../agent.ts';
import { BrowserCall } from './browser-call.tsx';
import { Rehearsal } from './rehearsal.tsx';

/** The agent as it is saved, heard before anybody else hears it. */
export function TryTab({ agent, isDirty }: { readonly agent: Agent; readonly isDirty: boolean }) {
  const mayTry = useMay('member');
  if (!mayTry) return <NotAllowed />;
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {isDirty && (
        <Notice tone="warn">
          You have changes that are not saved. What you try here is the agent as it was last saved.
        </Notice>
      )}
      <BrowserCall agent={agent} />
      <Rehearsal agent={agent} />
    </div>
  );
}
