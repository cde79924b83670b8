import type {
  ReadableTurn,
  TrainedReading,
  TurnReader as TurnReaderPort,
} from '@parley/call-engine/dialogue/turn-reader.ts';
import { CircuitBreaker } from '@parley/kernel/circuit-breaker.ts';
import { memoize, memoizeRecent } from '@parley/kernel/memoize.ts';
import {
  type HeardTurn,
  leavesYesNoOpen,
  pairsOf,
  type TextPair,
  TurnReader,
  type TurnReading,
} from './turn-reader.ts';
import type { TrainedLanguage } from './word-classes.ts';

const languages: Readonly<Record<string, TrainedLanguage>> = { EN: 'en', DE: 'de' };

/**
 * From this probability on yes or no is worth asking once more for. On lines that were not trained on it was right in 79 % of
 * those in English and 73 % in German, on the open sets in 94 % and 82 %.
 */
const LIKELY = 0.8;

/** Many times what a reading takes, so that load hardly decides how a turn is read; but somebody waits for the reply. */
const DEADLINE_MS = 1000;
/** In a row. Then turns are read by their words for a while, so that not every one of them waits. */
const MOST_FAILURES = 3;

/** Scores what was said with the network: the thread of the offline embedder. */
export interface PairScorer {
  warm(): void;
  score(
    pairs: readonly TextPair[],
    limits: { readonly deadlineMs: number },
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

export interface TrainedTurnReaderOptions {
  /** Opens the network with what training made of it, at the first English turn. It throws where it is not installed. */
  readonly openNetwork?: ((network: TurnReader['network']) => PairScorer) | undefined;
  /** The network failed or was late, and the words alone are read: told once, until it has worked again. */
  readonly onFailure?: (error: Error) => void;
  /** How long a turn waits for the network. Longer where nobody waits, so that each run reads the same. */
  readonly deadlineMs?: number;
  readonly nowMs?: () => number;
}

/**
 * The trained reading of turns, as calls use it. The word model reads every turn, in less than a millisecond. Where yes or no
 * is asked for in English and it cannot tell, the network decides, in a thread; where that fails the words stand. Wishes are
 * read by their words alone (see MODEL_CARD.md).
 */
export class TrainedTurnReader implements TurnReaderPort {
  readonly #readerIn = memoize((language: TrainedLanguage) => new TurnReader(language));
  readonly #options: TrainedTurnReaderOptions;
  readonly #circuit: CircuitBreaker;
  #network: PairScorer | undefined;
  #isOpened = false;
  #isFailing = false;

  constructor(options: TrainedTurnReaderOptions = {}) {
    const { nowMs = () => performance.now() } = options;
    this.#options = options;
    this.#circuit = new CircuitBreaker({ failures: MOST_FAILURES, nowMs });
  }

  /** Many a turn is "yes" to a question that every call asks. */
  readonly #readings = memoizeRecent((key) => {
    const [language, stage, question, heard] = JSON.parse(key) as [
      TrainedLanguage,
      ReadableTurn['stage'],
      string,
      string,
    ];
    return this.#readerIn(language).read({ stage, question, heard });
  });

  async read({
    language,
    stage,
    question = '',
    heard,
    asksYesNo,
  }: ReadableTurn): Promise<TrainedReading | undefined> {
    const trained = languages[language];
    if (trained === undefined) return undefined;
    if (trained === 'en') this.#open();
    const byWords = this.#readings(JSON.stringify([trained, stage, question, heard]));
    const isOpen = trained === 'en' && asksYesNo === true && leavesYesNoOpen(byWords);
    const byNetwork = isOpen ? await this.#byNetwork({ stage, question, heard }) : undefined;
    return byNetwork === undefined ? forCalls(byWords) : together(byWords, byNetwork);
  }

  /** What the network makes of pairs, for another thread's reader. */
  async score(
    pairs: readonly TextPair[],
    limits: { readonly deadlineMs: number },
  ): Promise<readonly Float32Array[]> {
    this.#open();
    if (this.#network === undefined) throw new Error('No network reads turns here');
    return this.#network.score(pairs, limits);
  }

  async close(): Promise<void> {
    await this.#network?.close();
    this.#network = undefined;
  }

  /** Undefined without a network, and where it fails or is late. */
  async #byNetwork(turn: HeardTurn): Promise<TurnReading | undefined> {
    if (this.#network === undefined || !this.#circuit.enter()) return undefined;
    const { deadlineMs = DEADLINE_MS } = this.#options;
    try {
      const scores = await this.#network.score(pairsOf(turn), { deadlineMs });
      this.#circuit.succeed();
      this.#isFailing = false;
      return this.#readerIn('en').read(turn, scores);
    } catch (error) {
      this.#circuit.fail({ isPermanent: false });
      this.#report(error as Error);
      return undefined;
    }
  }

  /** Takes a second, so it begins with the first turn and not with the first that needs it. */
  #open(): void {
    if (this.#isOpened) return;
    this.#isOpened = true;
    try {
      this.#network = this.#options.openNetwork?.(this.#readerIn('en').network);
      this.#network?.warm();
    } catch (error) {
      this.#report(error as Error);
    }
  }

  #report(error: Error): void {
    if (!this.#isFailing) this.#options.onFailure?.(error);
    this.#isFailing = true;
  }
}

/**
 * The wishes of the words, and yes or no of the network where it is certain. What the words find likely stands unless the
 * network leans to the other side; what only the network finds likely was wrong as often as right.
 */
function together(byWords: TurnReading, byNetwork: TurnReading): TrainedReading {
  const { likely, wishes } = forCalls(byWords);
  const { polarity } = forCalls(byNetwork);
  const stands = !byNetwork.saysYesOrNo && likely === sideOf(byNetwork);
  return { wishes, polarity, ...(stands ? { likely } : {}) };
}

const sideOf = ({ polarity }: TurnReading): 'yes' | 'no' => (polarity.yes > polarity.no ? 'yes' : 'no');

function forCalls(reading: TurnReading): TrainedReading {
  const { wishes, polarity, saysYesOrNo } = reading;
  const isLikely = !saysYesOrNo && Math.max(polarity.yes, polarity.no) >= LIKELY;
  return {
    wishes,
    polarity: saysYesOrNo ? polarity : { yes: 0, no: 0, neither: 1 },
    ...(isLikely ? { likely: sideOf(reading) } : {}),
  };
}
