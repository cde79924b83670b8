import type {
  Certainty,
  ReadableTurn,
  TrainedReading,
  TrainedWish,
  TurnReader,
} from '@parley/call-engine/dialogue/turn-reader.ts';
import { WANTS } from '@parley/understanding/labels.ts';

interface ScriptedReading {
  readonly sure?: readonly TrainedWish[];
  readonly possible?: readonly TrainedWish[];
  readonly polarity?: TrainedReading['polarity'];
  readonly likely?: 'yes' | 'no';
}

/** A trained reading that follows a script, by the words that are read; it sees nothing in others. */
export class ScriptedTurnReader implements TurnReader {
  /** What it was asked to read. */
  readonly turns: ReadableTurn[] = [];
  readonly #readings: Readonly<Record<string, ScriptedReading | 'fails'>>;

  constructor(readings: Readonly<Record<string, ScriptedReading | 'fails'>>) {
    this.#readings = readings;
  }

  async read(turn: ReadableTurn): Promise<TrainedReading> {
    this.turns.push(turn);
    const reading = this.#readings[turn.heard] ?? {};
    if (reading === 'fails') throw new Error('the reading failed');
    const { sure = [], possible = [], polarity = { yes: 0, no: 0, neither: 1 }, likely } = reading;
    const levelOf = (wish: TrainedWish): Certainty =>
      sure.includes(wish) ? 'sure' : possible.includes(wish) ? 'possible' : 'no';
    const scores = { sure: 0.95, possible: 0.5, no: 0.01 };
    const wishes = Object.fromEntries(
      WANTS.map((wish) => [wish, { score: scores[levelOf(wish)], level: levelOf(wish) }]),
    );
    return {
      wishes: wishes as TrainedReading['wishes'],
      polarity,
      ...(likely === undefined ? {} : { likely }),
    };
  }
}
