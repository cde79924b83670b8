import { useCallback, useEffect, useMemo, useState } from 'react';
import { randomId } from '../../../components/random-id.ts';
import { type Flow, starterFlow } from '../../../flow/flow.model.ts';
import { readFlow, writeFlow } from '../../../flow/flow-document.ts';
import { blocksOf, type FlowProblem, problemsOf } from '../../../flow/flow-tree.ts';
import type { Agent, AgentChanges } from '../agent.ts';

/**
 * The mark names the edited field: typing in it is one undo step. Problems of the changed block are dropped, because
 * they refer to its previous state.
 */
export type EditFlow = (change: (flow: Flow) => Flow, mark?: string, touched?: string) => void;

export interface FlowEditor {
  /** Undefined: the agent has a focus and no draft of a flow. */
  readonly flow: Flow | undefined;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly selected: string | undefined;
  readonly problems: readonly FlowProblem[];
  readonly select: (id: string | undefined) => void;
  readonly edit: EditFlow;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly begin: () => void;
  /** Returns to the saved flow; this can be undone. */
  readonly discard: () => void;
  /** The body to send, and the flow it was made from. */
  readonly toSave: () => { readonly flow: Flow | undefined; readonly changes: AgentChanges };
  /** The problems that the service found in the current flow. */
  readonly show: (findings: Parameters<typeof problemsOf>[1]) => void;
  /** The flow was saved as sent. Changes made since then stay. */
  readonly saved: (agent: Agent, sent: Flow) => void;
  /** The agent was changed elsewhere. Without unsaved changes the editor follows. */
  readonly rebase: (agent: Agent) => void;
  /** Replaces the draft by the saved flow; this can be undone. */
  readonly takeTheirs: (agent: Agent) => void;
}

interface State {
  readonly history: EditHistory<Flow | undefined>;
  readonly saved: string;
  readonly selected: string | undefined;
  readonly problems: readonly FlowProblem[];
}

const flowOf = ({ flow }: Agent): Flow | undefined => (flow ? readFlow(flow, randomId) : undefined);
const signature = (flow: Flow | undefined): string => (flow ? JSON.stringify(writeFlow(flow)) : '');

/** The editor of an agent's flow. Unsaved changes survive a reload. */
export function useFlowEditor(agent: Agent, basis: string, keptAs: string): FlowEditor {
  const [state, setState] = useState<State>(() => {
    const flow = flowOf(agent);
    const draft = readDraft(sessionStorage, keptAs)?.flow;
    const history = begin(flow);
    return {
      history: draft ? record(history, draft, 0) : history,
      saved: signature(flow),
      selected: undefined,
      problems: [],
    };
  });
  const { history, saved, selected, problems } = state;
  const flow = history.now;
  const written = useMemo(() => signature(flow), [flow]);
  const isDirty = written !== saved;

  useEffect(() => {
    keepDraft(sessionStorage, keptAs, isDirty && flow ? { flow, basis } : undefined);
  }, [keptAs, flow, isDirty, basis]);

  const edit = useCallback<EditFlow>((change, mark, touched) => {
    const atMs = Date.now();
    setState((before) => {
      const { now } = before.history;
      const next = now && change(now);
      if (next === now) return before;
      const isSettled = ({ blockId }: FlowProblem): boolean => blockId !== undefined && blockId === touched;
      const problems = before.problems.some(isSettled)
        ? before.problems.filter((problem) => !isSettled(problem))
        : before.problems;
      return { ...before, history: record(before.history, next, atMs, mark), problems };
    });
  }, []);
  const step = useCallback(
    (by: typeof undo) => setState((before) => ({ ...before, history: by(before.history) })),
    [],
  );
  const replace = (next: Flow | undefined) =>
    setState((before) => ({
      ...before,
      history: record(before.history, next, Date.now()),
      problems: [],
    }));

  return {
    flow,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    selected,
    problems,
    select: useCallback((id) => setState((before) => ({ ...before, selected: id })), []),
    edit,
    undo: useCallback(() => step(undo), [step]),
    redo: useCallback(() => step(redo), [step]),
    begin: () => replace(starterFlow(randomId)),
    discard: () => {
      const kept = flowOf(agent);
      replace(kept);
      setState((before) => ({ ...before, saved: signature(kept) }));
    },
    toSave: () => ({ flow, changes: flow ? { flow: writeFlow(flow) } : {} }),
    show: useCallback(
      (findings) =>
        setState((before) => ({
          ...before,
          problems: before.history.now ? problemsOf(before.history.now, findings) : [],
        })),
      [],
    ),
    saved: useCallback((kept, sent) => setState((before) => afterSave(before, flowOf(kept), sent)), []),
    rebase: useCallback((other) => setState((before) => rebased(before, flowOf(other))), []),
    takeTheirs: useCallback((theirs) => {
      const now = flowOf(theirs);
      setState((before) => ({
        ...before,
        history: record(before.history, now, 0),
        saved: signature(now),
        problems: [],
      }));
    }, []),
  };
}

