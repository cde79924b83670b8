import type { QueryKey } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Action, useAction } from '../api/action.ts';
import { useConfirm } from './dialog.tsx';
import { useKeptTab } from './tabs.tsx';

/**
 * The draft of a change to an existing resource, and its differences from the stored one. `sentOf` runs on every
 * render, on half-typed text too: it must not throw.
 */
export function useDraft<Draft extends object, Sent extends object>(
  first: () => Draft,
  sentOf: (draft: Draft) => Sent,
) {
  const [was, setWas] = useState(first);
  const [draft, setDraft] = useState(was);
  const changesIn = (typed: Draft) => differences(sentOf(typed), sentOf(was));
  const isChanged = Object.keys(changesIn(draft)).length > 0;
  useUnsavedChanges(isChanged);
  return {
    draft,
    setDraft,
    isChanged,
    changesIn,
    /** The resource was saved. Only what was typed after `sent` was sent stays unsaved. */
    saved: (now: Draft, sent: Draft) => {
      setWas(now);
      setDraft((typed) => ({ ...now, ...differences(typed, sent) }));
    },
  };
}

/**
 * The form that replaces a resource's page while it is edited. Saving or discarding returns to the page. Changes by
 * others meanwhile do not affect the draft.
 */
export function useEditForm<Draft, Changes extends object>({
  first,
  changesOf,
  send,
  invalidates,
  onClose,
}: {
  readonly first: () => Draft;
  readonly changesOf: (draft: Draft, was: Draft) => Changes;
  readonly send: (changes: Changes) => Promise<unknown>;
  readonly invalidates: readonly QueryKey[];
  readonly onClose: () => void;
}) {
  const [was] = useState(first);
  const [draft, setDraft] = useState(was);
  const changes = changesOf(draft, was);
  const isChanged = Object.keys(changes).length > 0;
  const letGo = useUnsavedChanges(isChanged);
  const close = () => {
    letGo();
    onClose();
  };
  const save = useAction(() => send(changes), {
    isQuiet: true,
    done: 'Saved',
    invalidates,
    onDone: close,
  });
  const submit = () => (isChanged ? save.run(undefined) : close());
  return { was, close, form: { verb: 'Save', ...formOf(save, draft, setDraft, submit) } };
}

/** The form of a new resource: after it is created, its page is shown. */
export function useNewForm<Draft>({
  first: firstOf,
  send,
  done,
  invalidates,
  pageOf,
}: {
  readonly first: () => Draft;
  readonly send: (draft: Draft) => Promise<{ readonly id: string }>;
  readonly done: string;
  readonly invalidates: readonly QueryKey[];
  readonly pageOf: (id: string) => string;
}) {
  const navigate = useNavigate();
  const [first] = useState(firstOf);
  const [draft, setDraft] = useState(first);
  const hasTyped = draft !== first;
  const letGo = useUnsavedChanges(hasTyped);
  const create = useAction(() => send(draft), {
    isQuiet: true,
    done,
    invalidates,
    onDone: ({ id }) => {
      letGo();
      void navigate({ to: pageOf(id) });
    },
  });
  return { hasTyped, setDraft, form: formOf(create, draft, setDraft, () => create.run(undefined)) };
}

/** The props of a form. */
const formOf = <Draft>(
  { failure, busy }: Pick<Action<never, unknown>, 'failure' | 'busy'>,
  draft: Draft,
  onChange: (draft: Draft) => void,
  onSubmit: () => void,
) => ({ draft, failure, isBusy: busy, onChange, onSubmit });

/** The changed properties of a form. Only these are sent, so that changes by others are not overwritten. */
export function differences<Form extends object>(now: Form, was: Form): Partial<Form> {
  const names = Object.keys(now) as (keyof Form)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<Form>;
}

/** The properties of a draft that are typed as text. */
type TextName<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft] &
  string;

/** Ties controls to properties of a draft: `<TextField label="Name" {...text('name')} />`. */
export const textControls =
  <Draft extends object>(
    draft: Draft,
    onChange: (draft: Draft) => void,
    errorAt: (path: string) => string | undefined,
    /** The API's name of a property, where it differs. */
    paths?: Readonly<Partial<Record<keyof Draft, string>>>,
  ) =>
  (name: TextName<Draft>) => ({
    value: draft[name] as string,
    error: errorAt(paths?.[name] ?? name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  });

const editOf = ({ search }: { readonly search: { readonly edit?: unknown } }) => search.edit;
const WORDS = 'Your changes will be lost.';

/**
 * Keeps a draft when another tab is opened, and asks before the user leaves the page with it. Returns a function
 * that ends this, for when the draft is saved or discarded.
 */
export function useUnsavedChanges(isChanged: boolean, words = WORDS): () => void {
  const confirm = useConfirm();
  const isSaved = useRef(false);
  useKeptTab(isChanged);
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged && !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Changing filters or tabs of the same page loses nothing; removing `edit` closes the form.
      const isSamePage = current.pathname === next.pathname && editOf(current) === editOf(next);
      if (isSaved.current || isSamePage) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        words,
        yes: 'Leave',
        no: 'Stay',
      }));
    },
  });
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}

interface UnderWay {
  readonly is: boolean;
  /** "Leave the import?" */
  readonly title: string;
  /** What would not be finished. */
  readonly words: string;
  /** It continues in its tab while another tab is open. */
  readonly isKept?: boolean;
}

/** Asks before the user leaves a page that is still sending. */
export function useAskBeforeLeaving({ is, title, words, isKept = false }: UnderWay): void {
  const confirm = useConfirm();
  useBlocker({
    disabled: !is,
    enableBeforeUnload: is,
    shouldBlockFn: async ({ current, next }) => {
      if (isKept && current.pathname === next.pathname) return false;
      return !(await confirm({ title, words, yes: 'Leave', no: 'Stay' }));
    },
  });
}

/** An abort signal for requests in several parts: leaving the page aborts it. */
export function useAbortOnLeave(): () => AbortSignal {
  const left = useRef(new AbortController());
  useEffect(() => {
    // A new one, for a page that is mounted again.
    if (left.current.signal.aborted) left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  return useCallback(() => left.current.signal, []);
}
