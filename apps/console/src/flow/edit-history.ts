/** What was done and can be undone, the newest last. */
export interface EditHistory<State> {
  readonly past: readonly State[];
  readonly now: State;
  readonly future: readonly State[];
  /** The field that is being typed into, and since when nothing was typed. */
  readonly typing?: { readonly mark: string; readonly atMs: number };
}

const MAX_STEPS = 200;
/** A pause of so long ends a step: what is typed after it is undone by itself. */
const PAUSE_MS = 1_000;

export const begin = <State>(now: State): EditHistory<State> => ({ past: [], now, future: [] });

/** Does something. What is typed into one field without a pause is one step, told by its mark. */
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
