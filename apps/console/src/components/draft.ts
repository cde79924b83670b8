import type { QueryKey } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Action, useAction } from '../api/action.ts';
import { useConfirm } from './dialog.tsx';
import { useKeptTab } from './tabs.tsx';

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
  useUnsavedChanges(isChanged);
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

/**
 * What somebody changes of a thing in place of its page: saved or discarded, the page comes back. What others change
 * meanwhile does not touch what is typed.
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

/** What somebody types for a thing that is created: once it is, its page is shown. */
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

/** As a form takes it. */
const formOf = <Draft>(
  { failure, busy }: Pick<Action<never, unknown>, 'failure' | 'busy'>,
  draft: Draft,
  onChange: (draft: Draft) => void,
  onSubmit: () => void,
) => ({ draft, failure, isBusy: busy, onChange, onSubmit });

/** What of a form was changed: only that is sent, so that it overwrites nothing that others changed meanwhile. */
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
    /** What the API calls a property, where it differs. */
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

/** Keeps typed words when another tab is opened, and asks before they are left behind. Returns how to let go, for when they are saved or discarded. */
export function useUnsavedChanges(isChanged: boolean, words = WORDS): () => void {
  const confirm = useConfirm();
  const isSaved = useRef(false);
  useKeptTab(isChanged);
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => isChanged && !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Filters and tabs of the same page leave nothing behind; what `edit` opened goes with it.
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
  /** What would be left undone. */
  readonly words: string;
  /** It goes on in its tab while another one is looked at. */
  readonly isKept?: boolean;
}

/** Asks before somebody leaves what is still being sent. */
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

/** A signal for what is sent piece by piece: who leaves the page ends it. */
export function useAbortOnLeave(): () => AbortSignal {
  const left = useRef(new AbortController());
  useEffect(() => {
    // Anew, for a page that is taken away and put back.
    if (left.current.signal.aborted) left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  return useCallback(() => left.current.signal, []);
}
