import type {
  Certainty,
  ReadableTurn,
  TrainedReading,
  TurnReader as TurnReaderPort,
} from '@parley/call-engine/dialogue/turn-reader.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import type { Want } from './labels.ts';
import { TurnReader } from './turn-reader.ts';
import type { TrainedLanguage } from './word-classes.ts';

/** From which probability on a call acts on a wish, and from which on it asks back whether it is one not to be called. */
interface Levels {
  readonly sure: (want: Want) => number;
  readonly possible: (want: Want) => number;
  readonly readsYesNo: boolean;
}

const NEVER = 2;

const languages: Readonly<Record<string, { readonly language: TrainedLanguage; readonly levels: Levels }>> = {
  /**
   * Measured with the word model on 1,837 lines that it was not trained on: nine of ten wishes found are right, or more; "off
   * topic" is the vaguest. 94 % of the wishes not to be called are at least possible, and 7 % of all other lines, most of
   * them look-alikes.
   */
  EN: {
    language: 'en',
    levels: {
      sure: (want) => (want === 'off_topic' ? 0.7 : 0.5),
      possible: () => 0.1,
      readsYesNo: true,
    },
  },
  /** On 646 lines: 91 % of the wishes not to be called, and 8 % of all others. Nothing else is read well enough. */
  DE: {
    language: 'de',
    levels: {
      sure: () => NEVER,
      possible: (want) => (want === 'never_call' ? 0.15 : NEVER),
      readsYesNo: false,
    },
  },
};

/**
 * The trained reading of turns, as calls use it: the word model alone, which takes a fifth of a millisecond and needs no
 * thread. The network on top of it adds little (see MODEL_CARD.md).
 */
export class TrainedTurnReader implements TurnReaderPort {
  readonly #readerIn = memoize((language: TrainedLanguage) => new TurnReader(language));

  async read(turn: ReadableTurn): Promise<TrainedReading | undefined> {
    const { language, levels } = languages[turn.language] ?? {};
    if (language === undefined || levels === undefined) return undefined;
    const { wishes, polarity } = this.#readerIn(language).read(turn);
    const levelled = Object.entries(wishes).map(([want, { score }]) => [
      want,
      { score, level: levelOf(levels, want as Want, score) },
    ]);
    return {
      wishes: Object.fromEntries(levelled),
      polarity: levels.readsYesNo ? polarity : { yes: 0, no: 0, neither: 1 },
    };
  }
}

function levelOf({ sure, possible }: Levels, want: Want, score: number): Certainty {
  if (score >= sure(want)) return 'sure';
  return score >= possible(want) ? 'possible' : 'no';
}