function afterSave(before: State, flow: Flow | undefined, sent: Flow): State {
  const saved = signature(flow);
  const { now } = before.history;
  if (signature(now) !== signature(sent)) return { ...before, saved, problems: [] };
  // New blocks have ids of the service now: keep the selection by position.
  const path = pathOf(now, before.selected);
  const selected = path === undefined ? before.selected : idAt(flow, path);
  return { history: { ...before.history, now: flow }, saved, selected, problems: [] };
}

function rebased(before: State, flow: Flow | undefined): State {
  const saved = signature(flow);
  if (saved === before.saved) return before;
  return signature(before.history.now) === before.saved
    ? { history: begin(flow), saved, selected: before.selected, problems: [] }
    : { ...before, saved };
}

const places = (flow: Flow): { id: string; path: string }[] => [
  { id: flow.firstMessage.id, path: 'first' },
  { id: flow.lastMessage.id, path: 'last' },
  ...blocksOf(flow).map(({ block, path }) => ({ id: block.id, path })),
];
const pathOf = (flow: Flow | undefined, id: string | undefined): string | undefined =>
  flow && places(flow).find((one) => one.id === id)?.path;
const idAt = (flow: Flow | undefined, path: string): string | undefined =>
  flow && places(flow).find((one) => one.path === path)?.id;

/** Undo steps, newest last. */
interface EditHistory<State> {
  readonly past: readonly State[];
  readonly now: State;
  readonly future: readonly State[];
  /** The field of the last edit, and its time. */
  readonly typing?: { readonly mark: string; readonly atMs: number };
}

const MAX_STEPS = 200;
/** A pause this long starts a new undo step. */
const PAUSE_MS = 1_000;

export const begin = <State>(now: State): EditHistory<State> => ({ past: [], now, future: [] });

/** Adds a step. Typing with the same mark and without a pause is one step. */
export function record<State>(
  history: EditHistory<State>,
  next: State,
  atMs: number,
  mark?: string,
): EditHistory<State> {
  const { past, now, typing } = history;
  const goesOn = mark !== undefined && typing?.mark === mark && atMs - typing.atMs < PAUSE_MS;
  return {
    past: goesOn ? past : [...past, now].slice(-MAX_STEPS),
    now: next,
    future: [],
    ...(mark === undefined ? {} : { typing: { mark, atMs } }),
  };
}

export function undo<State>(history: EditHistory<State>): EditHistory<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redo<State>(history: EditHistory<State>): EditHistory<State> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future: rest };
}

/** Unsaved changes, kept in the session storage. */
interface FlowDraft {
  readonly flow: Flow;
  /** `updatedAt` of the agent that the changes are based on. */
  readonly basis: string;
}

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (agentId: string): string => `parley.flow-draft.${agentId}`;

export function readDraft(store: DraftStore, agentId: string): FlowDraft | undefined {
  try {
    const draft = JSON.parse(store.getItem(keyOf(agentId)) ?? 'null') as Partial<FlowDraft> | null;
    return typeof draft?.basis === 'string' && Array.isArray(draft.flow?.sections)
      ? (draft as FlowDraft)
      : undefined;
  } catch {
    return undefined;
  }
}

/** If the storage is full or forbidden, the draft is not kept; nothing else changes. */
export function keepDraft(store: DraftStore, agentId: string, draft: FlowDraft | undefined): void {
  try {
    if (draft === undefined) store.removeItem(keyOf(agentId));
    else store.setItem(keyOf(agentId), JSON.stringify(draft));
  } catch {
    // The draft is not kept.
  }
}
