import { useState } from 'react';
import { differences } from './differences.ts';
import { useUnsaved } from './unsaved.ts';

/**
 * What somebody changes of a thing that exists: what is typed, and what of it differs from the thing. `sentOf` reads
 * half-typed words too, whenever the form is drawn: it must not throw.
 */
export function useDraft<Draft extends object, Sent extends object>(
  first: () => Draft,
  sentOf: (draft: Draft) => Sent,
) {
  const [was, setWas] = useState(first);
  const [draft, setDraft] = useState(was);
  const changesIn = (typed: Draft) => differences(sentOf(typed), sentOf(was));
  const isChanged = Object.keys(changesIn(draft)).length > 0;
  useUnsaved(isChanged);
  return {
    draft,
    setDraft,
    isChanged,
    changesIn,
    /** The thing is so now. Only what was typed since `sent` was sent stays, and is still to be saved. */
    saved: (now: Draft, sent: Draft) => {
      setWas(now);
      setDraft((typed) => ({ ...now, ...differences(typed, sent) }));
    },
  };
}
