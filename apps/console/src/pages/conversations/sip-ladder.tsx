import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { SkeletonLines } from '../../components/placeholder.tsx';
import type { Call } from './sip-messages.tsx';

const SipMessages = lazy(async () => ({ default: (await import('./sip-messages.tsx')).SipMessages }));

/** The SIP messages of a telephone call, on request. */
export function SipLadder(call: Call) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="self-start text-xs text-soft underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        SIP messages
      </button>
      <Dialog title="SIP messages" isOpen={isOpen} onClose={() => setOpen(false)} wide>
        {isOpen && (
          <Suspense fallback={<SkeletonLines />}>
            <SipMessages {...call} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
