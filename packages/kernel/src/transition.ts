import { conflict } from './failure.ts';

/** A lifecycle as data: for each state, the moves it allows and where they lead. */
export type TransitionTable<State extends string, Move extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Move, State>>>>
>;

export const table = <State extends string, Move extends string>(
  rows: TransitionTable<State, Move>,
): TransitionTable<State, Move> => rows;

/** The state a move leads to; a move the table does not have is a conflict that names the state. */
export function next<State extends string, Move extends string>(
  lifecycle: TransitionTable<State, Move>,
  noun: string,
  state: State,
  move: NoInfer<Move>,
): State {
  const reached = lifecycle[state][move];
  if (reached === undefined) throw conflict(`${noun} is ${state} and cannot ${move}`);
  return reached;
}

export const movesFrom = <State extends string, Move extends string>(
  lifecycle: TransitionTable<State, Move>,
  state: State,
): Move[] => Object.keys(lifecycle[state]) as Move[];
