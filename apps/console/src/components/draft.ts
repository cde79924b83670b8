import { useState } from 'react';
import { useUnsaved } from './unsaved-changes.ts';

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

/** What of a form was changed: only that is sent, so that it overwrites nothing that others changed meanwhile. */
export function differences<Form extends object>(now: Form, was: Form): Partial<Form> {
  const names = Object.keys(now) as (keyof Form)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Form>;
}
