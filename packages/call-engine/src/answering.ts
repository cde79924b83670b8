/** Who answered: a person or a machine, by words and by sound. */
export type Answering = 'voicemail' | 'screening' | 'person';

export interface Opening {
  readonly text?: string;
  /** The machine recognised in the words, if any. */
  readonly machine?: 'voicemail' | 'screening';
  readonly spokenMs?: number;
  /** A tone followed. */
  readonly isBeep?: boolean;
  /** The call screener has already asked who is calling. */
  readonly hasScreened?: boolean;
}

/**
 * Nobody who picks up a telephone speaks for so long without leaving room for an answer. Slow speakers may, with few
 * words: both together make a machine.
 */
const MONOLOGUE_MS = 9_000;
const MONOLOGUE_WORDS = 22;

export function answeredBy({ text = '', machine, spokenMs = 0, isBeep, hasScreened }: Opening): Answering {
  // "State your name after the tone": the tone belongs to the question.
  if (machine === 'screening' || (isBeep && hasScreened)) return 'screening';
  if (machine === 'voicemail' || isBeep) return 'voicemail';
  return spokenMs >= MONOLOGUE_MS && wordsIn(text) >= MONOLOGUE_WORDS ? 'voicemail' : 'person';
}

const wordsIn = (text: string): number => text.split(/\s+/u).filter(Boolean).length;
