import type {
  ReadableTurn,
  TrainedReading,
  TurnReader as TurnReaderPort,
} from '@parley/call-engine/dialogue/turn-reader.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import { TurnReader } from './turn-reader.ts';
import type { TrainedLanguage } from './word-classes.ts';

const languages: Readonly<Record<string, TrainedLanguage>> = { EN: 'en', DE: 'de' };

/**
 * The trained reading of turns, as calls use it: the word model alone, which takes a fifth of a millisecond and needs no
 * thread. The network on top of it adds little (see MODEL_CARD.md).
 */
export class TrainedTurnReader implements TurnReaderPort {
  readonly #readerIn = memoize((language: TrainedLanguage) => new TurnReader(language));

  async read(turn: ReadableTurn): Promise<TrainedReading | undefined> {
    const language = languages[turn.language];
    if (language === undefined) return undefined;
    const { wishes, polarity, saysYesOrNo } = this.#readerIn(language).read(turn);
    return { wishes, polarity: saysYesOrNo ? polarity : { yes: 0, no: 0, neither: 1 } };
  }
}
